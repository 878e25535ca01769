package org.jmpi.ibm.group;

import java.util.stream.IntStream;
import mpi.Group;
import mpi.MPI;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Ranks;

/** Groups by ranges of ranks: a stride may end before the bound, which need not be a rank, and may go down. */
public final class Range {
    private Range() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.exactly(8);
        Group all = MPI.COMM_WORLD.Group();
        int[][] up = {{1, 4, 1}, {5, 8, 2}};
        check(all, all.Range_incl(up), "ranges up", 1, 2, 3, 4, 5, 7);
        check(all, all.Range_excl(up), "all but the ranges up", 0, 6);
        int[][] down = {{6, 0, -3}};
        check(all, all.Range_incl(down), "range down", 6, 3, 0);
        check(all, all.Range_excl(down), "all but the range down", 1, 2, 4, 5, 7);
        Check.fails(MPI.ERR_ARG, () -> all.Range_incl(new int[][] {{0, 4, 0}}), "range of stride 0");
        all.free();
        MPI.Finalize();
    }

    private static void check(Group all, Group made, String what, int... members) {
        Check.equal(members.length, made.Size(), "size of " + what);
        int[] places = IntStream.range(0, members.length).toArray();
        Check.equal(members, Group.Translate_ranks(made, places, all), "members of " + what);
        int me = MPI.COMM_WORLD.Rank();
        int rank =
                IntStream.of(places).filter(i -> members[i] == me).findFirst().orElse(MPI.UNDEFINED);
        Check.equal(rank, made.Rank(), "own rank in " + what);
        made.free();
    }
}
