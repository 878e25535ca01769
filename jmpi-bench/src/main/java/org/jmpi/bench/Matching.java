package org.jmpi.bench;

import static org.jmpi.bench.Table.number;

import java.util.Arrays;
import mpi.MPI;

/**
 * Times receives by source and tag of rank 0, among many others, from rank 1; further ranks wait in a barrier.
 *
 * <pre>{@code
 * jmpirun -np 2 matching
 * jmpirun -np 2 -Djmpi.eager.window=8388608 matching --depths '10 10000'
 * }</pre>
 *
 * {@link Backlog} says what is timed. The exit code is 1 if a receive got another message than its own.
 */
public final class Matching {
    private static final int WRONG = 1;
    private static final int MAX_DEPTH = 1_000_000;

    private Matching() {}

    /**
     * Starts the program on this rank.
     *
     * @param args the options that {@code --help} lists
     * @throws Exception what ends the rank, and so the job
     */
    public static void main(String[] args) throws Exception {
        Program.main(args, options(), Matching::run);
    }

    static Options options() {
        return new Options("matching", "Times receives by source and tag among many others, in random order.")
                .value("depths", "'N ...'", "1 10 32 100 1000 10000", "receives posted, or messages that have come")
                .flag("quick", "fewer and shorter batches");
    }

    static int run(Options options) throws Exception {
        int[] depths = options.integers("depths", 1, MAX_DEPTH);
        if (MPI.COMM_WORLD.Size() < 2) throw new Options.Invalid("needs at least 2 ranks, has 1; start it with -np 2");
        int wrong = MPI.COMM_WORLD.Rank() < 2 ? measure(depths, Pace.of(options)) : 0;
        if (wrong > 0) System.err.println("matching: receives that got another message than their own: " + wrong);
        MPI.COMM_WORLD.Barrier();
        return wrong > 0 ? WRONG : 0;
    }

    /** Returns how many receives got another message than their own. */
    private static int measure(int[] depths, Pace pace) throws Exception {
        Table table = new Table("  receives", "     depth", " median us", "    min us", "    max us");
        Program.print(table.heading());
        Batches batches = new Batches(pace);
        int wrong = 0;
        for (int depth : depths) {
            Backlog backlog = new Backlog(depth);
            Program.print(row(table, "posted", depth, time("posted", batches, pace, backlog, backlog::expected)));
            Program.print(
                    row(table, "unexpected", depth, time("unexpected", batches, pace, backlog, backlog::unexpected)));
            wrong += backlog.wrong();
        }
        return wrong;
    }

    /** Returns microseconds per message, in each batch. */
    private static double[] time(
            String operation, Batches batches, Pace pace, Backlog backlog, Batches.Exchange exchange) throws Exception {
        long rounds = batches.warmUp(operation, exchange);
        double[] micros = new double[pace.batches()];
        for (int k = 0; k < micros.length; k++) {
            long before = backlog.nanos();
            for (long i = 0; i < rounds; i++) exchange.run();
            micros[k] = (backlog.nanos() - before) / 1e3 / rounds / backlog.depth();
        }
        return micros;
    }

    private static String row(Table table, String receives, int depth, double[] micros) {
        Arrays.sort(micros);
        return table.row(
                receives,
                Integer.toString(depth),
                number(micros[micros.length / 2], 3),
                number(micros[0], 3),
                number(micros[micros.length - 1], 3));
    }
}
