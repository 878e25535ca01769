package org.jmpi.ibm.topo;

import java.util.Arrays;
import mpi.Cartcomm;
import mpi.MPI;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Ranks;

/** Map proposes a place in a grid to each rank, a different one to each. */
public final class Map {
    private static final int RANKS = 8;

    private Map() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.exactly(RANKS);
        Cartcomm line = MPI.COMM_WORLD.Create_cart(new int[] {RANKS}, new boolean[] {false}, false);
        int place = line.Map(new int[] {2, 4}, new boolean[] {false, false});
        Check.isTrue(place >= 0 && place < RANKS, "place " + place + " is one of " + RANKS);
        int[] mine = new int[RANKS];
        mine[place] = 1;
        int[] taken = new int[RANKS];
        line.Reduce(mine, 0, taken, 0, RANKS, MPI.INT, MPI.SUM, 0);
        int[] once = new int[RANKS];
        Arrays.fill(once, 1);
        if (line.Rank() == 0) Check.equal(once, taken, "how many ranks are at each place");
        line.Free();
        MPI.Finalize();
    }
}
