package org.jmpi.ibm.comm;

import java.util.stream.IntStream;
import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Ranks;

/** Split by colour: the even ranks and the odd ranks find themselves among their like, in order. */
public final class Split {
    private Split() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.even();
        Intracomm world = MPI.COMM_WORLD;
        int me = world.Rank();
        Intracomm part = world.Split(me % 2, me);
        int half = world.Size() / 2;
        Check.equal(half, part.Size(), "ranks of a colour");
        int[] members = new int[half];
        part.Allgather(new int[] {me}, 0, 1, MPI.INT, members, 0, 1, MPI.INT);
        Check.equal(IntStream.range(0, half).map(i -> 2 * i + me % 2).toArray(), members, "ranks of the own colour");
        part.Free();
        MPI.Finalize();
    }
}
