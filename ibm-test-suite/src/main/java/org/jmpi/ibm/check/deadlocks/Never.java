package org.jmpi.ibm.check.deadlocks;

import java.util.concurrent.CountDownLatch;
import mpi.MPI;

/** One rank never enters the collective operation in which the others wait. */
public final class Never {
    private Never() {}

    public static void main(String[] args) throws InterruptedException {
        MPI.Init(args);
        if (MPI.COMM_WORLD.Rank() == 0) new CountDownLatch(1).await();
        MPI.COMM_WORLD.Bcast(new int[1], 0, 1, MPI.INT, 0);
        MPI.Finalize();
    }
}
