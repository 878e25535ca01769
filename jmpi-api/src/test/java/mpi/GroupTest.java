package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.jmpi.Jmpi;
import org.jmpi.comm.communicator.Comparison;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

@Timeout(60)
class GroupTest {
    /** The group of all ranks of the calling rank's world. */
    private static Group world() {
        return new Group(Ranks.current().worldComm().group());
    }

    /** A group that belongs to no running world. */
    private static Group of(int... worldRanks) {
        return new Group(org.jmpi.comm.communicator.Group.of(worldRanks));
    }

    private static void assertMembers(int[] worldRanks, Group group) {
        assertArrayEquals(worldRanks, Group.core(group).worldRanks());
        assertEquals(worldRanks.length, group.Size());
    }

    @Test
    void eachRankKnowsItsRankInEveryGroup() {
        for (int ranks = 1; ranks <= 4; ranks++) {
            int size = ranks;
            Jmpi.run(size, () -> {
                Group world = world();
                int me = Talk.rank();
                assertEquals(size, world.Size());
                assertEquals(me, world.Rank());
                Group backwards = world.Range_incl(new int[][] {{size - 1, 0, -1}});
                assertEquals(size - 1 - me, backwards.Rank());
                assertEquals(MPI.UNDEFINED, world.Excl(new int[] {me}).Rank());
                assertEquals(0, world.Incl(new int[] {me}).Rank());
                assertEquals(MPI.UNDEFINED, Group.EMPTY.Rank());
            });
        }
    }

    @Test
    void halvesOfTheWorldCombine() {
        int size = 4;
        Jmpi.run(size, () -> {
            Group all = world();
            Group half = all.Incl(IntStream.range(0, size / 2).toArray());
            Group other = all.Excl(IntStream.range(0, size / 2).toArray());
            assertMembers(new int[] {0, 1}, half);
            assertMembers(new int[] {2, 3}, other);
            assertEquals(MPI.IDENT, Group.Compare(Group.Union(all, half), all));
            assertEquals(MPI.SIMILAR, Group.Compare(Group.Union(other, half), all));
            assertEquals(MPI.IDENT, Group.Compare(Group.Intersection(half, all), half));
            assertEquals(MPI.IDENT, Group.Compare(Group.Difference(all, half), other));
            assertEquals(MPI.UNEQUAL, Group.Compare(half, other));
            assertEquals(MPI.IDENT, Group.Compare(Group.Intersection(half, other), Group.EMPTY));
            assertArrayEquals(new int[] {2, 3}, Group.Translate_ranks(other, new int[] {0, 1}, all));
            assertArrayEquals(
                    new int[] {MPI.UNDEFINED, MPI.PROC_NULL, 0},
                    Group.Translate_ranks(all, new int[] {1, MPI.PROC_NULL, 2}, other));
        });
    }

    @Test
    void rangesOfEightRanks() {
        Group world = of(0, 1, 2, 3, 4, 5, 6, 7);
        int[][] ranges = {{1, 4, 1}, {5, 8, 2}};
        assertMembers(new int[] {1, 2, 3, 4, 5, 7}, world.Range_incl(ranges));
        assertMembers(new int[] {0, 6}, world.Range_excl(ranges));
    }

    @Test
    void comparisonsHaveTheirConstants() {
        assertEquals(MPI.IDENT, Group.code(Comparison.IDENT));
        assertEquals(MPI.CONGRUENT, Group.code(Comparison.CONGRUENT));
        assertEquals(MPI.SIMILAR, Group.code(Comparison.SIMILAR));
        assertEquals(MPI.UNEQUAL, Group.code(Comparison.UNEQUAL));
        assertEquals(
                4,
                IntStream.of(MPI.IDENT, MPI.CONGRUENT, MPI.SIMILAR, MPI.UNEQUAL)
                        .distinct()
                        .count());
    }

    @Test
    void badArgumentsAreRefusedWithTheirValues() {
        Group group = of(4, 5, 6);
        Talk.assertFails(MPI.ERR_RANK, () -> group.Incl(new int[] {0, 3}), "rank=3", "index=1", "size=3");
        Talk.assertFails(MPI.ERR_RANK, () -> group.Incl(new int[] {1, 0, 1}), "rank=1", "index=2");
        Talk.assertFails(MPI.ERR_RANK, () -> group.Excl(new int[] {-1}), "rank=-1", "index=0", "size=3");
        Talk.assertFails(MPI.ERR_ARG, () -> group.Incl(null), "null");
        Talk.assertFails(MPI.ERR_ARG, () -> group.Excl(null), "null");
        Talk.assertFails(MPI.ERR_ARG, () -> group.Range_incl(null), "null");
        Talk.assertFails(MPI.ERR_ARG, () -> group.Range_excl(new int[][] {{0, 1}}), "[0, 1]");
        Talk.assertFails(MPI.ERR_ARG, () -> group.Range_incl(new int[][] {{0, 1, 0}}), "stride 0", "[0, 1, 0]");
        Talk.assertFails(MPI.ERR_RANK, () -> group.Range_excl(new int[][] {{0, 3, 1}}), "[0, 3, 1]", "of 3");
        Talk.assertFails(MPI.ERR_ARG, () -> Group.Translate_ranks(group, null, group), "null");
        Talk.assertFails(
                MPI.ERR_RANK, () -> Group.Translate_ranks(group, new int[] {MPI.ANY_SOURCE}, group), "index=0");
        assertMembers(new int[] {4, 5, 6}, group);
    }

    private static List<Executable> callsOn(Group bad) {
        int[] ranks = {0};
        int[][] ranges = {{0, 0, 1}};
        return List.of(
                bad::Size,
                bad::Rank,
                bad::free,
                () -> bad.Incl(ranks),
                () -> bad.Excl(ranks),
                () -> bad.Range_incl(ranges),
                () -> bad.Range_excl(ranges));
    }

    private static List<Executable> callsWith(Group bad, Group good) {
        int[] ranks = {0};
        return List.of(
                () -> Group.Union(bad, good),
                () -> Group.Union(good, bad),
                () -> Group.Intersection(bad, good),
                () -> Group.Intersection(good, bad),
                () -> Group.Difference(bad, good),
                () -> Group.Difference(good, bad),
                () -> Group.Compare(bad, good),
                () -> Group.Compare(good, bad),
                () -> Group.Translate_ranks(bad, ranks, good),
                () -> Group.Translate_ranks(good, ranks, bad));
    }

    @Test
    void aGroupThatIsNullVoidOrFreedIsRefusedByEveryCall() {
        Jmpi.run(1, () -> {
            Group freed = world();
            freed.free();
            for (Executable call : callsOn(freed)) Talk.assertFails(MPI.ERR_GROUP, call, "freed");
            for (Executable call : callsWith(freed, world())) Talk.assertFails(MPI.ERR_GROUP, call, "freed");
            for (Executable call : callsOn(Group.NULL)) Talk.assertFails(MPI.ERR_GROUP, call, "GROUP_NULL");
            for (Executable call : callsWith(Group.NULL, world())) Talk.assertFails(MPI.ERR_GROUP, call, "GROUP_NULL");
            for (Executable call : callsWith(null, world())) Talk.assertFails(MPI.ERR_GROUP, call, "null");
        });
    }

    @Test
    void freeingAGroupLeavesThoseMadeOfItAndTheEmptyOne() {
        Group group = of(2, 0, 1);
        Group part = group.Incl(new int[] {1, 0});
        Freeable handle = group;
        handle.free();
        assertMembers(new int[] {0, 2}, part);
        Group.EMPTY.free();
        assertEquals(0, Group.EMPTY.Size());
    }

    @Test
    void onlyTheCallersRankNeedsAWorld() {
        Group group = of(1, 0);
        assertEquals(2, group.Size());
        assertEquals(MPI.IDENT, Group.Compare(group, group));
        Talk.assertFails(MPI.ERR_OTHER, group::Rank, "MPI.Init has not been called");
    }
}
