package org.jmpi.ibm.beyond.ccl;

import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.beyond.Threads;

/**
 * Collective operations in two communicators at once, by two threads of each rank: half of the ranks begin with one,
 * half with the other.
 */
public final class Overlapping {
    private static final int ROUNDS = 30;

    private Overlapping() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int me = world.Rank();
        Intracomm[] comms = {(Intracomm) world.clone(), world.Split(0, -me)};
        Threads.run(2, thread -> {
            Intracomm comm = comms[(thread + me) % 2];
            for (int round = 0; round < ROUNDS; round++) AllCollectives.check(comm, round * 20, round % comm.Size());
        });
        for (Intracomm comm : comms) comm.Free();
        MPI.Finalize();
    }
}
