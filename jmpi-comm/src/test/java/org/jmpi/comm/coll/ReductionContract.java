package org.jmpi.comm.coll;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jmpi.comm.coll.select.Tuning;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Elements;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.op.Predefined;
import org.jmpi.comm.op.Reducer;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What every reduction keeps besides: operands are combined in the order of ranks, with every operator and datatype.
 */
abstract class ReductionContract extends CollectiveContract {
    private static final Layout TEXT = Layout.of(BasicType.OBJECT);

    private static final List<Reducer> PREDEFINED = List.of(
            Predefined.MAX,
            Predefined.MIN,
            Predefined.SUM,
            Predefined.PROD,
            Predefined.LAND,
            Predefined.BAND,
            Predefined.LOR,
            Predefined.BOR,
            Predefined.LXOR,
            Predefined.BXOR,
            Predefined.MAXLOC,
            Predefined.MINLOC);

    /** One call of a reduction: the operands of all ranks, and what comes out. */
    record Reduction(Round round, Reducer op, Layout layout) {
        int elements() {
            return round.count() * layout.size();
        }

        /** Returns a row with a rank's operand, and its buffer. */
        Block.One operand(int rank, int count) {
            Row row = Row.of(layout, count, rank);
            Buffer buffer = new Buffer(row.array(), Row.start(layout), count, layout);
            row.fill(buffer, round.type(), data(rank, count * layout.size()), 0);
            return new Block.One(row, buffer);
        }

        /** Returns a row for a result. */
        Block.One result(int count) {
            Row row = Row.of(layout, count, -1);
            return new Block.One(row, new Buffer(row.array(), Row.start(layout), count, layout));
        }

        private Object data(int rank, int elements) {
            Object data = Elements.random(round.type(), elements, round.seed(rank, 0));
            for (int i = 0; i < elements; i++) makeExact(data, i);
            return data;
        }

        /** Makes an element one whose sums and products are exact, or a text. */
        private static void makeExact(Object data, int i) {
            if (data instanceof float[] floats) floats[i] = Float.hashCode(floats[i]) % 2 == 0 ? 2 : -1;
            if (data instanceof double[] doubles) doubles[i] = Double.hashCode(doubles[i]) % 2 == 0 ? -2 : 1;
            if (data instanceof Object[] objects)
                objects[i] = new StringBuilder(
                        objects[i] == null ? "" : objects[i].toString().substring(7));
        }

        /** Returns the combination of the operands of the ranks from 0 to the last. */
        Object combined(int last, int count) {
            Layout plain = Layout.contiguous(layout.size(), Layout.of(round.type()));
            int elements = count * layout.size();
            Object combined = data(0, elements);
            for (int rank = 1; rank <= last; rank++) {
                Object next = data(rank, elements);
                if (count > 0) op.combine(new Buffer(combined, 0, count, plain), new Buffer(next, 0, count, plain));
                combined = next;
            }
            return combined;
        }
    }

    abstract void call(RankView peers, Reduction reduction, String what);

    @Override
    void call(RankView peers, Round round, String what) {
        int number = round.root() + round.count();
        if (round.type() == BasicType.OBJECT) call(peers, new Reduction(round, new Texts(), TEXT), what);
        else if (round.type() == BasicType.LONG)
            call(peers, new Reduction(round, new AffineMaps(), AffineMaps.MAP), what);
        else
            for (int i = number; i < number + 3; i++)
                callIfDefined(peers, round, PREDEFINED.get(i % PREDEFINED.size()), layout(round.type(), i), what);
    }

    private void callIfDefined(RankView peers, Round round, Reducer op, Layout layout, String what) {
        if (isDefined(op, layout)) call(peers, new Reduction(round, op, layout), op + " of " + layout + ": " + what);
    }

    private static Layout layout(BasicType type, int number) {
        return switch (number % 5) {
            case 0 -> Layout.of(type);
            case 1 -> Layout.contiguous(2, Layout.of(type));
            case 2 -> Layout.vector(2, 2, 3, Layout.of(type));
            case 3 -> Layout.contiguous(3, Layout.of(type));
            default -> Layout.hindexed(new int[] {2, 2}, new int[] {1, -4}, Layout.of(type));
        };
    }

    static boolean isDefined(Reducer op, Layout layout) {
        try {
            op.check(layout);
            return true;
        } catch (CommException e) {
            return false;
        }
    }

    @Override
    List<Round> rounds(int ranks) {
        List<Round> rounds = new ArrayList<>(super.rounds(ranks));
        for (int count : COUNTS) rounds.add(new Round(BasicType.LONG, ranks - 1, count));
        return rounds;
    }

    Stream<Reducer> predefined() {
        return PREDEFINED.stream();
    }

    @ParameterizedTest
    @MethodSource("predefined")
    void everyOperatorCombinesEveryTypeItIsDefinedFor(Reducer op) throws Exception {
        int found = 0;
        try (FakeWorld world = new FakeWorld(3, true)) {
            for (BasicType type : BasicType.values()) {
                Layout layout = Layout.contiguous(2, Layout.of(type));
                if (!isDefined(op, layout)) continue;
                found++;
                Round round = new Round(type, 1, 9);
                world.run(peers -> call(peers, new Reduction(round, op, layout), op + " of " + type));
            }
        }
        Assertions.assertTrue(found > 0, op + " is defined for nothing");
    }

    @ParameterizedTest
    @MethodSource("names")
    void operandsThatDoNotCommuteStayInTheOrderOfRanks(String algorithm) throws Exception {
        Tuning tuning = Algorithms.tuning(Map.of(setting(), algorithm));
        for (int ranks = 1; ranks <= 13; ranks++) {
            try (FakeWorld world = new FakeWorld(ranks, false)) {
                for (Round round : rounds(ranks)) {
                    Round longs = new Round(BasicType.LONG, round.root(), round.count());
                    world.run(
                            tuning,
                            peers -> call(peers, new Reduction(longs, new AffineMaps(), AffineMaps.MAP), "" + longs));
                }
            }
        }
    }

    Stream<String> names() {
        return Stream.of(algorithms().getEnumConstants()).map(Enum::name);
    }
}
