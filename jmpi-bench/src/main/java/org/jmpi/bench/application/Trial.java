package org.jmpi.bench.application;

import java.util.Arrays;
import mpi.MPI;
import org.jmpi.bench.ProgressBar;

/**
 * Times a problem of an application: first rank 0 alone solves it, then all ranks do, in each model.
 *
 * @param <R> what a solution results in
 */
final class Trial<R> {
    private final Problem<R> problem;
    private final int rounds;
    private final ProgressBar progress;
    private final double[] alone;
    private final R expected;

    /** Solves the problem on rank 0, and takes the times; the other ranks wait. */
    Trial(Problem<R> problem, int rounds, ProgressBar progress) throws Exception {
        this.problem = problem;
        this.rounds = rounds;
        this.progress = progress;
        alone = new double[rounds];
        R last = null;
        for (int i = 0; i < rounds && MPI.COMM_WORLD.Rank() == 0; i++) {
            long start = System.nanoTime();
            last = problem.solve(progress);
            alone[i] = (System.nanoTime() - start) / 1e6;
        }
        expected = last;
        MPI.COMM_WORLD.Barrier();
    }

    /**
     * What came of a model.
     *
     * @param alone median time of the sequential solution in ms
     * @param together median time of all ranks in ms
     * @param check of the last round, or of the first that failed
     * @param statistics of the last round
     */
    record Outcome(double alone, double together, Check check, String statistics) {}

    /** Solves the problem in a model; only rank 0 gets a useful check. */
    <P extends Problem<R>> Outcome run(Solution.Maker<P, R> maker, P asked) throws Exception {
        double[] times = new double[rounds];
        Check check = new Check(true, "");
        String statistics = "";
        try {
            for (int i = 0; i < rounds; i++) {
                Solution<R> solution = maker.make(asked);
                times[i] = time(solution);
                statistics = solution.statistics();
                R result = solution.result();
                solution.free();
                if (MPI.COMM_WORLD.Rank() == 0)
                    check = problem.check(expected, result).and(check);
            }
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
        progress.end();
        return new Outcome(median(alone), median(times), check, statistics);
    }

    /** Returns the time in ms from a barrier until the last rank is done. */
    private double time(Solution<R> solution) throws Throwable {
        MPI.COMM_WORLD.Barrier();
        long start = System.nanoTime();
        solution.run(progress);
        MPI.COMM_WORLD.Barrier();
        return (System.nanoTime() - start) / 1e6;
    }

    private static double median(double[] times) {
        double[] sorted = times.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
