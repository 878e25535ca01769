package org.jmpi.ibm.beyond.threads;

import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.beyond.Threads;
import org.jmpi.ibm.beyond.ccl.AllCollectives;

/** Several threads of each rank run collective operations, every one in a communicator of its own. */
public final class Collectives {
    private static final int THREADS = 4;

    private Collectives() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm[] comms = new Intracomm[THREADS];
        for (int i = 0; i < THREADS; i++) comms[i] = (Intracomm) MPI.COMM_WORLD.clone();
        Threads.run(THREADS, thread -> {
            for (int round = 0; round < 10; round++)
                AllCollectives.check(comms[thread], 50 * round + thread, round % MPI.COMM_WORLD.Size());
        });
        for (Intracomm comm : comms) comm.Free();
        MPI.Finalize();
    }
}
