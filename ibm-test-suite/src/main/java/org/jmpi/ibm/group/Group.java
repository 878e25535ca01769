package org.jmpi.ibm.group;

import java.util.stream.IntStream;
import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Ranks;

/** The group of all ranks and that of the lower half: set operations, comparison, and a communicator of one. */
public final class Group {
    private Group() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.even();
        int ranks = MPI.COMM_WORLD.Size();
        mpi.Group all = MPI.COMM_WORLD.Group();
        mpi.Group half = all.Incl(ranks(0, ranks / 2));
        accessors(all, half);
        compare(all, half);
        sets(all, half);
        order(all, half);
        communicator(half);
        half.free();
        all.free();
        MPI.Finalize();
    }

    private static int[] ranks(int from, int to) {
        return IntStream.range(from, to).toArray();
    }

    /** Returns the ranks from the last one down to this one. */
    private static int[] downTo(int rank) {
        int last = MPI.COMM_WORLD.Size() - 1;
        return IntStream.rangeClosed(0, last - rank).map(i -> last - i).toArray();
    }

    private static void accessors(mpi.Group all, mpi.Group half) {
        int me = MPI.COMM_WORLD.Rank();
        int ranks = MPI.COMM_WORLD.Size();
        Check.equal(ranks, all.Size(), "size of the group of all");
        Check.equal(me, all.Rank(), "rank in the group of all");
        Check.equal(ranks / 2, half.Size(), "size of the half");
        Check.equal(me < ranks / 2 ? me : MPI.UNDEFINED, half.Rank(), "rank in the half");
        Check.fails(MPI.ERR_RANK, () -> all.Incl(new int[] {ranks}), "Incl of a rank that there is not");
    }

    private static void compare(mpi.Group all, mpi.Group half) {
        int ranks = MPI.COMM_WORLD.Size();
        mpi.Group reversed = all.Incl(downTo(0));
        Check.equal(MPI.IDENT, mpi.Group.Compare(all, MPI.COMM_WORLD.Group()), "a group and itself");
        Check.equal(MPI.UNEQUAL, mpi.Group.Compare(all, half), "a group and its half");
        Check.equal(MPI.SIMILAR, mpi.Group.Compare(all, reversed), "a group and its reverse");
    }

    private static void sets(mpi.Group all, mpi.Group half) {
        int ranks = MPI.COMM_WORLD.Size();
        same(all, mpi.Group.Union(all, half), "union of all and the half");
        same(half, mpi.Group.Intersection(all, half), "intersection of all and the half");
        mpi.Group rest = mpi.Group.Difference(all, half);
        Check.equal(ranks / 2, rest.Size(), "size of the difference of all and the half");
        int[] translated = mpi.Group.Translate_ranks(rest, ranks(0, ranks / 2), all);
        Check.equal(ranks(ranks / 2, ranks), translated, "ranks of the rest among all");
        same(rest, all.Excl(ranks(0, ranks / 2)), "all but the half");
        same(MPI.GROUP_EMPTY, mpi.Group.Intersection(half, rest), "intersection of the half and the rest");
    }

    /** Members come in the order of the first group, then in that of the second. */
    private static void order(mpi.Group all, mpi.Group half) {
        mpi.Group reversed = all.Incl(downTo(0));
        same(reversed, mpi.Group.Union(reversed, all), "union of the reverse and all");
        same(all, mpi.Group.Union(all, reversed), "union of all and the reverse");
        same(reversed, mpi.Group.Intersection(reversed, all), "intersection of the reverse and all");
        same(all, mpi.Group.Intersection(all, reversed), "intersection of all and the reverse");
        mpi.Group rest = all.Incl(downTo(all.Size() / 2));
        same(rest, mpi.Group.Difference(reversed, half), "difference of the reverse and the half");
        same(reversed, mpi.Group.Union(rest, mpi.Group.Intersection(reversed, half)), "union of two backwards parts");
    }

    private static void same(mpi.Group expected, mpi.Group actual, String what) {
        Check.equal(MPI.IDENT, mpi.Group.Compare(expected, actual), what);
    }

    private static void communicator(mpi.Group half) {
        Intracomm made = MPI.COMM_WORLD.Create(half);
        boolean member = half.Rank() != MPI.UNDEFINED;
        Check.equal(member, made != null && !made.Is_null(), "there is a communicator");
        if (!member) return;
        same(half, made.Group(), "group of the communicator of the half");
        Check.equal(half.Rank(), made.Rank(), "rank in the communicator of the half");
        made.Free();
    }
}
