package app;

import mpi.MPI;

/** Computes pi as the integral of 4 / (1 + x * x) from 0 to 1. Each rank adds every Size()-th strip. */
public final class Pi {
    private Pi() {}

    /** Returns pi on every rank. */
    static double compute(int strips) {
        int rank = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();
        double[] part = new double[1];
        for (int strip = rank; strip < strips; strip += size) {
            double x = (strip + 0.5) / strips;
            part[0] += 4 / (1 + x * x) / strips;
        }
        double[] pi = new double[1];
        MPI.COMM_WORLD.Allreduce(part, 0, pi, 0, 1, MPI.DOUBLE, MPI.SUM);
        return pi[0];
    }

    public static void main(String[] args) {
        String[] own = MPI.Init(args);
        double pi = compute(own.length > 0 ? Integer.parseInt(own[0]) : 1_000_000);
        if (MPI.COMM_WORLD.Rank() == 0) System.out.printf("pi is %.9f, by %d ranks%n", pi, MPI.COMM_WORLD.Size());
        MPI.Finalize();
    }
}
