import mpi.Intracomm;
import mpi.MPI;
import mpi.Status;

/**
 * Finds the number with the longest Collatz sequence. The master gives out ranges of numbers, one at a time, because
 * some take longer than others.
 *
 * <p>Shows ANY_SOURCE, and a tag that means "no more work".
 *
 * <p>Run it: {@code ./jmpirun -np 4 examples/MasterWorker.java [LIMIT]}
 */
public class MasterWorker {
    private static final int WORK = 1;
    private static final int STOP = 2;
    private static final int RANGE = 10_000;

    public static void main(String[] args) {
        String[] own = MPI.Init(args);
        long limit = own.length > 0 ? Long.parseLong(own[0]) : 3_000_000;
        long[] best = longest(MPI.COMM_WORLD, limit);
        if (best != null) System.out.println(best[0] + " reaches 1 after " + best[1] + " steps");
        MPI.Finalize();
    }

    /** Returns a number below the limit and its steps at rank 0, and null at the others. */
    static long[] longest(Intracomm comm, long limit) {
        if (comm.Size() == 1) return search(1, limit);
        if (comm.Rank() == 0) return master(comm, limit);
        worker(comm, limit);
        return null;
    }

    private static long[] master(Intracomm comm, long limit) {
        long[] best = new long[2];
        long[] result = new long[2];
        long next = 1;
        int working = comm.Size() - 1;
        while (working > 0) {
            // The first message of a worker has no result: {0, 0}.
            Status status = comm.Recv(result, 0, 2, MPI.LONG, MPI.ANY_SOURCE, WORK);
            if (isBetter(result, best)) best = result.clone();
            if (next < limit) {
                comm.Send(new long[] {next}, 0, 1, MPI.LONG, status.source, WORK);
                next += RANGE;
            } else {
                comm.Send(new long[0], 0, 0, MPI.LONG, status.source, STOP);
                working--;
            }
        }
        return best;
    }

    private static void worker(Intracomm comm, long limit) {
        long[] result = new long[2];
        long[] first = new long[1];
        while (true) {
            comm.Send(result, 0, 2, MPI.LONG, 0, WORK);
            Status status = comm.Recv(first, 0, 1, MPI.LONG, 0, MPI.ANY_TAG);
            if (status.tag == STOP) return;
            result = search(first[0], Math.min(first[0] + RANGE, limit));
        }
    }

    /** Returns the number of a range with the most steps, and the steps. */
    private static long[] search(long first, long end) {
        long[] best = new long[2];
        for (long n = first; n < end; n++) {
            long[] candidate = {n, 0};
            for (long value = n; value != 1; candidate[1]++) value = value % 2 == 0 ? value / 2 : 3 * value + 1;
            if (isBetter(candidate, best)) best = candidate;
        }
        return best;
    }

    /** Prefers more steps, then the smaller number: the result does not depend on the order of messages. */
    private static boolean isBetter(long[] a, long[] b) {
        return a[1] > b[1] || a[1] == b[1] && a[0] < b[0];
    }
}
