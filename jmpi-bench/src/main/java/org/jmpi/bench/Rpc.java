package org.jmpi.bench;

import java.util.ArrayList;
import java.util.List;
import mpi.MPI;
import org.jmpi.bench.jobs.Machine;

/**
 * Times calls of objects of rank 1 by rank 0, beside messages and beside Java RMI; further ranks wait in a barrier.
 *
 * <pre>{@code
 * jmpirun -np 2 rpc                     null calls, words, remote reads and writes, long arrays
 * jmpirun -np 2 --transport socket rpc --only send_recv,simple,rmi
 * }</pre>
 *
 * The rows are those of table 8 of "MRPC: A High Performance RPC System for MPMD Parallel Computing", with its times
 * on an IBM SP. They take turns, batch by batch, so that all of them see the same machine. Each row is checked before;
 * the exit code is 1 if a result is wrong.
 */
public final class Rpc {
    private static final int CORRUPT = 1;
    private static final int END = -1;
    private static final int TAG_TURN = 21;

    private final Form form;
    private final Pace pace;
    private final boolean leads;
    private final long[] turn = new long[2];

    private Rpc(Options options) throws Exception {
        form = Form.of(options);
        pace = Pace.of(options);
        leads = MPI.COMM_WORLD.Rank() == 0;
    }

    /**
     * Starts the program on this rank.
     *
     * @param args the options that {@code --help} lists
     * @throws Exception what ends the rank, and so the job
     */
    public static void main(String[] args) throws Exception {
        Program.main(args, options(), Rpc::run);
    }

    static Options options() {
        return Form.declare(new Options("rpc", "Times calls of objects of rank 1 by rank 0."))
                .value("only", "ROW,..", "", "rows to time: " + Options.choices(RemoteCall.class));
    }

    static int run(Options options) throws Exception {
        if (MPI.COMM_WORLD.Size() < 2) throw new Options.Invalid("needs at least 2 ranks, has 1; start it with -np 2");
        List<RemoteCall> calls =
                options.has("only") ? options.choices("only", RemoteCall.class) : List.of(RemoteCall.values());
        boolean speaks = MPI.COMM_WORLD.Rank() == 0;
        if (speaks && Machine.isBusy(Machine.load())) System.err.println(Machine.busy("rpc", Machine.load()));
        try (CalledObjects objects = new CalledObjects()) {
            int code = MPI.COMM_WORLD.Rank() < 2 ? new Rpc(options).measure(calls, objects) : 0;
            MPI.COMM_WORLD.Barrier();
            return code;
        }
    }

    private int measure(List<RemoteCall> calls, CalledObjects objects) throws Exception {
        if (!leads) {
            follow(objects);
            return 0;
        }
        try {
            List<double[]> micros = time(calls, objects);
            CallTable table = new CallTable(form);
            Program.print(table.heading());
            for (int i = 0; i < calls.size(); i++) table.add(calls.get(i), micros.get(i));
            table.lines().forEach(System.out::println);
            return 0;
        } catch (CalledObjects.Corrupt e) {
            System.err.println("rpc: " + e.getMessage());
            return CORRUPT;
        } finally {
            announce(END, 0);
        }
    }

    /** Returns the times of a call in µs, a batch each. */
    private List<double[]> time(List<RemoteCall> calls, CalledObjects objects) throws Exception {
        List<double[]> micros = new ArrayList<>();
        List<Long> perBatch = new ArrayList<>();
        long warmUp = pace.firstWarmUpNanos();
        for (RemoteCall call : calls) {
            announce(call.ordinal(), 1);
            call.verify(objects);
            perBatch.add(warm(call, objects, warmUp));
            micros.add(new double[pace.batches()]);
        }
        for (int batch = 0; batch < pace.batches(); batch++)
            for (int i = 0; i < calls.size(); i++)
                micros.get(i)[batch] = lead(calls.get(i), objects, perBatch.get(i)) / 1e3 / perBatch.get(i);
        return micros;
    }

    private long warm(RemoteCall call, CalledObjects objects, long warmUp) throws Exception {
        long perBatch = 1;
        long nanos;
        for (long spent = 0; spent < warmUp; spent += nanos) {
            nanos = lead(call, objects, perBatch);
            perBatch = pace.next(perBatch, nanos);
        }
        return perBatch;
    }

    private long lead(RemoteCall call, CalledObjects objects, long times) throws Exception {
        announce(call.ordinal(), times);
        long start = System.nanoTime();
        for (long i = 0; i < times; i++) call.lead(objects);
        return System.nanoTime() - start;
    }

    private void announce(int call, long times) throws Exception {
        turn[0] = call;
        turn[1] = times;
        MPI.COMM_WORLD.Send(turn, 0, turn.length, MPI.LONG, 1, TAG_TURN);
    }

    /** Takes part in messages; calls are taken while this rank waits for the next turn. */
    private void follow(CalledObjects objects) throws Exception {
        while (true) {
            MPI.COMM_WORLD.Recv(turn, 0, turn.length, MPI.LONG, 0, TAG_TURN);
            if (turn[0] == END) return;
            RemoteCall call = RemoteCall.values()[(int) turn[0]];
            for (long i = 0; i < turn[1]; i++) call.follow(objects);
        }
    }
}
