package org.jmpi.ibm.env;

import mpi.MPI;
import org.jmpi.ibm.Check;

/** Time does not go back, and ticks. */
public final class Wtime {
    private static final int SAMPLES = 20;

    private Wtime() {}

    public static void main(String[] args) {
        MPI.Init(args);
        double[] times = new double[SAMPLES];
        for (int i = 0; i < SAMPLES; i++) times[i] = MPI.Wtime();
        for (int i = 1; i < SAMPLES; i++)
            Check.isTrue(times[i] >= times[i - 1], times[i] + " s is no earlier than " + times[i - 1] + " s");
        Check.isTrue(MPI.Wtick() > 0, "a tick of " + MPI.Wtick() + " s is positive");
        MPI.Finalize();
    }
}
