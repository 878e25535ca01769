package org.jmpi.comm.coll;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Which algorithm operations choose: by what all ranks know alike, by the limits, and as they are told. */
class ChoiceTest {
    private static final int LIMIT = 1000;
    private static final int MANY_RANKS = 6;

    /** A choice for so many ranks, operands or blocks of so many bytes, and an operator that commutes or not. */
    private interface Choice {
        Enum<?> make(int ranks, Buffer bytes, boolean commutative, Tuning tuning);
    }

    private static final Choice BCAST = (ranks, buffer, commutative, tuning) -> Bcast.choose(ranks, buffer, tuning);
    private static final Choice GATHER = (ranks, buffer, commutative, tuning) -> Gather.choose(ranks, buffer, tuning);
    private static final Choice SCATTER = (ranks, buffer, commutative, tuning) -> Scatter.choose(ranks, buffer, tuning);
    private static final Choice ALLGATHER =
            (ranks, buffer, commutative, tuning) -> Allgather.choose(ranks, buffer, tuning);
    private static final Choice ALLGATHERV = (ranks, buffer, commutative, tuning) ->
            Allgatherv.choose(ranks, buffer.bytes(), Packed.weight(buffer), tuning);
    private static final Choice ALLTOALL =
            (ranks, buffer, commutative, tuning) -> Alltoall.choose(ranks, buffer, tuning);
    private static final Choice ALLTOALLV = (ranks, buffer, commutative, tuning) -> Alltoallv.choose(ranks, tuning);
    private static final Choice REDUCE =
            (ranks, buffer, commutative, tuning) -> Reduce.choose(ranks, buffer, commutative, 1, tuning);
    private static final Choice REDUCE_TO_0 =
            (ranks, buffer, commutative, tuning) -> Reduce.choose(ranks, buffer, commutative, 0, tuning);
    private static final Choice ALLREDUCE =
            (ranks, buffer, commutative, tuning) -> Allreduce.choose(ranks, buffer, commutative, tuning);
    private static final Choice SCAN = (ranks, buffer, commutative, tuning) -> Scan.choose(ranks, tuning);
    private static final Choice REDUCE_SCATTER =
            (ranks, buffer, commutative, tuning) -> ReduceScatter.choose(ranks, buffer.bytes(), commutative, tuning);

    private static Tuning tuning(String... more) {
        Map<String, String> settings = new HashMap<>();
        for (Tuning.Limit limit : Tuning.Limit.values()) settings.put(limit.setting(), "" + LIMIT);
        settings.put("jmpi.coll.many.ranks", "" + MANY_RANKS);
        settings.put("jmpi.coll.allgather.ranks", "" + MANY_RANKS);
        for (int i = 0; i < more.length; i += 2) settings.put(more[i], more[i + 1]);
        return Tuning.of(settings);
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
        if (!Tuning.isByMessages(algorithm)) return false;
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
        assertEquals(Allgatherv.Algorithm.RING, Allgatherv.choose(8, 3L << 30, 3L << 30, bruck));
        assertEquals(Allgatherv.Algorithm.RING, Allgatherv.choose(8, 0, 3L << 30, bruck));
    }
}
