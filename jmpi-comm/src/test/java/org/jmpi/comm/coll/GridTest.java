package org.jmpi.comm.coll;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jmpi.comm.coll.select.Tuning;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.op.Predefined;
import org.jmpi.comm.schedule.Blocks;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Arrays of two dimensions count as if their rows lay one after the other. */
@Timeout(60)
class GridTest {
    private static final int RANKS = 5;
    private static final int COUNT = 6;
    private static final int OFFSET = 4;
    private static final Layout INT = Layout.of(BasicType.INT);

    /** An operation on two arrays. */
    private interface Call {
        void run(RankView peers, Object send, Object receive);
    }

    private static Buffer one(Object array) {
        return new Buffer(array, OFFSET, COUNT, INT);
    }

    private static Blocks all(Object array) {
        return Blocks.equal(new Buffer(array, OFFSET, COUNT, INT));
    }

    private static Blocks varying(Object array) {
        int[] counts = new int[RANKS];
        Arrays.fill(counts, COUNT);
        int[] displacements =
                IntStream.range(0, RANKS).map(i -> (RANKS - 1 - i) * COUNT).toArray();
        return Blocks.varying(new Buffer(array, OFFSET, 0, INT), counts, displacements);
    }

    private static Stream<Arguments> of(Class<? extends Enum<?>> algorithms, Call call) {
        return Stream.of(algorithms.getEnumConstants()).map(algorithm -> {
            String operation = algorithms.getEnclosingClass().getSimpleName();
            return Arguments.of(operation, algorithm.name(), call);
        });
    }

    static Stream<Arguments> calls() {
        int[] counts = new int[RANKS];
        Arrays.fill(counts, COUNT);
        return Stream.of(
                        of(Bcast.Algorithm.class, (peers, send, receive) -> Bcast.run(peers, one(send), 1)),
                        of(
                                Gather.Algorithm.class,
                                (peers, send, receive) -> Gather.run(peers, one(send), all(receive), 1)),
                        of(
                                Gatherv.Algorithm.class,
                                (peers, send, receive) -> Gatherv.run(peers, one(send), varying(receive), 1)),
                        of(
                                Scatter.Algorithm.class,
                                (peers, send, receive) -> Scatter.run(peers, all(send), one(receive), 1)),
                        of(
                                Scatterv.Algorithm.class,
                                (peers, send, receive) -> Scatterv.run(peers, varying(send), one(receive), 1)),
                        of(
                                Allgather.Algorithm.class,
                                (peers, send, receive) -> Allgather.run(peers, one(send), all(receive))),
                        of(
                                Allgatherv.Algorithm.class,
                                (peers, send, receive) -> Allgatherv.run(peers, one(send), varying(receive))),
                        of(
                                Alltoall.Algorithm.class,
                                (peers, send, receive) -> Alltoall.run(peers, all(send), all(receive))),
                        of(
                                Alltoallv.Algorithm.class,
                                (peers, send, receive) -> Alltoallv.run(peers, varying(send), varying(receive))),
                        of(
                                Reduce.Algorithm.class,
                                (peers, send, receive) ->
                                        Reduce.run(peers, one(send), one(receive), Predefined.SUM, 1)),
                        of(
                                Allreduce.Algorithm.class,
                                (peers, send, receive) ->
                                        Allreduce.run(peers, one(send), one(receive), Predefined.SUM)),
                        of(
                                ReduceScatter.Algorithm.class,
                                (peers, send, receive) ->
                                        ReduceScatter.run(peers, one(send), one(receive), counts, Predefined.SUM)),
                        of(
                                Scan.Algorithm.class,
                                (peers, send, receive) -> Scan.run(peers, one(send), one(receive), Predefined.SUM)))
                .flatMap(calls -> calls);
    }

    private static int[] row(int seed) {
        return IntStream.range(0, OFFSET + RANKS * COUNT + 3).map(i -> seed + i).toArray();
    }

    private static int[][] grid(int[] row) {
        List<Integer> ends = List.of(0, 5, 5, 6, 17, 30, row.length);
        return IntStream.range(1, ends.size())
                .mapToObj(i -> Arrays.copyOfRange(row, ends.get(i - 1), ends.get(i)))
                .toArray(int[][]::new);
    }

    private static int[] flat(int[][] grid) {
        return Arrays.stream(grid).flatMapToInt(Arrays::stream).toArray();
    }

    @ParameterizedTest(name = "{0} by {1}")
    @MethodSource("calls")
    void rowsCountAsOneRow(String operation, String algorithm, Call call) throws Exception {
        Tuning tuning = Algorithms.tuning(Map.of(Tuning.PREFIX + operation.toLowerCase(Locale.ROOT), algorithm));
        try (FakeWorld world = new FakeWorld(RANKS, true, algorithm.equals("SHARED") ? 4096 : 0)) {
            world.run(tuning, peers -> {
                int[] send = row(100 * peers.rank());
                int[] receive = row(-100);
                int[][] sendGrid = grid(send);
                int[][] receiveGrid = grid(receive);
                call.run(peers, send, receive);
                call.run(peers, sendGrid, receiveGrid);
                assertArrayEquals(send, flat(sendGrid));
                assertArrayEquals(receive, flat(receiveGrid));
            });
        }
    }
}
