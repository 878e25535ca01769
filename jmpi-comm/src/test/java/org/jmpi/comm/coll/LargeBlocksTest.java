package org.jmpi.comm.coll;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jmpi.comm.coll.select.Tuning;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.schedule.Blocks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Blocks that begin beyond the elements that an int counts: of one byte each, a gibibyte apart. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class LargeBlocksTest {
    private static final int RANKS = 5;
    private static final int OFFSET = 3;
    private static final int ROW = 1 << 20;
    private static final int GIB = 1 << 30;
    private static final Layout BYTE = Layout.of(BasicType.BYTE);
    private static final Layout FAR =
            Layout.struct(new int[] {1, 1}, new int[] {0, GIB}, new Layout[] {BYTE, Layout.UB});

    /** Stands for all rows between two blocks; nothing is written to it. */
    private static final byte[] GAP = new byte[ROW];

    /** An operation on the blocks of each rank. */
    private interface Call {
        void run(RankView peers, byte[][] send, byte[][] receive);
    }

    /** Returns memory with one byte at the start of each block. */
    private static byte[][] memory(int... values) {
        byte[][] rows = new byte[RANKS * (GIB / ROW)][];
        Arrays.fill(rows, GAP);
        for (int block = 0; block < RANKS; block++) {
            byte[] first = new byte[ROW];
            first[OFFSET] = (byte) values[block];
            rows[block * (GIB / ROW)] = first;
        }
        return rows;
    }

    private static int[] values(byte[][] memory) {
        return IntStream.range(0, RANKS)
                .map(block -> memory[block * (GIB / ROW)][OFFSET])
                .toArray();
    }

    private static Buffer one(byte[][] memory) {
        return new Buffer(memory, OFFSET, 1, FAR);
    }

    private static Blocks all(byte[][] memory) {
        return Blocks.equal(one(memory));
    }

    private static Blocks varying(byte[][] memory) {
        int[] ones = new int[RANKS];
        Arrays.fill(ones, 1);
        return Blocks.varying(one(memory), ones, IntStream.range(0, RANKS).toArray());
    }

    private static Stream<Arguments> of(Class<? extends Enum<?>> algorithms, Call call) {
        return Stream.of(algorithms.getEnumConstants())
                .map(algorithm -> Arguments.of(algorithms.getEnclosingClass().getSimpleName(), algorithm.name(), call));
    }

    /** Returns operations that give each rank one byte of each. */
    static Stream<Arguments> calls() {
        return Stream.of(
                        of(
                                Allgather.Algorithm.class,
                                (peers, send, receive) ->
                                        Allgather.run(peers, all(send).of(peers.rank()), all(receive))),
                        of(
                                Allgatherv.Algorithm.class,
                                (peers, send, receive) ->
                                        Allgatherv.run(peers, varying(send).of(peers.rank()), varying(receive))),
                        of(
                                Alltoall.Algorithm.class,
                                (peers, send, receive) -> Alltoall.run(peers, all(send), all(receive))),
                        of(
                                Alltoallv.Algorithm.class,
                                (peers, send, receive) -> Alltoallv.run(peers, varying(send), varying(receive))),
                        of(Gather.Algorithm.class, (peers, send, receive) -> {
                            for (int root = 0; root < RANKS; root++)
                                Gather.run(peers, all(send).of(root), all(receive), root);
                        }),
                        of(Gatherv.Algorithm.class, (peers, send, receive) -> {
                            for (int root = 0; root < RANKS; root++)
                                Gatherv.run(peers, varying(send).of(root), varying(receive), root);
                        }),
                        of(Scatter.Algorithm.class, (peers, send, receive) -> {
                            for (int root = 0; root < RANKS; root++)
                                Scatter.run(peers, all(send), all(receive).of(root), root);
                        }),
                        of(Scatterv.Algorithm.class, (peers, send, receive) -> {
                            for (int root = 0; root < RANKS; root++)
                                Scatterv.run(
                                        peers, varying(send), varying(receive).of(root), root);
                        }))
                .flatMap(each -> each);
    }

    @ParameterizedTest(name = "{0} by {1}")
    @MethodSource("calls")
    void blocksLieBeyondWhatAnIntCounts(String operation, String algorithm, Call call) throws Exception {
        Tuning tuning = Algorithms.tuning(Map.of(Tuning.PREFIX + operation.toLowerCase(Locale.ROOT), algorithm));
        boolean hosts = algorithm.equals("HIERARCHICAL");
        IntUnaryOperator firstOf = hosts ? rank -> rank / 2 * 2 : rank -> 0;
        int cell = hosts || algorithm.equals("SHARED") ? 4096 : 0;
        try (FakeWorld world = new FakeWorld(RANKS, true, cell, firstOf)) {
            world.run(tuning, peers -> {
                int me = peers.rank();
                byte[][] receive = memory(new int[RANKS]);
                int[] sent = IntStream.range(0, RANKS).map(to -> 10 * me + to).toArray();
                call.run(peers, memory(sent), receive);
                boolean toEach = operation.startsWith("Alltoall")
                        || operation.startsWith("Scatter")
                        || operation.startsWith("Gather");
                int[] expected = IntStream.range(0, RANKS)
                        .map(from -> 10 * from + (toEach ? me : from))
                        .toArray();
                assertArrayEquals(expected, values(receive));
            });
        }
        assertArrayEquals(new byte[ROW], GAP);
    }

    @Test
    void severalBlocksAsOneHaveMoreItemsThanAnIntCounts() {
        Blocks equal = Blocks.equal(new Buffer(memory(new int[RANKS]), OFFSET, GIB, BYTE));
        assertEquals(OFFSET + 4L * GIB, equal.of(4).offset());
        assertEquals(3L * GIB, equal.of(1, 3).count());
        assertEquals(5L * GIB, equal.bytes(5));
        Blocks pairs = equal.joined(new int[] {0, 2}, new int[] {2, 3});
        assertEquals(3L * GIB, pairs.count(1));
        assertEquals(OFFSET + 2L * GIB, pairs.of(1).offset());
        assertEquals(5L * GIB, pairs.bytes(2));
    }
}
