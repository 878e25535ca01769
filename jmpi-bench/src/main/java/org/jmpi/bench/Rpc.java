package org.jmpi.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import mpi.MPI;
import org.jmpi.bench.jobs.Machine;

/**
 * Times calls of objects of rank 1 by rank 0, beside messages and beside Java RMI; further ranks wait in a barrier.
 *
 * <pre>{@code
 * jmpirun -np 2 rpc                     null calls, words, remote reads and writes, long arrays
 * jmpirun -np 2 --transport socket rpc --only send_recv,simple,rmi
 * jmpirun -np 2 rpc --peers             beside ONC RPC, too
 * jmpirun -np 2 rpc --sizes '1024 65536 1000000'    arrays as arguments
 * }</pre>
 *
 * ONC RPC is a program in C, over TCP on the loopback device, whatever the transport of the ranks.
 *
 * <p>The rows are those of table 8 of "MRPC: A High Performance RPC System for MPMD Parallel Computing", with its times
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
    private final long[] turn = new long[3];

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
                .flag("peers", "times calls by ONC RPC, too, if cc and libtirpc-dev are installed")
                .value("sizes", "'N ...'", "", "times arrays of so many bytes as arguments instead")
                .value("only", "ROW,..", "", "rows to time: " + Options.choices(RemoteCall.class));
    }

    static int run(Options options) throws Exception {
        if (MPI.COMM_WORLD.Size() < 2) throw new Options.Invalid("needs at least 2 ranks, has 1; start it with -np 2");
        boolean speaks = MPI.COMM_WORLD.Rank() == 0;
        List<RemoteCall> chosen = chosen(options);
        int[] sizes = options.has("sizes") ? sizes(options) : new int[0];
        if (speaks && Machine.isBusy(Machine.load())) System.err.println(Machine.busy("rpc", Machine.load()));
        try (CalledObjects objects = new CalledObjects(options.has("peers"))) {
            List<RemoteCall> calls = new ArrayList<>(chosen);
            if (speaks) calls.retainAll(RemoteCall.all(options.has("sizes"), objects.hasOncRpc()));
            int code = MPI.COMM_WORLD.Rank() < 2 ? new Rpc(options).measure(CallRow.of(calls, sizes), objects) : 0;
            MPI.COMM_WORLD.Barrier();
            return code;
        }
    }

    private static List<RemoteCall> chosen(Options options) throws Options.Invalid {
        List<RemoteCall> all = RemoteCall.all(options.has("sizes"), options.has("peers"));
        if (!options.has("only")) return all;
        List<RemoteCall> chosen = options.choices("only", RemoteCall.class);
        for (RemoteCall call : chosen)
            if (!all.contains(call)) throw options.wrong("only", call + " is not among the rows: " + words(all));
        return chosen;
    }

    private static String words(List<RemoteCall> calls) {
        return calls.stream().map(RemoteCall::toString).collect(Collectors.joining(", "));
    }

    private static int[] sizes(Options options) throws Options.Invalid {
        int[] sizes = options.integers("sizes", 0, CallRow.LONGEST);
        for (int size : sizes)
            if (size % Double.BYTES != 0) throw options.wrong("sizes", size + " is not a multiple of " + Double.BYTES);
        return sizes;
    }

    private int measure(List<CallRow> rows, CalledObjects objects) throws Exception {
        if (!leads) {
            follow(objects);
            return 0;
        }
        try {
            List<double[]> micros = time(rows, objects);
            CallTable table = new CallTable(form);
            Program.print(table.heading());
            for (int i = 0; i < rows.size(); i++) table.add(rows.get(i), micros.get(i));
            table.lines().forEach(System.out::println);
            return 0;
        } catch (CalledObjects.Corrupt e) {
            System.err.println("rpc: " + e.getMessage());
            return CORRUPT;
        } finally {
            announce(END, 0, 0);
        }
    }

    /** Returns the times of each row in µs, a batch each. */
    private List<double[]> time(List<CallRow> rows, CalledObjects objects) throws Exception {
        List<double[]> micros = new ArrayList<>();
        List<Long> perBatch = new ArrayList<>();
        WarmUp warmUp = new WarmUp(pace);
        for (CallRow row : rows) {
            announce(row.call().ordinal(), row.bytes(), 1);
            row.verify(objects);
            perBatch.add(warm(row, objects, warmUp.nanos(row.call().toString())));
            micros.add(new double[pace.batches()]);
        }
        for (int batch = 0; batch < pace.batches(); batch++)
            for (int i = 0; i < rows.size(); i++)
                micros.get(i)[batch] = lead(rows.get(i), objects, perBatch.get(i)) / 1e3 / perBatch.get(i);
        return micros;
    }

    private long warm(CallRow row, CalledObjects objects, long untimed) throws Exception {
        long perBatch = 1;
        long nanos;
        for (long spent = 0; spent < untimed; spent += nanos) {
            nanos = lead(row, objects, perBatch);
            perBatch = pace.next(perBatch, nanos);
        }
        return perBatch;
    }

    private long lead(CallRow row, CalledObjects objects, long times) throws Exception {
        announce(row.call().ordinal(), row.bytes(), times);
        return row.call().time(objects, row, times);
    }

    private void announce(int call, int bytes, long times) {
        turn[0] = call;
        turn[1] = bytes;
        turn[2] = times;
        MPI.COMM_WORLD.Send(turn, 0, turn.length, MPI.LONG, 1, TAG_TURN);
    }

    /** Takes part in messages; calls are taken while this rank waits for the next turn. */
    private void follow(CalledObjects objects) {
        while (true) {
            MPI.COMM_WORLD.Recv(turn, 0, turn.length, MPI.LONG, 0, TAG_TURN);
            if (turn[0] == END) return;
            RemoteCall call = RemoteCall.values()[(int) turn[0]];
            for (long i = 0; i < turn[2]; i++) call.follow(objects, (int) turn[1]);
        }
    }
}
