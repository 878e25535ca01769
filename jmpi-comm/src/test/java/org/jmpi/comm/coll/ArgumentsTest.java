package org.jmpi.comm.coll;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.op.Predefined;
import org.jmpi.comm.op.Reducer;
import org.jmpi.comm.schedule.Blocks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Arguments that are not valid are refused before anything is sent, with their values. */
class ArgumentsTest {
    private static final Layout INT = Layout.of(BasicType.INT);
    private static final Blocks GOOD_BLOCKS = Blocks.equal(new Buffer(new int[4], 0, 2, INT));

    private static Buffer good() {
        return ints(4, 0, 2);
    }

    private static Buffer ints(int length, int offset, int count) {
        return new Buffer(new int[length], offset, count, INT);
    }

    private static Blocks varying(int[] counts, int[] displacements) {
        return Blocks.varying(new Buffer(new int[4], 0, 0, INT), counts, displacements);
    }

    private static Arguments row(String name, ErrorClass expected, String message, Consumer<RankView> call) {
        return Arguments.of(name, expected, message, call);
    }

    static List<Arguments> calls() {
        List<Arguments> rows = new ArrayList<>();
        roots(rows);
        buffers(rows);
        equalBlocks(rows);
        varyingBlocks(rows);
        operators(rows);
        counts(rows);
        return rows;
    }

    private static void roots(List<Arguments> rows) {
        for (int root : new int[] {-1, 2}) {
            List<Consumer<RankView>> calls = List.of(
                    peers -> Bcast.run(peers, good(), root),
                    peers -> Gather.run(peers, good(), GOOD_BLOCKS, root),
                    peers -> Gatherv.run(peers, good(), GOOD_BLOCKS, root),
                    peers -> Scatter.run(peers, GOOD_BLOCKS, good(), root),
                    peers -> Scatterv.run(peers, GOOD_BLOCKS, good(), root),
                    peers -> Reduce.run(peers, good(), good(), Predefined.SUM, root));
            for (Consumer<RankView> call : calls)
                rows.add(row("root", ErrorClass.ROOT, "root out of range: rank=" + root + ", size=2", call));
        }
    }

    /** Calls an operation with one bad buffer, at each place in turn. */
    private static void buffers(List<Arguments> rows) {
        List<BiConsumer<RankView, Buffer>> calls = List.of(
                (peers, bad) -> Bcast.run(peers, bad, 0),
                (peers, bad) -> Gather.run(peers, bad, GOOD_BLOCKS, peers.rank()),
                (peers, bad) -> Gather.run(peers, bad, null, 1 - peers.rank()),
                (peers, bad) -> Gatherv.run(peers, bad, GOOD_BLOCKS, peers.rank()),
                (peers, bad) -> Scatter.run(peers, GOOD_BLOCKS, bad, peers.rank()),
                (peers, bad) -> Scatterv.run(peers, null, bad, 1 - peers.rank()),
                (peers, bad) -> Allgather.run(peers, bad, GOOD_BLOCKS),
                (peers, bad) -> Allgatherv.run(peers, bad, GOOD_BLOCKS),
                (peers, bad) -> Reduce.run(peers, bad, good(), Predefined.SUM, 1 - peers.rank()),
                (peers, bad) -> Reduce.run(peers, good(), bad, Predefined.SUM, peers.rank()),
                (peers, bad) -> Allreduce.run(peers, bad, good(), Predefined.SUM),
                (peers, bad) -> Allreduce.run(peers, good(), bad, Predefined.SUM),
                (peers, bad) -> Scan.run(peers, bad, good(), Predefined.SUM),
                (peers, bad) -> Scan.run(peers, good(), bad, Predefined.SUM));
        for (BiConsumer<RankView, Buffer> call : calls) {
            rows.add(row("count", ErrorClass.COUNT, "-3", peers -> call.accept(peers, ints(4, 0, -3))));
            rows.add(row("length", ErrorClass.COUNT, "count=5", peers -> call.accept(peers, ints(4, 0, 5))));
            rows.add(row("offset", ErrorClass.ARG, "offset=7", peers -> call.accept(peers, ints(4, 7, 1))));
            Buffer noType = new Buffer(new int[4], 0, 2, null);
            rows.add(row("type", ErrorClass.TYPE, "null", peers -> call.accept(peers, noType)));
            Buffer noArray = new Buffer(null, 0, 2, INT);
            rows.add(row("array", ErrorClass.BUFFER, "null", peers -> call.accept(peers, noArray)));
            Buffer other = new Buffer(new double[4], 0, 2, INT);
            rows.add(row("array type", ErrorClass.TYPE, "double[]", peers -> call.accept(peers, other)));
        }
    }

    private static List<BiConsumer<RankView, Blocks>> callsWithBlocks() {
        return List.of(
                (peers, bad) -> Gather.run(peers, good(), bad, peers.rank()),
                (peers, bad) -> Gatherv.run(peers, good(), bad, peers.rank()),
                (peers, bad) -> Scatter.run(peers, bad, good(), peers.rank()),
                (peers, bad) -> Scatterv.run(peers, bad, good(), peers.rank()),
                (peers, bad) -> Allgather.run(peers, good(), bad),
                (peers, bad) -> Allgatherv.run(peers, good(), bad),
                (peers, bad) -> Alltoall.run(peers, bad, GOOD_BLOCKS),
                (peers, bad) -> Alltoall.run(peers, GOOD_BLOCKS, bad),
                (peers, bad) -> Alltoallv.run(peers, bad, GOOD_BLOCKS),
                (peers, bad) -> Alltoallv.run(peers, GOOD_BLOCKS, bad));
    }

    private static void equalBlocks(List<Arguments> rows) {
        for (BiConsumer<RankView, Blocks> call : callsWithBlocks()) {
            Blocks tooMany = Blocks.equal(new Buffer(new int[4], 0, 3, INT));
            String sum = "2 ranks x 3 items = 6 elements needed, array has 4: the count is per rank";
            rows.add(row("blocks", ErrorClass.COUNT, sum, peers -> call.accept(peers, tooMany)));
            Blocks fromOneOn = Blocks.equal(new Buffer(new int[4], 1, 2, INT));
            String rest = "4 elements needed, array has 3: the count is per rank (offset=1, array length=4)";
            rows.add(row("blocks", ErrorClass.COUNT, rest, peers -> call.accept(peers, fromOneOn)));
            Blocks negative = Blocks.equal(new Buffer(new int[4], 0, -3, INT));
            rows.add(row("blocks", ErrorClass.COUNT, "-3", peers -> call.accept(peers, negative)));
            Blocks huge = Blocks.equal(new Buffer(new int[4], 0, 1 << 30, INT));
            rows.add(row("blocks", ErrorClass.COUNT, "" + (1 << 30), peers -> call.accept(peers, huge)));
            Blocks beyond = Blocks.equal(new Buffer(new int[4], 0, Long.MAX_VALUE / 2 + 1, INT));
            String count = "count too large for 2 ranks: " + (Long.MAX_VALUE / 2 + 1);
            rows.add(row("blocks", ErrorClass.COUNT, count, peers -> call.accept(peers, beyond)));
            Blocks noType = Blocks.equal(new Buffer(new int[4], 0, 2, null));
            rows.add(row("blocks", ErrorClass.TYPE, "null", peers -> call.accept(peers, noType)));
            Blocks noArray = Blocks.equal(new Buffer(null, 0, 2, INT));
            rows.add(row("blocks", ErrorClass.BUFFER, "null", peers -> call.accept(peers, noArray)));
        }
    }

    private static void varyingBlocks(List<Arguments> rows) {
        for (BiConsumer<RankView, Blocks> call : callsWithBlocks()) {
            Blocks fewCounts = varying(new int[] {2}, new int[] {0, 2});
            rows.add(row("counts", ErrorClass.ARG, "length=1, ranks=2", peers -> call.accept(peers, fewCounts)));
            Blocks fewPlaces = varying(new int[] {2, 2}, new int[] {0});
            rows.add(row("displacements", ErrorClass.ARG, "length=1", peers -> call.accept(peers, fewPlaces)));
            Blocks negative = varying(new int[] {2, -2}, new int[] {0, 2});
            rows.add(row("counts", ErrorClass.COUNT, "-2", peers -> call.accept(peers, negative)));
            Blocks below = varying(new int[] {2, 2}, new int[] {0, -1});
            rows.add(row("displacements", ErrorClass.ARG, "-1", peers -> call.accept(peers, below)));
            Blocks above = varying(new int[] {2, 2}, new int[] {3, 0});
            String first = "block of rank 0: buffer too short: offset=3";
            rows.add(row("displacements", ErrorClass.COUNT, first, peers -> call.accept(peers, above)));
            Layout pair = Layout.contiguous(2, Layout.of(BasicType.INT));
            int far = Integer.MAX_VALUE / 2 + 1;
            Blocks farAway = Blocks.varying(new Buffer(new int[4], 0, 0, pair), new int[] {1, 1}, new int[] {far, 0});
            String start = "block of rank 0, displacement=" + far + ": offset out of range: offset=" + 2L * far;
            rows.add(row("displacements", ErrorClass.ARG, start, peers -> call.accept(peers, farAway)));
            Buffer last = new Buffer(new int[4], Long.MAX_VALUE, 0, INT);
            Blocks beyond = Blocks.varying(last, new int[] {1, 1}, new int[] {1, 0});
            String displacement = "displacement out of range: rank=0, displacement=1, extent=1";
            rows.add(row("displacements", ErrorClass.ARG, displacement, peers -> call.accept(peers, beyond)));
        }
        rows.add(row("counts", ErrorClass.ARG, "counts is null", peers -> varying(null, new int[2])));
        rows.add(row("displacements", ErrorClass.ARG, "displacements is null", peers -> varying(new int[2], null)));
    }

    private static void operators(List<Arguments> rows) {
        int[] counts = {1, 1};
        List<BiConsumer<RankView, Reducer>> calls = List.of(
                (peers, op) -> Reduce.run(peers, good(), good(), op, peers.rank()),
                (peers, op) -> Reduce.run(peers, good(), good(), op, 1 - peers.rank()),
                (peers, op) -> Allreduce.run(peers, good(), good(), op),
                (peers, op) -> ReduceScatter.run(peers, good(), good(), counts, op),
                (peers, op) -> Scan.run(peers, good(), good(), op));
        for (BiConsumer<RankView, Reducer> call : calls) {
            rows.add(row("no operator", ErrorClass.OP, "null", peers -> call.accept(peers, null)));
            rows.add(row("operator", ErrorClass.OP, "MAXLOC", peers -> call.accept(peers, Predefined.MAXLOC)));
        }
    }

    private static void counts(List<Arguments> rows) {
        BiConsumer<RankView, int[]> call =
                (peers, counts) -> ReduceScatter.run(peers, good(), good(), counts, Predefined.SUM);
        rows.add(row("counts", ErrorClass.ARG, "null", peers -> call.accept(peers, null)));
        rows.add(row("counts", ErrorClass.ARG, "length=1", peers -> call.accept(peers, new int[1])));
        rows.add(row("counts", ErrorClass.COUNT, "count=-1", peers -> call.accept(peers, new int[] {2, -1})));
        rows.add(row("counts", ErrorClass.COUNT, "count=5", peers -> call.accept(peers, new int[] {2, 3})));
        int half = 1 << 30;
        rows.add(row("counts", ErrorClass.COUNT, "" + 2L * half, peers -> call.accept(peers, new int[] {half, half})));
    }

    @ParameterizedTest(name = "{0}: {1} {2}")
    @MethodSource("calls")
    void badArgumentsAreRefused(String name, ErrorClass expected, String message, Consumer<RankView> call)
            throws Exception {
        try (FakeWorld world = new FakeWorld(2, true)) {
            world.run(peers -> {
                CommException refusal = assertThrows(CommException.class, () -> call.accept(peers));
                assertEquals(expected, refusal.errorClass(), refusal.getMessage());
                assertEquals(true, refusal.getMessage().contains(message), refusal.getMessage());
            });
            assertEquals(0, world.messages());
        }
    }

    @Test
    void theMessageNamesTheBuffer() throws Exception {
        Map<String, Consumer<RankView>> calls = new LinkedHashMap<>();
        Buffer bad = ints(1, 0, 2);
        Blocks blocks = Blocks.equal(new Buffer(new int[2], 0, 2, INT));
        int[] one = {1, 1};
        calls.put("buffer of Bcast", peers -> Bcast.run(peers, bad, 0));
        calls.put("send buffer of Gather", peers -> Gather.run(peers, bad, GOOD_BLOCKS, 0));
        calls.put("receive buffer of Gatherv", peers -> Gatherv.run(peers, good(), blocks, peers.rank()));
        calls.put("send buffer of Scatter", peers -> Scatter.run(peers, blocks, good(), peers.rank()));
        calls.put("receive buffer of Scatterv", peers -> Scatterv.run(peers, GOOD_BLOCKS, bad, 0));
        calls.put("receive buffer of Allgather", peers -> Allgather.run(peers, good(), blocks));
        calls.put("send buffer of Allgatherv", peers -> Allgatherv.run(peers, bad, GOOD_BLOCKS));
        calls.put("send buffer of Alltoall", peers -> Alltoall.run(peers, blocks, GOOD_BLOCKS));
        calls.put("receive buffer of Alltoallv", peers -> Alltoallv.run(peers, GOOD_BLOCKS, blocks));
        calls.put("send buffer of Reduce", peers -> Reduce.run(peers, bad, good(), Predefined.SUM, 0));
        calls.put("receive buffer of Allreduce", peers -> Allreduce.run(peers, good(), bad, Predefined.SUM));
        calls.put(
                "send buffer of Reduce_scatter",
                peers -> ReduceScatter.run(peers, ints(1, 0, 2), good(), one, Predefined.SUM));
        calls.put("receive buffer of Scan", peers -> Scan.run(peers, good(), bad, Predefined.SUM));
        try (FakeWorld world = new FakeWorld(2, true)) {
            world.run(peers -> calls.forEach((name, call) -> {
                String message = assertThrows(CommException.class, () -> call.accept(peers))
                        .getMessage();
                assertEquals(0, message.indexOf(name + ": "), message);
            }));
        }
    }

    @Test
    void whereAnEmptyBlockWouldLieIsOfNoMatter() throws Exception {
        try (FakeWorld world = new FakeWorld(2, true)) {
            world.run(peers -> {
                int[] array = {1, 2, 3, 4};
                int[] displacements = {1, Integer.MAX_VALUE};
                Blocks receive = Blocks.varying(new Buffer(array, 0, 0, INT), new int[] {2, 0}, displacements);
                Buffer send = peers.rank() == 0 ? Buffer.of(new int[] {8, 9}) : ints(0, 0, 0);
                Allgatherv.run(peers, send, receive);
                assertArrayEquals(new int[] {1, 8, 9, 4}, array);
            });
        }
    }
}
