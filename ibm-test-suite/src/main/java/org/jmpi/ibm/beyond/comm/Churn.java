package org.jmpi.ibm.beyond.comm;

import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;

/** Communicators that are made, used once and freed. */
final class Churn {
    private Churn() {}

    static void run(int rounds) {
        Intracomm world = MPI.COMM_WORLD;
        int me = world.Rank();
        int ranks = world.Size();
        for (int round = 0; round < rounds; round++) {
            Intracomm comm = round % 2 == 0 ? (Intracomm) world.clone() : world.Split(0, -me);
            int[] sum = new int[1];
            comm.Allreduce(new int[] {me + round}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
            Check.equal(ranks * (ranks - 1) / 2 + ranks * round, sum[0], "sum in communicator " + round);
            comm.Free();
            Check.isTrue(comm.Is_null(), "a freed communicator is void");
        }
    }
}
