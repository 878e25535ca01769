package org.jmpi.ibm.beyond.threads;

import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.beyond.Threads;

/** Many threads of each rank, every one in a communicator of its own, and all with the same tag. */
public final class Manycomms {
    private Manycomms() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm[] comms = new Intracomm[Neighbours.THREADS];
        for (int i = 0; i < comms.length; i++) comms[i] = (Intracomm) MPI.COMM_WORLD.clone();
        Threads.run(comms.length, thread -> Neighbours.exchange(comms[thread], 0));
        for (Intracomm comm : comms) comm.Free();
        MPI.Finalize();
    }
}
