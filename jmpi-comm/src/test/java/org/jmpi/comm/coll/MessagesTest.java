package org.jmpi.comm.coll;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.jmpi.comm.coll.select.Tuning;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.op.Predefined;
import org.jmpi.comm.schedule.Blocks;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each algorithm sends as many messages as its cost says: what a setting asks for is what runs. */
class MessagesTest {
    private static final Layout INT = Layout.of(BasicType.INT);
    private static final int COUNT = 32;
    private static final int ROOT = 1;

    private static Buffer one() {
        return Buffer.of(new int[COUNT]);
    }

    private static Blocks all(RankView peers) {
        return Blocks.equal(new Buffer(new int[COUNT * peers.size()], 0, COUNT, INT));
    }

    private static int rounds(int ranks) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(ranks - 1);
    }

    /** Returns the messages of the exchanges between the largest power of two of ranks. */
    private static int pairs(int ranks) {
        int places = Integer.highestOneBit(ranks);
        return places * rounds(places);
    }

    private static int extra(int ranks) {
        return ranks - Integer.highestOneBit(ranks);
    }

    private static void reduceScatter(RankView peers) {
        int[] counts = new int[peers.size()];
        Arrays.fill(counts, 1);
        Buffer own = Buffer.of(new int[counts.length]);
        ReduceScatter.run(peers, own, one(), counts, Predefined.SUM);
    }

    private static Arguments row(Enum<?> algorithm, Consumer<RankView> call, IntUnaryOperator messages) {
        return Arguments.of(algorithm, call, messages);
    }

    static Stream<Arguments> algorithms() {
        Consumer<RankView> bcast = peers -> Bcast.run(peers, one(), ROOT);
        Consumer<RankView> allgather = peers -> Allgather.run(peers, one(), all(peers));
        Consumer<RankView> alltoall = peers -> Alltoall.run(peers, all(peers), all(peers));
        Consumer<RankView> reduce = peers -> Reduce.run(peers, one(), one(), Predefined.SUM, ROOT);
        Consumer<RankView> allreduce = peers -> Allreduce.run(peers, one(), one(), Predefined.SUM);
        Consumer<RankView> scan = peers -> Scan.run(peers, one(), one(), Predefined.SUM);
        return Stream.of(
                row(Barrier.Algorithm.DISSEMINATION, Barrier::run, p -> p * rounds(p)),
                row(Barrier.Algorithm.BINOMIAL_TREE, Barrier::run, p -> 2 * (p - 1)),
                row(Bcast.Algorithm.BINOMIAL_TREE, bcast, p -> p - 1),
                row(Bcast.Algorithm.SCATTER_ALLGATHER, bcast, p -> p - 1 + p * (p - 1)),
                row(Bcast.Algorithm.CHAIN, bcast, p -> (p - 1) * (4 * COUNT / 64)),
                row(Allgather.Algorithm.RECURSIVE_DOUBLING, allgather, p -> p * rounds(p)),
                row(Allgather.Algorithm.BRUCK, allgather, p -> p * rounds(p)),
                row(Allgather.Algorithm.RING, allgather, p -> p * (p - 1)),
                row(Alltoall.Algorithm.BRUCK, alltoall, p -> p * rounds(p)),
                row(Alltoall.Algorithm.LINEAR, alltoall, p -> p * (p - 1)),
                row(Alltoall.Algorithm.PAIRWISE, alltoall, p -> p * (p - 1)),
                row(Reduce.Algorithm.BINOMIAL_TREE, reduce, p -> p - 1),
                row(Reduce.Algorithm.BINOMIAL_TREE_IN_ORDER, reduce, p -> p),
                row(
                        Reduce.Algorithm.REDUCE_SCATTER_GATHER,
                        reduce,
                        p -> extra(p) + pairs(p) + Integer.highestOneBit(p) - 1),
                row(Allreduce.Algorithm.RECURSIVE_DOUBLING, allreduce, p -> 2 * extra(p) + pairs(p)),
                row(Allreduce.Algorithm.REDUCE_SCATTER_ALLGATHER, allreduce, p -> 2 * extra(p) + 2 * pairs(p)),
                row(Allreduce.Algorithm.RING, allreduce, p -> 2 * p * (p - 1)),
                row(
                        ReduceScatter.Algorithm.RECURSIVE_HALVING,
                        MessagesTest::reduceScatter,
                        p -> 2 * extra(p) + pairs(p)),
                row(ReduceScatter.Algorithm.PAIRWISE, MessagesTest::reduceScatter, p -> p * (p - 1)),
                row(Scan.Algorithm.RECURSIVE_DOUBLING, scan, p -> p * rounds(p) - (1 << rounds(p)) + 1),
                row(Scan.Algorithm.LINEAR, scan, p -> p - 1));
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void anAlgorithmSendsAsManyMessagesAsItsCostSays(
            Enum<?> algorithm, Consumer<RankView> call, IntUnaryOperator messages) throws Exception {
        String operation = algorithm.getDeclaringClass().getEnclosingClass().getSimpleName();
        Tuning tuning = Algorithms.tuning(Map.of(
                Tuning.PREFIX + operation.toLowerCase(Locale.ROOT), algorithm.name(), "jmpi.coll.bcast.segment", "64"));
        for (int ranks : new int[] {2, 4, 8, 13}) {
            try (FakeWorld world = new FakeWorld(ranks, true)) {
                world.run(tuning, call::accept);
                assertEquals(messages.applyAsInt(ranks), world.messages(), ranks + " ranks");
            }
        }
    }
}
