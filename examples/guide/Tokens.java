import mpi.Intracomm;
import mpi.MPI;

public class Tokens {
    private static final int THREADS = 3;

    public static void main(String[] args) throws InterruptedException {
        MPI.Init_thread(args, MPI.THREAD_MULTIPLE);
        int[] totals = totals(MPI.COMM_WORLD);
        if (MPI.COMM_WORLD.Rank() == 0)
            for (int i = 0; i < THREADS; i++) System.out.println("token " + i + " has collected " + totals[i]);
        MPI.Finalize();
    }

    /** Sends one token per thread round the ring of ranks, and returns on each rank what they have collected there. */
    static int[] totals(Intracomm comm) throws InterruptedException {
        int[] totals = new int[THREADS];
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            int tag = i;
            threads[i] = new Thread(() -> totals[tag] = pass(comm, tag));
            threads[i].start();
        }
        for (Thread thread : threads) thread.join();
        return totals;
    }

    private static int pass(Intracomm comm, int tag) {
        int rank = comm.Rank();
        int next = (rank + 1) % comm.Size();
        int[] token = {100 * tag};
        if (rank > 0) comm.Recv(token, 0, 1, MPI.INT, rank - 1, tag);
        token[0] += rank;
        comm.Send(token, 0, 1, MPI.INT, next, tag);
        if (rank == 0) comm.Recv(token, 0, 1, MPI.INT, comm.Size() - 1, tag);
        return token[0];
    }
}
