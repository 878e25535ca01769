package org.jmpi.ibm.beyond.comm;

import java.util.List;
import mpi.Comm;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Ranks;
import org.jmpi.ibm.beyond.ccl.AllCollectives;

/**
 * Intercommunicators between parts: two at once, each between two quarters of the world, and then their merged halves.
 */
public final class Intersplit {
    private static final int TAG = 3;

    private Intersplit() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.atLeast(4);
        Intracomm world = MPI.COMM_WORLD;
        int me = world.Rank();
        Intracomm half = world.Split(me % 2, me);
        int rank = half.Rank();
        int cut = half.Size() / 2;
        Intracomm own = half.Split(rank < cut ? 0 : 1, rank);
        Intercomm inter = half.Create_intercomm(own, 0, rank < cut ? cut : 0, TAG);
        int[] number = {me};
        inter.Send(number, 0, 1, MPI.INT, inter.Rank() % inter.Remote_size(), TAG);
        for (int from = 0; from < inter.Remote_size(); from++) {
            if (from % inter.Size() != inter.Rank()) continue;
            inter.Recv(number, 0, 1, MPI.INT, from, TAG);
            int other = rank < cut ? cut + from : from;
            Check.equal(2 * other + me % 2, number[0], "rank in the world of the sender");
        }
        Intracomm merged = inter.Merge(rank >= cut);
        Check.equal(MPI.CONGRUENT, Comm.Compare(merged, half), "merged quarters and their half");
        AllCollectives.check(merged, 4, 0);
        for (Comm comm : List.of(merged, inter, own, half)) comm.Free();
        MPI.Finalize();
    }
}
