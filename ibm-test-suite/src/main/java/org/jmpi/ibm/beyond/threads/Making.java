package org.jmpi.ibm.beyond.threads;

import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.beyond.Threads;

/** Several threads of each rank make and free communicators at once, every one from a communicator of its own. */
public final class Making {
    private static final int THREADS = 4;
    private static final int ROUNDS = 30;

    private Making() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm[] comms = new Intracomm[THREADS];
        for (int i = 0; i < THREADS; i++) comms[i] = (Intracomm) MPI.COMM_WORLD.clone();
        Threads.run(THREADS, thread -> {
            for (int round = 0; round < ROUNDS; round++) {
                Intracomm clone = (Intracomm) comms[thread].clone();
                Intracomm part = clone.Split(clone.Rank() % 2, 0);
                check(clone, thread);
                check(part, thread);
                part.Free();
                clone.Free();
            }
        });
        for (Intracomm comm : comms) comm.Free();
        MPI.Finalize();
    }

    /** Checks that no other thread's communicator is in the way. */
    private static void check(Intracomm comm, int thread) {
        int[] most = new int[2];
        comm.Allreduce(new int[] {thread, -thread}, 0, most, 0, 2, MPI.INT, MPI.MAX);
        Check.equal(new int[] {thread, -thread}, most, "thread that a communicator belongs to");
    }
}
