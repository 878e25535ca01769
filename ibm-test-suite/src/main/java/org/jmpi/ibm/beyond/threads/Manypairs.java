package org.jmpi.ibm.beyond.threads;

import mpi.MPI;
import org.jmpi.ibm.beyond.Threads;

/**
 * Many threads of each rank exchange messages with those of its neighbours in one communicator: tags keep them apart.
 */
public final class Manypairs {
    private Manypairs() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Threads.run(Neighbours.THREADS, thread -> Neighbours.exchange(MPI.COMM_WORLD, thread));
        MPI.Finalize();
    }
}
