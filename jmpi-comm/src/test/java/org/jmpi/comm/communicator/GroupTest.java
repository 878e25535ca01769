package org.jmpi.comm.communicator;

import static org.jmpi.comm.communicator.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BinaryOperator;
import java.util.stream.IntStream;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class GroupTest {
    private static final int WORLD = 4;

    /** Every choice of ranks of a small world, in every order. */
    private static List<List<Integer>> arrangements() {
        List<List<Integer>> all = new ArrayList<>();
        arrange(new ArrayList<>(), all);
        return all;
    }

    private static void arrange(List<Integer> begun, List<List<Integer>> all) {
        all.add(List.copyOf(begun));
        for (int rank = 0; rank < WORLD; rank++) {
            if (begun.contains(rank)) continue;
            begun.add(rank);
            arrange(begun, all);
            begun.remove(begun.size() - 1);
        }
    }

    private static Group group(List<Integer> members) {
        return Group.of(ints(members));
    }

    private static int[] ints(Iterable<Integer> values) {
        IntStream.Builder ints = IntStream.builder();
        values.forEach(ints::add);
        return ints.build().toArray();
    }

    private static void assertMembers(int[] expected, Group group) {
        assertArrayEquals(expected, group.worldRanks());
        assertEquals(expected.length, group.size());
    }

    private interface OnPair {
        void accept(List<Integer> a, List<Integer> b);
    }

    private static void forEachPair(OnPair test) {
        List<List<Integer>> all = arrangements();
        assertEquals(65, all.size());
        for (List<Integer> a : all) for (List<Integer> b : all) test.accept(a, b);
    }

    private static void assertCombines(BinaryOperator<Group> operation, BinaryOperator<Set<Integer>> model) {
        forEachPair((a, b) -> {
            Set<Integer> expected = model.apply(new LinkedHashSet<>(a), new LinkedHashSet<>(b));
            assertMembers(ints(expected), operation.apply(group(a), group(b)));
        });
    }

    @Test
    void everyMemberHasItsRankAndNobodyElseHasOne() {
        for (List<Integer> members : arrangements()) {
            Group group = group(members);
            for (int worldRank = -2; worldRank <= WORLD; worldRank++)
                assertEquals(members.indexOf(worldRank), group.rankOf(worldRank), members + ", " + worldRank);
            for (int rank = 0; rank < members.size(); rank++) assertEquals(members.get(rank), group.worldRank(rank));
            for (int stranger : new int[] {Integer.MIN_VALUE, Integer.MAX_VALUE})
                assertEquals(Communicator.UNDEFINED, group.rankOf(stranger));
        }
    }

    @Test
    void theWorldIsEveryRankInOrder() {
        assertMembers(new int[] {0, 1, 2, 3, 4}, Group.world(5));
        assertMembers(new int[0], Group.EMPTY);
        assertEquals(Communicator.UNDEFINED, Group.EMPTY.rankOf(0));
        Group high = Group.of(7, 8, 9);
        assertEquals(0, high.rankOf(7));
        assertEquals(2, high.rankOf(9));
        assertEquals(Communicator.UNDEFINED, high.rankOf(6));
        assertEquals(Communicator.UNDEFINED, high.rankOf(10));
        assertEquals(Communicator.UNDEFINED, high.rankOf(Integer.MIN_VALUE));
    }

    @Test
    void aGroupDoesNotChangeWithTheArraysThatItTookOrGave() {
        int[] given = {3, 1, 2};
        Group group = Group.of(given);
        given[0] = 9;
        assertNotSame(group.worldRanks(), group.worldRanks());
        group.worldRanks()[1] = 9;
        assertMembers(new int[] {3, 1, 2}, group);
        assertEquals(0, group.rankOf(3));
    }

    /** A search through the members for each rank would take a minute. */
    @Test
    @Timeout(20)
    void ranksOfALargeGroupAreFoundWithoutASearch() {
        int size = 1 << 18;
        Group backwards = Group.of(
                IntStream.range(0, size).map(rank -> 5 + 2 * (size - 1 - rank)).toArray());
        for (int rank = 0; rank < size; rank++) {
            assertEquals(rank, backwards.rankOf(backwards.worldRank(rank)));
            assertEquals(Communicator.UNDEFINED, backwards.rankOf(backwards.worldRank(rank) + 1));
        }
        Group world = Group.world(size);
        for (int rank = 0; rank < size; rank++) assertEquals(rank, world.rankOf(rank));
        assertEquals(Communicator.UNDEFINED, world.rankOf(size));
    }

    @Test
    void threadsThatAskAtOnceAllGetTheRank() throws Exception {
        int threads = 4;
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            for (int round = 0; round < 200; round++) {
                Group group = Group.of(8, 3, 5);
                CountDownLatch start = new CountDownLatch(threads);
                List<Future<Integer>> answers = new ArrayList<>();
                for (int i = 0; i < threads; i++)
                    answers.add(executor.submit(() -> {
                        start.countDown();
                        start.await();
                        return group.rankOf(5);
                    }));
                for (Future<Integer> answer : answers) assertEquals(2, answer.get());
            }
        } finally {
            executor.shutdownNow();
        }
    }

    @Test
    void aUnionIsTheFirstGroupAndThenWhatItLacks() {
        assertCombines(Group::union, (a, b) -> {
            a.addAll(b);
            return a;
        });
    }

    @Test
    void anIntersectionIsInTheFirstGroupsOrder() {
        assertCombines(Group::intersection, (a, b) -> {
            a.retainAll(b);
            return a;
        });
    }

    @Test
    void aDifferenceIsInTheFirstGroupsOrder() {
        assertCombines(Group::difference, (a, b) -> {
            a.removeAll(b);
            return a;
        });
    }

    @Test
    void groupsAreIdenticalSimilarOrUnequal() {
        forEachPair((a, b) -> {
            Comparison members = Set.copyOf(a).equals(Set.copyOf(b)) ? Comparison.SIMILAR : Comparison.UNEQUAL;
            Comparison expected = a.equals(b) ? Comparison.IDENT : members;
            assertEquals(expected, group(a).compare(group(b)), a + " and " + b);
        });
        Group group = Group.world(3);
        assertEquals(Comparison.IDENT, group.compare(group));
    }

    @Test
    void ranksAreTranslatedByTheMemberBehindThem() {
        forEachPair((a, b) -> {
            int[] ranks = IntStream.range(0, a.size()).toArray();
            int[] expected = a.stream().mapToInt(b::indexOf).toArray();
            assertArrayEquals(expected, group(a).translate(ranks, group(b)), a + " to " + b);
        });
    }

    @Test
    void ranksMayBeTranslatedInAnyOrderAndRepeatedly() {
        int nobody = Communicator.PROC_NULL;
        int[] ranks = {2, nobody, 0, 2};
        assertArrayEquals(
                new int[] {0, nobody, Communicator.UNDEFINED, 0},
                Group.of(4, 5, 6).translate(ranks, Group.of(6, 5)));
        assertArrayEquals(new int[] {2, nobody, 0, 2}, ranks);
        assertArrayEquals(new int[] {nobody}, Group.EMPTY.translate(new int[] {nobody}, Group.EMPTY));
    }

    @Test
    void inclPicksRanksInTheOrderGivenAndExclLeavesTheRestInOrder() {
        Group group = Group.of(13, 10, 12, 11);
        for (List<Integer> ranks : arrangements()) {
            int[] picked = ranks.stream().mapToInt(group::worldRank).toArray();
            assertMembers(picked, group.incl(ints(ranks)));
            assertMembers(
                    IntStream.range(0, WORLD)
                            .filter(rank -> !ranks.contains(rank))
                            .map(group::worldRank)
                            .toArray(),
                    group.excl(ints(ranks)));
        }
    }

    /** What one triplet yields, by walking: null if it leads nowhere or out of the group. */
    private static int[] walk(int first, int bound, int stride, int size) {
        IntStream.Builder ranks = IntStream.builder();
        if (stride == 0 || stride > 0 && first > bound || stride < 0 && first < bound) return null;
        for (int rank = first; stride > 0 ? rank <= bound : rank >= bound; rank += stride) {
            if (rank < 0 || rank >= size) return null;
            ranks.add(rank);
        }
        return ranks.build().toArray();
    }

    @Test
    void aRangeYieldsWhatWalkingAlongItDoes() {
        Group group = Group.of(14, 10, 12, 11, 13);
        int size = group.size();
        for (int first = -1; first <= size; first++)
            for (int bound = -3; bound <= size + 2; bound++)
                for (int stride = -4; stride <= 4; stride++) {
                    int[][] range = {{first, bound, stride}};
                    int[] ranks = walk(first, bound, stride, size);
                    String what = Arrays.toString(range[0]);
                    if (ranks == null) {
                        assertThrows(CommException.class, () -> group.rangeIncl(range), what);
                        assertThrows(CommException.class, () -> group.rangeExcl(range), what);
                        continue;
                    }
                    assertArrayEquals(
                            group.incl(ranks).worldRanks(),
                            group.rangeIncl(range).worldRanks(),
                            what);
                    assertArrayEquals(
                            group.excl(ranks).worldRanks(),
                            group.rangeExcl(range).worldRanks(),
                            what);
                }
    }

    @Test
    void rangesFollowEachOtherAndABoundMayOvershoot() {
        Group world = Group.world(8);
        int[][] ranges = {{1, 4, 1}, {5, 8, 2}};
        assertMembers(new int[] {1, 2, 3, 4, 5, 7}, world.rangeIncl(ranges));
        assertMembers(new int[] {0, 6}, world.rangeExcl(ranges));
        int[][] down = {{6, 0, -3}};
        assertMembers(new int[] {6, 3, 0}, world.rangeIncl(down));
        assertMembers(new int[] {1, 2, 4, 5, 7}, world.rangeExcl(down));
        assertMembers(new int[] {7, 2}, world.rangeIncl(new int[][] {{7, 7, -5}, {2, 2, 9}}));
        int far = Integer.MAX_VALUE;
        assertMembers(new int[] {3, 5}, world.rangeIncl(new int[][] {{3, far, far}, {5, 10 - far, -far}}));
        assertMembers(new int[0], world.rangeIncl(new int[0][]));
        assertMembers(world.worldRanks(), world.rangeExcl(new int[0][]));
    }

    @Test
    void ranksOutOfRangeOrGivenTwiceAreRefused() {
        Group group = Group.of(8, 9, 7);
        for (int bad : new int[] {-1, 3, Communicator.PROC_NULL, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            String message = "rank out of range: rank=" + bad + ", index=1, size=3";
            int[] ranks = {0, bad};
            assertRefused(ErrorClass.RANK, message, () -> group.incl(ranks));
            assertRefused(ErrorClass.RANK, message, () -> group.excl(ranks));
            if (bad != Communicator.PROC_NULL)
                assertRefused(ErrorClass.RANK, message, () -> group.translate(ranks, group));
        }
        String twice = "rank occurs twice: rank=2, index=2";
        assertRefused(ErrorClass.RANK, twice, () -> group.incl(new int[] {2, 1, 2}));
        assertRefused(ErrorClass.RANK, twice, () -> group.excl(new int[] {2, 1, 2}));
        assertRefused(
                ErrorClass.RANK, "rank out of range: rank=0, index=0, size=0", () -> Group.EMPTY.incl(new int[] {0}));
    }

    @Test
    void nullArraysAreRefused() {
        Group group = Group.world(2);
        assertRefused(ErrorClass.ARG, "ranks is null", () -> group.incl(null));
        assertRefused(ErrorClass.ARG, "ranks is null", () -> group.excl(null));
        assertRefused(ErrorClass.ARG, "ranks is null", () -> group.translate(null, group));
        assertRefused(ErrorClass.ARG, "ranges is null", () -> group.rangeIncl(null));
        assertRefused(ErrorClass.ARG, "ranges is null", () -> group.rangeExcl(null));
    }

    private static void assertRangesRefused(ErrorClass errorClass, String message, int[]... ranges) {
        Group group = Group.world(8);
        assertRefused(errorClass, message, () -> group.rangeIncl(ranges));
        assertRefused(errorClass, message, () -> group.rangeExcl(ranges));
    }

    @Test
    void whatFollowsATripletDoesNotCount() {
        Group group = Group.world(8);
        assertEquals(2, group.rangeIncl(new int[][] {{3, 4, 1, 1}}).size());
        assertEquals(6, group.rangeExcl(new int[][] {{0, 2, 2, 0, 9}}).size());
    }

    @Test
    void malformedRangesAreRefused() {
        int[] good = {0, 2, 1};
        ErrorClass arg = ErrorClass.ARG;
        assertRangesRefused(arg, "range is not a triplet: index=1, range=null", good, null);
        assertRangesRefused(arg, "range is not a triplet: index=0, range=[3, 4]", new int[] {3, 4});
        assertRangesRefused(arg, "range has stride 0: index=0, range=[3, 3, 0]", new int[] {3, 3, 0});
        String away = "range leads away from its bound: index=0, range=";
        assertRangesRefused(arg, away + "[4, 3, 1]", new int[] {4, 3, 1});
        assertRangesRefused(arg, away + "[3, 4, -1]", new int[] {3, 4, -1});
        assertRangesRefused(
                arg, "range overlaps another at rank 2: index=1, range=[7, 2, -5]", good, new int[] {7, 2, -5});
    }

    @Test
    void rangesThatLeadOutOfTheGroupAreRefused() {
        String out = "range leads out of the group of 8: index=0, range=%s";
        int most = Integer.MAX_VALUE;
        int least = Integer.MIN_VALUE;
        int[][] ranges = {
            {0, 8, 1},
            {8, 8, 1},
            {-1, 3, 1},
            {3, -1, -1},
            {8, 0, -1},
            {least, most, 1},
            {most, least, -1},
            {least, most, most},
            {most, least, least},
            {most, most, most},
            {least, least, least},
        };
        for (int[] range : ranges) assertRangesRefused(ErrorClass.RANK, out.formatted(Arrays.toString(range)), range);
    }

    @Test
    void aHandleNamesItsGroupUntilItIsFreed() {
        Group pair = Group.of(1, 2);
        GroupHandle handle = new GroupHandle(pair);
        assertSame(pair, GroupHandle.group(handle));
        handle.free();
        assertRefused(ErrorClass.GROUP, "group has been freed", () -> GroupHandle.group(handle));
        assertRefused(ErrorClass.GROUP, "group has been freed", handle::free);
        assertRefused(ErrorClass.GROUP, "group is null", () -> GroupHandle.group(null));
        assertRefused(ErrorClass.GROUP, "group is MPI.GROUP_NULL", GroupHandle.NULL::free);
        GroupHandle.EMPTY.free();
        assertSame(Group.EMPTY, GroupHandle.group(GroupHandle.EMPTY));
    }
}
