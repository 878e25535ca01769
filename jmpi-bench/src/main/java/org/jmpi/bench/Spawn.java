package org.jmpi.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;
import mpi.Comm;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;

/**
 * Times processes that come and go: the ranks spawn others, connect to them by a port, and disconnect.
 *
 * <pre>{@code
 * jmpirun -np 4 spawn                                   8 processes beside 4 ranks
 * jmpirun -np 2 spawn --processes 6 --rounds 10         a job that grows to 8 ranks and shrinks again, ten times
 * }</pre>
 *
 * A round is one Spawn, a Disconnect, an Accept of the same processes, which Connect, and another Disconnect. A time is
 * that of the slowest rank. After Spawn and after Accept all processes reduce a number; the exit code is 1 if the sum
 * is wrong.
 */
public final class Spawn {
    private static final String CHILD = "--child";
    private static final int WRONG = 1;
    private static final int MOST_PROCESSES = 1024;
    private static final int MOST_ROUNDS = 64;

    /** More characters than the name of a port has. */
    private static final int PORT_NAME = 1024;

    private Spawn() {}

    /**
     * Starts the program on this rank.
     *
     * @param args the options that {@code --help} lists
     * @throws Exception what ends the rank, and so the job
     */
    public static void main(String[] args) throws Exception {
        if (args.length > 0 && args[0].equals(CHILD)) child(MPI.Init(args));
        else Program.main(args, options(), Spawn::run);
    }

    static Options options() {
        return Form.declare(new Options("spawn", "Times processes that come and go."))
                .value("processes", "N", "8", "processes to spawn, and to connect to")
                .value("rounds", "N", "10", "how often; with --quick twice");
    }

    static int run(Options options) throws Exception {
        int processes = options.integer("processes", 1, MOST_PROCESSES);
        int rounds = options.has("quick") ? 2 : options.integer("rounds", 1, MOST_ROUNDS);
        Form form = Form.of(options);
        double[] spawn = new double[rounds];
        double[] connect = new double[rounds];
        double[] disconnect = new double[rounds];
        int wrong = 0;
        for (int round = 0; round < rounds; round++) {
            Intracomm world = MPI.COMM_WORLD;
            boolean isRoot = world.Rank() == 0;
            String port = isRoot ? MPI.Open_port(MPI.INFO_NULL) : "";
            world.Barrier();
            double start = MPI.Wtime();
            Intercomm both = world.Spawn(Spawn.class.getName(), new String[] {CHILD}, processes, null, 0, null);
            spawn[round] = slowest(start);
            wrong += sum(both) == processes ? 0 : 1;
            byte[] name = Arrays.copyOf(port.getBytes(US_ASCII), PORT_NAME);
            both.Bcast(name, 0, PORT_NAME, MPI.BYTE, isRoot ? MPI.ROOT : MPI.PROC_NULL);
            start = MPI.Wtime();
            both.Disconnect();
            disconnect[round] = slowest(start);
            start = MPI.Wtime();
            both = world.Accept(port, MPI.INFO_NULL, 0);
            connect[round] = slowest(start);
            wrong += sum(both) == processes ? 0 : 1;
            both.Disconnect();
            if (isRoot) MPI.Close_port(port);
        }
        Program.print(form.heading());
        print(form, "spawn", spawn);
        print(form, "connect", connect);
        print(form, "disconnect", disconnect);
        if (wrong == 0) return 0;
        System.err.println("spawn: " + wrong + " sums are wrong");
        return WRONG;
    }

    private static void print(Form form, String op, double[] micros) throws Exception {
        Program.print(form.row(Series.of(op, MPI.COMM_WORLD.Size(), 0, micros)));
    }

    /** Returns how long the slowest rank took, in us. */
    private static double slowest(double start) {
        double[] own = {(MPI.Wtime() - start) * 1e6};
        double[] most = new double[1];
        MPI.COMM_WORLD.Allreduce(own, 0, most, 0, 1, MPI.DOUBLE, MPI.MAX);
        return most[0];
    }

    private static int sum(Intercomm both) {
        int[] sum = new int[1];
        both.Allreduce(new int[] {1}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        return sum[0];
    }

    private static void child(String[] args) throws Exception {
        Intercomm both = Comm.Get_parent();
        if (both == null) throw new IllegalStateException(String.join(" ", args) + " is for spawned processes");
        sum(both);
        byte[] name = new byte[PORT_NAME];
        both.Bcast(name, 0, PORT_NAME, MPI.BYTE, 0);
        both.Disconnect();
        both = MPI.COMM_WORLD.Connect(new String(name, US_ASCII).trim(), MPI.INFO_NULL, 0);
        sum(both);
        both.Disconnect();
        MPI.Finalize();
    }
}
