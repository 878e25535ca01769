package org.jmpi.comm.communicator;

import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/** An ordered set of ranks of the world (MPI-4.1 section 7.3). Immutable. */
public final class Group {
    /** The group without members. */
    public static final Group EMPTY = of();

    private final int[] worldRanks;

    /** Whether each member's world rank is the one before it plus one, as in the world and in every group of one. */
    private final boolean consecutive;

    /** Made when first asked for; threads that race for it make equal ones, whose fields are final. */
    private Index index;

    private Group(int[] worldRanks) {
        this.worldRanks = worldRanks;
        this.consecutive = areConsecutive(worldRanks);
    }

    private static boolean areConsecutive(int[] worldRanks) {
        for (int i = 1; i < worldRanks.length; i++) if (worldRanks[i] != worldRanks[0] + i) return false;
        return true;
    }

    /**
     * {@return the group of these ranks of the world, in this order; they differ from each other}
     *
     * @param worldRanks in the order of their ranks in the group
     */
    public static Group of(int... worldRanks) {
        return new Group(worldRanks.clone());
    }

    /**
     * {@return the group of all ranks of a world}
     *
     * @param size the number of ranks
     */
    public static Group world(int size) {
        int[] all = new int[size];
        for (int rank = 0; rank < size; rank++) all[rank] = rank;
        return new Group(all);
    }

    /** {@return the number of members} */
    public int size() {
        return worldRanks.length;
    }

    /**
     * {@return the rank in the world of a rank of the group}
     *
     * @param rank of the group
     */
    public int worldRank(int rank) {
        return worldRanks[rank];
    }

    /** {@return the ranks in the world of all ranks of the group, in the group's order} */
    public int[] worldRanks() {
        return worldRanks.clone();
    }

    /**
     * {@return the rank in the group of a rank of the world; {@link Communicator#UNDEFINED} if it is not a member}
     *
     * @param worldRank a rank in the world
     */
    public int rankOf(int worldRank) {
        if (!consecutive) return index().rankOf(worldRank);
        if (worldRanks.length == 0) return Communicator.UNDEFINED;
        int rank = worldRank - worldRanks[0];
        return rank >= 0 && rank < worldRanks.length ? rank : Communicator.UNDEFINED;
    }

    private boolean contains(int worldRank) {
        return rankOf(worldRank) != Communicator.UNDEFINED;
    }

    private Index index() {
        Index made = index;
        if (made == null) index = made = Index.of(worldRanks);
        return made;
    }

    // ---- comparison and translation (MPI-4.1 section 7.3.1) ----

    /**
     * {@return whether another group has the same members in the same order, in another one, or others}
     *
     * @param other the other group
     */
    public Comparison compare(Group other) {
        if (Arrays.equals(worldRanks, other.worldRanks)) return Comparison.IDENT;
        boolean similar = size() == other.size() && Arrays.stream(worldRanks).allMatch(other::contains);
        return similar ? Comparison.SIMILAR : Comparison.UNEQUAL;
    }

    /**
     * {@return the ranks that members of this group have in another one: {@link Communicator#UNDEFINED} for those it
     * lacks, {@link Communicator#PROC_NULL} for PROC_NULL}
     *
     * @param ranks ranks of this group
     * @param to the group that they are looked for in
     * @throws CommException of class ARG if {@code ranks} is null; RANK if one of them is out of range
     */
    public int[] translate(int[] ranks, Group to) {
        checkNotNull("ranks", ranks);
        int[] translated = new int[ranks.length];
        for (int i = 0; i < ranks.length; i++) {
            if (ranks[i] != Communicator.PROC_NULL) checkRank(ranks[i], i);
            translated[i] = ranks[i] == Communicator.PROC_NULL ? ranks[i] : to.rankOf(worldRanks[ranks[i]]);
        }
        return translated;
    }

    // ---- set operations (MPI-4.1 section 7.3.2) ----

    /**
     * {@return the members of this group, followed by those of the other that this one lacks}
     *
     * @param other the other group
     */
    public Group union(Group other) {
        IntStream more = Arrays.stream(other.worldRanks).filter(member -> !contains(member));
        return new Group(IntStream.concat(Arrays.stream(worldRanks), more).toArray());
    }

    /**
     * {@return the members of this group that the other has too, in this one's order}
     *
     * @param other the other group
     */
    public Group intersection(Group other) {
        return new Group(Arrays.stream(worldRanks).filter(other::contains).toArray());
    }

    /**
     * {@return the members of this group that the other lacks, in this one's order}
     *
     * @param other the other group
     */
    public Group difference(Group other) {
        return new Group(Arrays.stream(worldRanks)
                .filter(member -> !other.contains(member))
                .toArray());
    }

    // ---- subsets (MPI-4.1 section 7.3.2) ----

    /**
     * {@return the group of these ranks of this group, in the order in which they are given}
     *
     * @param ranks the ranks to take, in the order of the new group
     * @throws CommException of class ARG if {@code ranks} is null; RANK if one of them is out of range or occurs twice
     */
    public Group incl(int[] ranks) {
        checkDistinct(ranks);
        return only(ranks);
    }

    /**
     * {@return this group without these ranks of it, in its own order}
     *
     * @param ranks the ranks to leave out
     * @throws CommException as {@link #incl} does
     */
    public Group excl(int[] ranks) {
        checkDistinct(ranks);
        return without(ranks);
    }

    /**
     * {@return the group of the ranks that ranges of this group yield, in that order}
     *
     * @param ranges triplets of first rank, bound and stride: {@code first, first + stride, ...} as far as the bound,
     *     which need not be a rank itself
     * @throws CommException of class ARG if {@code ranges} or one of them is null or no triplet, has stride 0 or leads
     *     away from its bound, or if two yield the same rank; RANK if one yields a rank that is out of range
     */
    public Group rangeIncl(int[][] ranges) {
        return only(ranksOf(ranges));
    }

    /**
     * {@return this group without the ranks that ranges of it yield, in its own order}
     *
     * @param ranges the ranks to leave out, as {@link #rangeIncl} has them
     * @throws CommException as {@link #rangeIncl} does
     */
    public Group rangeExcl(int[][] ranges) {
        return without(ranksOf(ranges));
    }

    private Group only(int[] ranks) {
        return new Group(Arrays.stream(ranks).map(this::worldRank).toArray());
    }

    private Group without(int[] ranks) {
        BitSet excluded = new BitSet(size());
        for (int rank : ranks) excluded.set(rank);
        return new Group(IntStream.range(0, size())
                .filter(rank -> !excluded.get(rank))
                .map(this::worldRank)
                .toArray());
    }

    private int[] ranksOf(int[][] ranges) {
        checkNotNull("ranges", ranges);
        IntStream.Builder ranks = IntStream.builder();
        BitSet seen = new BitSet(size());
        for (int i = 0; i < ranges.length; i++) {
            int steps = stepsOf(ranges[i], i);
            for (int step = 0; step <= steps; step++) {
                int rank = ranges[i][0] + step * ranges[i][2];
                if (seen.get(rank)) throw refused(ErrorClass.ARG, "overlaps another at rank " + rank, i, ranges[i]);
                seen.set(rank);
                ranks.add(rank);
            }
        }
        return ranks.build().toArray();
    }

    /** Returns how often the stride of a range is added to its first rank. */
    private int stepsOf(int[] range, int index) {
        if (range == null || range.length < 3) throw refused(ErrorClass.ARG, "is not a triplet", index, range);
        long first = range[0];
        long way = range[1] - first;
        long stride = range[2];
        if (stride == 0) throw refused(ErrorClass.ARG, "has stride 0", index, range);
        if (way * stride < 0) throw refused(ErrorClass.ARG, "leads away from its bound", index, range);
        long last = first + way / stride * stride;
        if (Math.min(first, last) < 0 || Math.max(first, last) >= size())
            throw refused(ErrorClass.RANK, "leads out of the group of " + size(), index, range);
        return (int) (way / stride);
    }

    private static CommException refused(ErrorClass errorClass, String why, int index, int[] range) {
        return new CommException(errorClass, "range " + why + ": index=" + index + ", range=" + Arrays.toString(range));
    }

    // ---- checks ----

    private void checkDistinct(int[] ranks) {
        checkNotNull("ranks", ranks);
        BitSet seen = new BitSet(size());
        for (int i = 0; i < ranks.length; i++) {
            checkRank(ranks[i], i);
            if (seen.get(ranks[i]))
                throw new CommException(ErrorClass.RANK, "rank occurs twice: rank=" + ranks[i] + ", index=" + i);
            seen.set(ranks[i]);
        }
    }

    private void checkRank(int rank, int index) {
        if (rank < 0 || rank >= size())
            throw new CommException(
                    ErrorClass.RANK, "rank out of range: rank=" + rank + ", index=" + index + ", size=" + size());
    }

    private static void checkNotNull(String name, Object array) {
        if (array == null) throw new CommException(ErrorClass.ARG, name + " is null");
    }

    /** The ranks in the group of all ranks of the world from the lowest member's on. */
    private record Index(int lowest, int[] ranks) {
        static Index of(int[] worldRanks) {
            int lowest = Arrays.stream(worldRanks).min().orElseThrow();
            int highest = Arrays.stream(worldRanks).max().orElseThrow();
            int[] ranks = new int[highest - lowest + 1];
            Arrays.fill(ranks, Communicator.UNDEFINED);
            for (int rank = 0; rank < worldRanks.length; rank++) ranks[worldRanks[rank] - lowest] = rank;
            return new Index(lowest, ranks);
        }

        int rankOf(int worldRank) {
            int index = worldRank - lowest;
            return index >= 0 && index < ranks.length ? ranks[index] : Communicator.UNDEFINED;
        }
    }
}
