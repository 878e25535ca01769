package org.jmpi.comm.coll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.jmpi.comm.coll.select.AlgorithmList;
import org.jmpi.comm.coll.select.CollectiveAlgorithm;
import org.jmpi.comm.coll.select.Selector;
import org.jmpi.comm.coll.select.Tuning;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.datatype.ObjectCodec;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.op.Predefined;
import org.jmpi.comm.op.Reducer;
import org.jmpi.comm.schedule.Blocks;
import org.jmpi.comm.schedule.Schedule;
import org.jmpi.comm.schedule.ScheduleArguments;
import org.jmpi.comm.schedule.ScheduleBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Which algorithm is selected: by what all ranks know alike, by limits, by restrictions, and as it is forced. */
@Timeout(60)
class SelectorTest {
    private static final int LIMIT = 1000;
    private static final int MANY_RANKS = 6;
    private static final Reducer IN_ORDER = new Reducer() {
        @Override
        public void check(Layout layout) {}

        @Override
        public void combine(Buffer in, Buffer inout) {
            throw new AssertionError("nothing is combined");
        }

        @Override
        public boolean isCommutative() {
            return false;
        }

        @Override
        public String name() {
            return "in order";
        }
    };

    /** A selection for operands or blocks of so many bytes, and an operator that commutes or not. */
    private interface Choice {
        Enum<?> make(Selector selector, Buffer bytes, Reducer op);

        default Enum<?> make(int ranks, Buffer bytes, boolean commutative, Tuning tuning) {
            return make(new Ranks(ranks, tuning).selector(), bytes, commutative ? Predefined.SUM : IN_ORDER);
        }
    }

    private static final Choice BCAST =
            (selector, buffer, op) -> selector.of(buffer).select(Bcast.ALGORITHMS);
    private static final Choice GATHER =
            (selector, buffer, op) -> selector.ofBlocks(buffer).select(Gather.ALGORITHMS);
    private static final Choice SCATTER =
            (selector, buffer, op) -> selector.ofBlocks(buffer).select(Scatter.ALGORITHMS);
    private static final Choice ALLGATHER =
            (selector, buffer, op) -> selector.ofBlocks(buffer).select(Allgather.ALGORITHMS);
    private static final Choice ALLGATHERV =
            (selector, buffer, op) -> selector.of(firstOf(buffer)).select(Allgatherv.ALGORITHMS);
    private static final Choice ALLTOALL =
            (selector, buffer, op) -> selector.ofBlocks(buffer).select(Alltoall.ALGORITHMS);
    private static final Choice ALLTOALL_IN_PLACE =
            (selector, buffer, op) -> selector.ofBlocks(buffer).inPlace(true).select(Alltoall.ALGORITHMS);
    private static final Choice ALLTOALLV = (selector, buffer, op) -> selector.select(Alltoallv.ALGORITHMS);
    private static final Choice ALLTOALLV_IN_PLACE =
            (selector, buffer, op) -> selector.inPlace(true).select(Alltoallv.ALGORITHMS);
    private static final Choice REDUCE =
            (selector, buffer, op) -> selector.of(buffer, op, 1).select(Reduce.ALGORITHMS);
    private static final Choice REDUCE_TO_0 =
            (selector, buffer, op) -> selector.of(buffer, op, 0).select(Reduce.ALGORITHMS);
    private static final Choice ALLREDUCE =
            (selector, buffer, op) -> selector.of(buffer, op, -1).select(Allreduce.ALGORITHMS);
    private static final Choice SCAN =
            (selector, buffer, op) -> selector.of(buffer, op, -1).select(Scan.ALGORITHMS);
    private static final Choice REDUCE_SCATTER =
            (selector, buffer, op) -> selector.of(buffer, op, -1).select(ReduceScatter.ALGORITHMS);

    /** Returns blocks of which the first one is a buffer and the others are empty. */
    private static Blocks firstOf(Buffer buffer) {
        int[] counts = new int[LIMIT];
        counts[0] = (int) buffer.count();
        return Blocks.varying(new Buffer(buffer.array(), 0, 0, buffer.layout()), counts, new int[LIMIT]);
    }

    /** Ranks that share nothing and move no messages. */
    private static final class Ranks implements RankView {
        private final int size;
        private final Tuning tuning;
        private final CollectiveCall call = new CollectiveCall(this);
        private final Selector selector = new Selector(this);
        private final List<String> refusals = new ArrayList<>();

        Ranks(int size, Tuning tuning) {
            this.size = size;
            this.tuning = tuning;
        }

        @Override
        public CollectiveCall call() {
            return call;
        }

        @Override
        public int rank() {
            return 0;
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        public Tuning tuning() {
            return tuning;
        }

        @Override
        public Selector selector() {
            return selector;
        }

        @Override
        public void refused(Enum<?> forced, String line) {
            refusals.add(line);
        }

        @Override
        public void note(CommException mismatch) {
            throw new AssertionError(mismatch);
        }

        @Override
        public ObjectCodec codec() {
            throw new AssertionError("nothing is encoded");
        }

        @Override
        public void enter(String operation, int root, Reducer op, BasicType type, long amount) {
            throw new AssertionError("nothing begins");
        }

        @Override
        public void execute(ScheduleArguments arguments, Consumer<ScheduleBuilder> steps) {
            throw new AssertionError("nothing is sent");
        }

        @Override
        public void execute(Schedule schedule, ScheduleArguments arguments, int[] ranks) {
            throw new AssertionError("nothing is sent");
        }
    }

    private static Tuning tuning(String... more) {
        Map<String, String> settings = new HashMap<>();
        for (Tuning.Limit limit : Tuning.Limit.values()) settings.put(limit.setting(), "" + LIMIT);
        settings.put("jmpi.coll.many.ranks", "" + MANY_RANKS);
        settings.put("jmpi.coll.allgather.ranks", "" + MANY_RANKS);
        for (int i = 0; i < more.length; i += 2) settings.put(more[i], more[i + 1]);
        return Algorithms.tuning(settings);
    }

    private static Buffer bytes(long bytes) {
        BasicType type = bytes % 8 == 0 ? BasicType.LONG : BasicType.BYTE;
        return new Buffer(null, 0, (int) (bytes / type.width()), Layout.of(type));
    }

    private static Arguments row(Choice choice, int ranks, long bytes, boolean commutative, Enum<?> expected) {
        String name = expected.getDeclaringClass().getEnclosingClass().getSimpleName();
        return Arguments.of(name, choice, ranks, bytes, commutative, expected);
    }

    static List<Arguments> limits() {
        List<Arguments> rows = new ArrayList<>();
        rows.add(row(BCAST, 6, 999, true, Bcast.Algorithm.BINOMIAL_TREE));
        rows.add(row(BCAST, 6, 1000, true, Bcast.Algorithm.SCATTER_ALLGATHER));
        rows.add(row(BCAST, 5, 1000, true, Bcast.Algorithm.BINOMIAL_TREE));
        rows.add(row(GATHER, 6, 1000, true, Gather.Algorithm.BINOMIAL_TREE));
        rows.add(row(GATHER, 6, 1001, true, Gather.Algorithm.LINEAR));
        rows.add(row(GATHER, 5, 0, true, Gather.Algorithm.LINEAR));
        rows.add(row(SCATTER, 6, 1000, true, Scatter.Algorithm.BINOMIAL_TREE));
        rows.add(row(SCATTER, 6, 1001, true, Scatter.Algorithm.LINEAR));
        rows.add(row(SCATTER, 5, 0, true, Scatter.Algorithm.LINEAR));
        rows.add(row(ALLGATHER, 4, 249, true, Allgather.Algorithm.RECURSIVE_DOUBLING));
        rows.add(row(ALLGATHER, 4, 250, true, Allgather.Algorithm.RING));
        rows.add(row(ALLGATHER, 5, 1, true, Allgather.Algorithm.RING));
        rows.add(row(ALLGATHER, 10, 99, true, Allgather.Algorithm.BRUCK));
        rows.add(row(ALLGATHER, 10, 100, true, Allgather.Algorithm.RING));
        rows.add(row(ALLGATHERV, 6, 999, true, Allgatherv.Algorithm.BRUCK));
        rows.add(row(ALLGATHERV, 6, 1000, true, Allgatherv.Algorithm.RING));
        rows.add(row(ALLGATHERV, 5, 999, true, Allgatherv.Algorithm.RING));
        rows.add(row(ALLTOALL, 6, 1000, true, Alltoall.Algorithm.BRUCK));
        rows.add(row(ALLTOALL, 5, 999, true, Alltoall.Algorithm.LINEAR));
        rows.add(row(ALLTOALL, 6, 1001, true, Alltoall.Algorithm.PAIRWISE));
        rows.add(row(ALLTOALLV, 999, 1, true, Alltoallv.Algorithm.LINEAR));
        rows.add(row(ALLTOALLV, 1000, 1, true, Alltoallv.Algorithm.PAIRWISE));
        rows.add(row(REDUCE, 6, 999, true, Reduce.Algorithm.BINOMIAL_TREE));
        rows.add(row(REDUCE, 6, 999, false, Reduce.Algorithm.BINOMIAL_TREE_IN_ORDER));
        rows.add(row(REDUCE_TO_0, 6, 999, false, Reduce.Algorithm.BINOMIAL_TREE));
        rows.add(row(REDUCE, 6, 1000, false, Reduce.Algorithm.REDUCE_SCATTER_GATHER));
        rows.add(row(REDUCE, 5, 1000, false, Reduce.Algorithm.BINOMIAL_TREE_IN_ORDER));
        rows.add(row(REDUCE, 126, 1000, true, Reduce.Algorithm.BINOMIAL_TREE));
        rows.add(row(ALLREDUCE, 4, 999, true, Allreduce.Algorithm.RECURSIVE_DOUBLING));
        rows.add(row(ALLREDUCE, 4, 1000, true, Allreduce.Algorithm.REDUCE_SCATTER_ALLGATHER));
        rows.add(row(ALLREDUCE, 4, 3999, true, Allreduce.Algorithm.REDUCE_SCATTER_ALLGATHER));
        rows.add(row(ALLREDUCE, 4, 4000, true, Allreduce.Algorithm.RING));
        rows.add(row(ALLREDUCE, 4, 4000, false, Allreduce.Algorithm.REDUCE_SCATTER_ALLGATHER));
        rows.add(row(ALLREDUCE, 126, 1000, true, Allreduce.Algorithm.RECURSIVE_DOUBLING));
        rows.add(row(REDUCE_SCATTER, 4, 999, true, ReduceScatter.Algorithm.RECURSIVE_HALVING));
        rows.add(row(REDUCE_SCATTER, 4, 1000, true, ReduceScatter.Algorithm.PAIRWISE));
        rows.add(row(REDUCE_SCATTER, 3, 0, true, ReduceScatter.Algorithm.PAIRWISE));
        rows.add(row(REDUCE_SCATTER, 4, 1000, false, ReduceScatter.Algorithm.RECURSIVE_HALVING));
        rows.add(row(SCAN, 5, 1000, true, Scan.Algorithm.LINEAR));
        rows.add(row(SCAN, 6, 1000, true, Scan.Algorithm.RECURSIVE_DOUBLING));
        rows.add(row(ALLTOALL_IN_PLACE, 6, 1000, true, Alltoall.Algorithm.LINEAR));
        rows.add(row(ALLTOALL_IN_PLACE, 6, 1001, true, Alltoall.Algorithm.LINEAR));
        rows.add(row(ALLTOALLV_IN_PLACE, 1000, 1, true, Alltoallv.Algorithm.LINEAR));
        return rows;
    }

    @ParameterizedTest(name = "{0}, {2} ranks, {3} bytes, commutative: {4}")
    @MethodSource("limits")
    void limitsDecide(String name, Choice choice, int ranks, long bytes, boolean commutative, Enum<?> expected) {
        assertEquals(expected, choice.make(ranks, bytes(bytes), commutative, tuning()));
        assertEquals(expected, choice.make(ranks, bytes(bytes), commutative, tuning()), "asked once more");
    }

    @ParameterizedTest(name = "{0}, {2} ranks, {3} bytes, commutative: {4}")
    @MethodSource("limits")
    void whatIsAskedForIsChosen(String name, Choice choice, int ranks, long bytes, boolean commutative, Enum<?> usual) {
        for (Enum<?> algorithm : usual.getDeclaringClass().getEnumConstants()) {
            Tuning tuning = tuning("jmpi.coll." + name.toLowerCase(Locale.ROOT), algorithm.name());
            boolean possible = isPossible(algorithm, choice, ranks, commutative);
            assertEquals(possible ? algorithm : usual, choice.make(ranks, bytes(bytes), commutative, tuning));
        }
    }

    private static boolean isPossible(Enum<?> algorithm, Choice choice, int ranks, boolean commutative) {
        if (algorithm == Allgather.Algorithm.RECURSIVE_DOUBLING) return ranks == 4;
        if (algorithm.name().equals("SHARED") || algorithm.name().equals("HIERARCHICAL")) return false;
        if (choice == ALLTOALL_IN_PLACE || choice == ALLTOALLV_IN_PLACE)
            return algorithm.name().equals("LINEAR");
        boolean ordered = algorithm != Reduce.Algorithm.BINOMIAL_TREE || choice == REDUCE_TO_0;
        return commutative
                || ordered && algorithm != Allreduce.Algorithm.RING && algorithm != ReduceScatter.Algorithm.PAIRWISE;
    }

    @Test
    void theDescriptionOfTheSameBytesIsOfNoMatter() {
        List<Choice> moves = List.of(BCAST, GATHER, SCATTER, ALLGATHER, ALLGATHERV, ALLTOALL);
        for (Choice choice : moves)
            for (int ranks : CollectiveContract.RANKS)
                for (int elements : new int[] {0, 1, 30, 62, 63, 125, 250, 251, 1000}) {
                    Function<Shape, Enum<?>> chosen = shape -> {
                        Layout layout = shape.layout(BasicType.INT, elements);
                        Buffer buffer = new Buffer(null, 0, shape.items(BasicType.INT, elements), layout);
                        return choice.make(ranks, buffer, true, tuning());
                    };
                    for (Shape shape : Shape.values())
                        assertEquals(chosen.apply(Shape.ELEMENTS), chosen.apply(shape), ranks + " x " + elements);
                }
    }

    @Test
    void objectsAreNotEncodedMoreOftenThanNeeded() {
        Buffer objects = new Buffer(null, 0, 1, Layout.of(BasicType.OBJECT));
        assertEquals(Gather.Algorithm.LINEAR, GATHER.make(8, objects, true, tuning()));
        assertEquals(Scatter.Algorithm.LINEAR, SCATTER.make(8, objects, true, tuning()));
        assertEquals(Alltoall.Algorithm.LINEAR, ALLTOALL.make(8, objects, true, tuning()));
    }

    @Test
    void blocksThatFitIntoNoArrayAreNotCollectedInOne() {
        Buffer block = new Buffer(null, 0, 1 << 28, Layout.of(BasicType.INT));
        Buffer objects = new Buffer(null, 0, 1 << 30, Layout.of(BasicType.OBJECT));
        for (Buffer huge : List.of(block, objects)) {
            Tuning trees = tuning("jmpi.coll.gather", "BINOMIAL_TREE", "jmpi.coll.scatter", "BINOMIAL_TREE");
            assertEquals(Gather.Algorithm.LINEAR, GATHER.make(8, huge, true, trees));
            assertEquals(Scatter.Algorithm.LINEAR, SCATTER.make(8, huge, true, trees));
            Buffer whole = new Buffer(null, 0, huge.count(), Layout.contiguous(8, huge.layout()));
            for (String algorithm : List.of("CHAIN", "SCATTER_ALLGATHER"))
                assertEquals(
                        Bcast.Algorithm.BINOMIAL_TREE,
                        BCAST.make(8, whole, true, tuning("jmpi.coll.bcast", algorithm)));
            Tuning bruck = tuning("jmpi.coll.allgather", "BRUCK", "jmpi.coll.alltoall", "BRUCK");
            assertEquals(Allgather.Algorithm.RING, ALLGATHER.make(7, huge, true, bruck));
            assertEquals(huge == block, ALLTOALL.make(8, huge, true, bruck) == Alltoall.Algorithm.PAIRWISE);
        }
        Tuning bruck = tuning("jmpi.coll.allgatherv", "BRUCK");
        for (BasicType type : List.of(BasicType.INT, BasicType.OBJECT)) {
            int[] counts = {3 << 28, 3 << 28, 3 << 28, 3 << 28};
            Blocks blocks = Blocks.varying(new Buffer(null, 0, 0, Layout.of(type)), counts, new int[4]);
            Selector selector = new Ranks(4, bruck).selector();
            assertEquals(Allgatherv.Algorithm.RING, selector.of(blocks).select(Allgatherv.ALGORITHMS), type.name());
        }
    }

    /** Where there is no choice left, an operation must not fail. */
    @Test
    void theLastAlgorithmOfEachOperationServesEveryCall() {
        for (AlgorithmList<?> list : Algorithms.ofOperations()) {
            CollectiveAlgorithm last = list.algorithms().get(list.algorithms().size() - 1);
            assertNull(last.rule().unmet(null), list.operation());
            assertTrue(last.rule().selects(null), list.operation());
        }
    }

    @Test
    void whatIsForcedInVainIsReportedWithWhatIsPossible() {
        Ranks ranks = new Ranks(6, tuning("jmpi.coll.allreduce", "ring"));
        ranks.selector().of(bytes(6000), IN_ORDER, -1).select(Allreduce.ALGORITHMS);
        assertEquals(
                List.of("jmpi.coll.allreduce=RING is not possible for Allreduce on 6 ranks, since it needs that the "
                        + "operator"
                        + " commutes; REDUCE_SCATTER_ALLGATHER is used, possible are [REDUCE_SCATTER_ALLGATHER,"
                        + " RECURSIVE_DOUBLING]"),
                ranks.refusals);
        ranks.selector().of(bytes(6000), Predefined.SUM, -1).select(Allreduce.ALGORITHMS);
        assertEquals(1, ranks.refusals.size());
    }

    @Test
    void aRankAloneIsToldNothing() {
        Ranks ranks = new Ranks(1, tuning("jmpi.coll.bcast", "SHARED"));
        assertEquals(
                Bcast.Algorithm.BINOMIAL_TREE, ranks.selector().of(bytes(8)).select(Bcast.ALGORITHMS));
        assertEquals(List.of(), ranks.refusals);
    }

    // ---- nodes ----

    private static final int CELL = 256;

    /** Runs a call at 6 ranks of some hosts, and returns the one algorithm that all of them select. */
    private static Enum<?> selected(IntUnaryOperator firstOf, int cell, Choice choice, Buffer bytes, Reducer op)
            throws Exception {
        Set<Enum<?>> selected = ConcurrentHashMap.newKeySet();
        Tuning tuning = Algorithms.tuning(Map.of("jmpi.coll.shared.slot", "" + CELL));
        try (FakeWorld world = new FakeWorld(6, true, cell, firstOf)) {
            world.run(tuning, peers -> selected.add(choice.make(peers.selector(), bytes, op)));
        }
        assertEquals(1, selected.size(), () -> "different ranks select " + selected);
        return selected.iterator().next();
    }

    private static Arguments row(
            String hosts,
            IntUnaryOperator firstOf,
            Choice choice,
            Buffer bytes,
            boolean commutative,
            Enum<?> expected) {
        return Arguments.of(hosts, firstOf, choice, bytes, commutative, expected);
    }

    static List<Arguments> nodes() {
        IntUnaryOperator one = rank -> 0;
        IntUnaryOperator halves = rank -> rank / 3 * 3;
        IntUnaryOperator turns = rank -> rank % 2;
        IntUnaryOperator alone = rank -> rank;
        Buffer few = bytes(8);
        Buffer most = bytes(CELL);
        Buffer more = bytes(CELL + 8);
        Buffer wide = new Buffer(null, 0, 1, Layout.contiguous(CELL, Layout.of(BasicType.LONG)));
        Buffer objects = new Buffer(null, 0, 1, Layout.of(BasicType.OBJECT));
        List<Arguments> rows = new ArrayList<>();
        for (Choice moves : List.of(BCAST, GATHER, SCATTER, ALLGATHER, ALLGATHERV, ALLTOALL, ALLTOALLV))
            for (Buffer each : List.of(few, more, objects)) {
                Enum<?> shared = constant(moves, each, "SHARED");
                rows.add(row("one", one, moves, each, true, shared));
            }
        rows.add(row("one", one, ALLTOALL_IN_PLACE, few, true, Alltoall.Algorithm.LINEAR));
        rows.add(row("one", one, ALLTOALLV_IN_PLACE, few, true, Alltoallv.Algorithm.LINEAR));
        rows.add(row("one", one, ALLREDUCE, few, false, Allreduce.Algorithm.SHARED));
        rows.add(row("one", one, ALLREDUCE, more, true, Allreduce.Algorithm.SHARED));
        rows.add(row("one", one, ALLREDUCE, wide, true, Allreduce.Algorithm.RECURSIVE_DOUBLING));
        rows.add(row("one", one, ALLREDUCE, objects, true, Allreduce.Algorithm.RECURSIVE_DOUBLING));
        rows.add(row("one", one, REDUCE, few, false, Reduce.Algorithm.SHARED));
        rows.add(row("one", one, SCAN, most, false, Scan.Algorithm.SHARED));
        rows.add(row("one", one, SCAN, more, false, Scan.Algorithm.LINEAR));
        rows.add(row("one", one, SCAN, objects, true, Scan.Algorithm.LINEAR));
        rows.add(row("one", one, REDUCE_SCATTER, most, false, ReduceScatter.Algorithm.SHARED));
        rows.add(row("one", one, REDUCE_SCATTER, more, false, ReduceScatter.Algorithm.RECURSIVE_HALVING));
        rows.add(row("halves", halves, BCAST, more, true, Bcast.Algorithm.HIERARCHICAL));
        rows.add(row("halves", halves, ALLGATHER, more, true, Allgather.Algorithm.HIERARCHICAL));
        rows.add(row("halves", halves, GATHER, few, true, Gather.Algorithm.HIERARCHICAL));
        rows.add(row("halves", halves, GATHER, bytes(4096), true, Gather.Algorithm.LINEAR));
        rows.add(row("halves", halves, GATHER, objects, true, Gather.Algorithm.LINEAR));
        rows.add(row("halves", halves, SCATTER, few, true, Scatter.Algorithm.HIERARCHICAL));
        rows.add(row("halves", halves, SCATTER, bytes(4096), true, Scatter.Algorithm.LINEAR));
        rows.add(row("halves", halves, ALLREDUCE, wide, false, Allreduce.Algorithm.HIERARCHICAL));
        rows.add(row("halves", halves, REDUCE, objects, false, Reduce.Algorithm.HIERARCHICAL));
        rows.add(row("turns", turns, BCAST, few, true, Bcast.Algorithm.HIERARCHICAL));
        rows.add(row("turns", turns, ALLGATHER, few, true, Allgather.Algorithm.RING));
        rows.add(row("turns", turns, GATHER, few, true, Gather.Algorithm.LINEAR));
        rows.add(row("turns", turns, SCATTER, few, true, Scatter.Algorithm.LINEAR));
        rows.add(row("turns", turns, ALLREDUCE, few, true, Allreduce.Algorithm.HIERARCHICAL));
        rows.add(row("turns", turns, ALLREDUCE, few, false, Allreduce.Algorithm.RECURSIVE_DOUBLING));
        rows.add(row("turns", turns, REDUCE, few, false, Reduce.Algorithm.BINOMIAL_TREE_IN_ORDER));
        rows.add(row("alone", alone, BCAST, few, true, Bcast.Algorithm.BINOMIAL_TREE));
        rows.add(row("alone", alone, ALLREDUCE, few, true, Allreduce.Algorithm.RECURSIVE_DOUBLING));
        return rows;
    }

    private static Enum<?> constant(Choice choice, Buffer buffer, String name) {
        Enum<?> some = choice.make(1, buffer, true, tuning());
        return Stream.of(some.getDeclaringClass().getEnumConstants())
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest(name = "hosts {0}, commutative: {4}, {5}")
    @MethodSource("nodes")
    void nodesDecide(
            String hosts, IntUnaryOperator firstOf, Choice choice, Buffer bytes, boolean commutative, Enum<?> expected)
            throws Exception {
        Reducer op = commutative ? Predefined.SUM : IN_ORDER;
        assertEquals(expected, selected(firstOf, CELL, choice, bytes, op));
    }

    @Test
    void ranksOfOneHostWithoutASegmentGoByMessages() throws Exception {
        assertEquals(Bcast.Algorithm.BINOMIAL_TREE, selected(rank -> 0, 0, BCAST, bytes(8), Predefined.SUM));
    }
}
