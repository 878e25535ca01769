package org.jmpi.bench;

import java.util.Arrays;
import mpi.MPI;

/**
 * Times the collective operations among all ranks, called back to back; the slowest rank counts.
 *
 * <pre>{@code
 * jmpirun -np 4 collectives
 * jmpirun -np 4 collectives --sizes '8 65536' --only bcast,allreduce --csv
 * }</pre>
 *
 * A size is what one rank contributes: of {@code allgather} its block, of {@code alltoall} its block for each other
 * rank; of the forms with counts it is the mean, see {@link Blocks}. Reductions add doubles.
 */
public final class Collectives {
    /** Largest block, so that the blocks of many ranks fit into an array. */
    private static final int MAX_SIZE = 1 << 26;

    private final int ranks = MPI.COMM_WORLD.Size();
    private final double[] mine = new double[1];
    private final double[] slowest = new double[1];
    private final Form form;
    private final Pace pace;
    private final WarmUp warmUp;
    private int turn;

    private Collectives(Form form, Pace pace) throws Exception {
        this.form = form;
        this.pace = pace;
        warmUp = new WarmUp(pace);
    }

    /**
     * Starts the program on this rank.
     *
     * @param args the options that {@code --help} lists
     * @throws Exception what ends the rank, and so the job
     */
    public static void main(String[] args) throws Exception {
        Program.main(args, options(), Collectives::run);
    }

    static Options options() {
        return Form.declare(new Options("collectives", "Times the collective operations among all ranks."))
                .value("only", "OP,..", "", "operations to time: " + Options.choices(Operation.class))
                .value("sizes", "'N ...'", "8 1024 65536 1048576", "bytes that a rank contributes");
    }

    static int run(Options options) throws Exception {
        Operation[] operations = operations(options);
        int[] sizes = options.integers("sizes", 1, MAX_SIZE);
        Collectives collectives = new Collectives(Form.of(options), Pace.of(options));
        Program.print(collectives.form.heading());
        for (Operation operation : operations) collectives.time(operation, sizes);
        return 0;
    }

    private static Operation[] operations(Options options) throws Options.Invalid {
        return options.has("only")
                ? options.choices("only", Operation.class).toArray(new Operation[0])
                : Operation.offered();
    }

    private void time(Operation operation, int[] sizes) throws Exception {
        if (operation == Operation.BARRIER) {
            time(operation, 0, new Blocks(0, false));
            return;
        }
        int element = operation.computes() ? Double.BYTES : 1;
        int[] lengths = Arrays.stream(sizes)
                .map(size -> Math.max(1, size / element))
                .distinct()
                .toArray();
        for (int length : lengths) time(operation, (long) length * element, new Blocks(length, operation.computes()));
    }

    private void time(Operation operation, long bytes, Blocks blocks) throws Exception {
        long calls = 1;
        long nanos;
        long untimed = warmUp.nanos(operation.toString());
        for (long spent = 0; spent < untimed; spent += nanos) {
            nanos = batch(operation, blocks, calls);
            calls = pace.next(calls, nanos);
        }
        double[] micros = new double[pace.batches()];
        for (int k = 0; k < micros.length; k++) micros[k] = batch(operation, blocks, calls) / 1e3 / calls;
        Program.print(form.row(Series.of(operation.toString(), ranks, bytes, micros)));
    }

    /** Returns how long calls took on the slowest rank, in ns, on every rank. */
    private long batch(Operation operation, Blocks blocks, long calls) throws Exception {
        MPI.COMM_WORLD.Barrier();
        long start = System.nanoTime();
        for (long i = 0; i < calls; i++) {
            operation.run(blocks, turn);
            turn = turn + 1 == ranks ? 0 : turn + 1;
        }
        mine[0] = System.nanoTime() - start;
        MPI.COMM_WORLD.Allreduce(mine, 0, slowest, 0, 1, MPI.DOUBLE, MPI.MAX);
        return (long) slowest[0];
    }
}
