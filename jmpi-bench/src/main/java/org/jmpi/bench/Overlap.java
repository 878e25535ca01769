package org.jmpi.bench;

import java.util.Arrays;
import mpi.MPI;
import mpi.Request;

/**
 * Times how much of a non-blocking operation a computation hides; the slowest rank counts.
 *
 * <pre>{@code
 * jmpirun -np 2 overlap
 * jmpirun -np 4 overlap --sizes '8 1048576' --csv
 * }</pre>
 *
 * <ul>
 *   <li>It prints {@code barrier}, and {@code ibarrier}, which is started and waited for at once.
 *   <li>For each size it prints {@code allreduce}, the blocking form; {@code iallreduce}, started and waited for at
 *       once; {@code compute}, a computation about as long as the blocking form; and {@code overlapped}, that
 *       computation between start and wait.
 * </ul>
 *
 * All of the operation is hidden if {@code overlapped} is {@code compute}, nothing if it is the sum of {@code compute}
 * and {@code allreduce}.
 */
public final class Overlap {
    private static final int MAX_SIZE = 1 << 26;
    private static final int CALIBRATIONS = 20;
    private static final double CALIBRATION_MICROS = 2000;

    private final double[] one = new double[1];
    private final double[] slowest = new double[1];
    private final double[] own;
    private final double[] sum;
    private final Form form;
    private final Pace pace;
    private final WarmUp warmUp;

    /** The result of the computation, so that it is not left out. */
    private volatile double computed;

    /** A timed piece of work. */
    @FunctionalInterface
    private interface Body {
        void run(long calls);
    }

    private Overlap(int length, Form form, Pace pace, WarmUp warmUp) {
        this.own = new double[length];
        this.sum = new double[length];
        this.form = form;
        this.pace = pace;
        this.warmUp = warmUp;
    }

    /**
     * Starts the program on this rank.
     *
     * @param args the options that {@code --help} lists
     * @throws Exception what ends the rank, and so the job
     */
    public static void main(String[] args) throws Exception {
        Program.main(args, options(), Overlap::run);
    }

    static Options options() {
        return Form.declare(new Options("overlap", "Times how much of a non-blocking operation a computation hides."))
                .value("sizes", "'N ...'", "8 1024 65536 1048576", "bytes that a rank contributes");
    }

    static int run(Options options) throws Exception {
        int[] sizes = options.integers("sizes", Double.BYTES, MAX_SIZE);
        Form form = Form.of(options);
        Program.print(form.heading());
        Pace pace = Pace.of(options);
        WarmUp warmUp = new WarmUp(pace);
        new Overlap(0, form, pace, warmUp).timeBarriers();
        for (int size : sizes) new Overlap(size / Double.BYTES, form, pace, warmUp).timeReductions();
        return 0;
    }

    private void timeBarriers() throws Exception {
        time("barrier", calls -> {
            for (long i = 0; i < calls; i++) MPI.COMM_WORLD.Barrier();
        });
        time("ibarrier", calls -> {
            for (long i = 0; i < calls; i++) MPI.COMM_WORLD.Ibarrier().Wait();
        });
    }

    private void timeReductions() throws Exception {
        double micros = time("allreduce", calls -> {
            for (long i = 0; i < calls; i++) allreduce();
        });
        time("iallreduce", calls -> {
            for (long i = 0; i < calls; i++) start().Wait();
        });
        long steps = stepsFor(micros);
        time("compute", calls -> {
            for (long i = 0; i < calls; i++) compute(steps);
        });
        time("overlapped", calls -> {
            for (long i = 0; i < calls; i++) {
                Request request = start();
                compute(steps);
                request.Wait();
            }
        });
    }

    private void allreduce() {
        MPI.COMM_WORLD.Allreduce(own, 0, sum, 0, own.length, MPI.DOUBLE, MPI.SUM);
    }

    private Request start() {
        return MPI.COMM_WORLD.Iallreduce(own, 0, sum, 0, own.length, MPI.DOUBLE, MPI.SUM);
    }

    /** Returns how many steps of the computation take so long, the same at every rank. */
    private long stepsFor(double micros) throws Exception {
        long steps = 1000;
        while (computing(steps) < CALIBRATION_MICROS) steps *= 2;
        // The first calls run before the JIT compiler has done its work.
        double least = Double.MAX_VALUE;
        for (int i = 0; i < CALIBRATIONS; i++) least = Math.min(least, computing(steps));
        return Math.max(1, (long) (steps * micros / least));
    }

    /** Returns how long so many steps take at the slowest rank, in microseconds, on every rank. */
    private double computing(long steps) throws Exception {
        long start = System.nanoTime();
        compute(steps);
        return slowest((System.nanoTime() - start) / 1e3);
    }

    /** Computes without touching memory, and without a call of MPI. */
    private void compute(long steps) {
        double value = computed;
        for (long i = 0; i < steps; i++) value = value * 0.999 + 0.001;
        computed = value;
    }

    /** Prints a series, and returns its median in microseconds. */
    private double time(String name, Body body) throws Exception {
        long calls = 1;
        double nanos;
        long untimed = warmUp.nanos(name);
        for (double spent = 0; spent < untimed; spent += nanos) {
            nanos = 1e3 * batch(body, calls);
            calls = pace.next(calls, (long) nanos);
        }
        double[] micros = new double[pace.batches()];
        for (int k = 0; k < micros.length; k++) micros[k] = batch(body, calls) / calls;
        Series series = Series.of(name, MPI.COMM_WORLD.Size(), (long) own.length * Double.BYTES, micros);
        Program.print(form.row(series));
        return Arrays.stream(micros).sorted().toArray()[micros.length / 2];
    }

    /** Returns how long calls took on the slowest rank, in microseconds, on every rank. */
    private double batch(Body body, long calls) throws Exception {
        MPI.COMM_WORLD.Barrier();
        long start = System.nanoTime();
        body.run(calls);
        return slowest((System.nanoTime() - start) / 1e3);
    }

    private double slowest(double micros) throws Exception {
        one[0] = micros;
        MPI.COMM_WORLD.Allreduce(one, 0, slowest, 0, 1, MPI.DOUBLE, MPI.MAX);
        return slowest[0];
    }
}
