package org.jmpi.comm.coll;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Elements;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.op.Predefined;
import org.jmpi.comm.op.Reducer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reduce and Allreduce over ranks, roots, counts and types; guard elements lie around every buffer. */
@Timeout(60)
class ReductionTest {
    /** Operators whose result does not depend on how operands are grouped. */
    private static final Map<BasicType, Reducer> EXACT = new EnumMap<>(Map.of(
            BasicType.BYTE, Predefined.SUM,
            BasicType.CHAR, Predefined.BXOR,
            BasicType.SHORT, Predefined.PROD,
            BasicType.BOOLEAN, Predefined.LXOR,
            BasicType.INT, Predefined.SUM,
            BasicType.LONG, Predefined.PROD,
            BasicType.FLOAT, Predefined.MAX,
            BasicType.DOUBLE, Predefined.MIN));

    private static Object operand(Layout layout, int elements, int rank) {
        return Elements.random(layout.type(), guarded(rank, elements), 40 + rank);
    }

    private static int guarded(int rank, int elements) {
        return rank + elements + 3;
    }

    /** Combines the operands of all ranks from rank 0 on. */
    private static Object fold(int size, int count, Layout layout, Reducer op) {
        int elements = count * layout.size();
        Object result = layout.type().newArray(elements);
        System.arraycopy(operand(layout, elements, 0), 0, result, 0, elements);
        for (int rank = 1; rank < size; rank++) {
            Object next = operand(layout, elements, rank);
            op.combine(result, 0, next, rank, count, layout);
            System.arraycopy(next, rank, result, 0, elements);
        }
        return result;
    }

    private static void reduce(FakeWorld world, Layout layout, int count, Reducer op, int root) throws Exception {
        int elements = count * layout.size();
        Object result = fold(world.size(), count, layout, op);
        String what = op.name() + " of " + layout.type() + " x " + count + " to " + root;
        world.run(peers -> {
            int rank = peers.rank();
            Object sendbuf = operand(layout, elements, rank);
            if (rank != root) {
                Reduce.run(peers, sendbuf, rank, null, -1, count, layout, op, root);
            } else {
                Object recvbuf = Elements.random(layout.type(), 5 + elements + 2, 6);
                Object expected = Elements.copy(recvbuf);
                System.arraycopy(result, 0, expected, 5, elements);
                Reduce.run(peers, sendbuf, rank, recvbuf, 5, count, layout, op, root);
                Elements.assertSame(layout.type(), expected, recvbuf, what);
            }
            Elements.assertSame(layout.type(), operand(layout, elements, rank), sendbuf, "what was sent: " + what);
        });
    }

    private static void allreduce(FakeWorld world, Layout layout, int count, Reducer op) throws Exception {
        int elements = count * layout.size();
        Object result = fold(world.size(), count, layout, op);
        String what = op.name() + " of " + layout.type() + " x " + count;
        world.run(peers -> {
            int rank = peers.rank();
            Object sendbuf = operand(layout, elements, rank);
            Object recvbuf = Elements.random(layout.type(), 1 + elements + 2, rank);
            Object expected = Elements.copy(recvbuf);
            System.arraycopy(result, 0, expected, 1, elements);
            Allreduce.run(peers, sendbuf, rank, recvbuf, 1, count, layout, op);
            Elements.assertSame(layout.type(), expected, recvbuf, what + " at " + rank);
            Elements.assertSame(layout.type(), operand(layout, elements, rank), sendbuf, "what was sent: " + what);
        });
    }

    @ParameterizedTest(name = "{0} ranks, sends wait: {1}")
    @CsvSource({"1,true", "2,true", "3,true", "4,false", "5,true", "8,true", "13,false", "13,true"})
    void theRootGetsTheCombinationOfAll(int size, boolean sendsWait) throws Exception {
        try (FakeWorld world = new FakeWorld(size, sendsWait)) {
            for (BasicType type : EXACT.keySet())
                for (int count : CollectiveTest.COUNTS)
                    for (int root = 0; root < size; root++)
                        reduce(world, Layout.contiguous(type, 1), count, EXACT.get(type), root);
            for (int root = 0; root < size; root++)
                reduce(world, Layout.contiguous(BasicType.SHORT, 2), 7, Predefined.MAXLOC, root);
        }
    }

    @ParameterizedTest(name = "{0} ranks, sends wait: {1}")
    @CsvSource({"1,true", "2,true", "3,true", "4,false", "5,true", "8,true", "13,false", "13,true"})
    void everyRankGetsTheCombinationOfAll(int size, boolean sendsWait) throws Exception {
        try (FakeWorld world = new FakeWorld(size, sendsWait)) {
            for (BasicType type : EXACT.keySet())
                for (int count : CollectiveTest.COUNTS) {
                    allreduce(world, Layout.contiguous(type, 1), count, EXACT.get(type));
                    allreduce(world, Layout.contiguous(type, 3), count, EXACT.get(type));
                }
            allreduce(world, Layout.contiguous(BasicType.DOUBLE, 2), 7, Predefined.MINLOC);
        }
    }

    @ParameterizedTest(name = "{0} ranks, sends wait: {1}")
    @CsvSource({"1,true", "2,true", "3,true", "4,false", "5,true", "6,true", "7,true", "8,true", "13,false", "13,true"})
    void operandsThatDoNotCommuteStayInTheOrderOfRanks(int size, boolean sendsWait) throws Exception {
        Reducer op = new AffineMaps();
        try (FakeWorld world = new FakeWorld(size, sendsWait)) {
            for (int count : CollectiveTest.COUNTS) {
                for (int root = 0; root < size; root++) reduce(world, AffineMaps.MAP, count, op, root);
                allreduce(world, AffineMaps.MAP, count, op);
            }
        }
    }

    @ParameterizedTest(name = "{0} ranks")
    @CsvSource({"2", "3", "5", "6", "7", "8", "13"})
    void everyRankGetsTheSameBitsOfARoundedSum(int size) throws Exception {
        int count = 50;
        Layout layout = Layout.contiguous(BasicType.DOUBLE, 1);
        double[][] results = new double[size][count];
        try (FakeWorld world = new FakeWorld(size, true)) {
            world.run(peers -> {
                Random random = new Random(peers.rank());
                double[] mine = random.doubles(count, -1e10, 1e10).toArray();
                Allreduce.run(peers, mine, 0, results[peers.rank()], 0, count, layout, Predefined.SUM);
            });
        }
        for (double[] result : results) assertArrayEquals(results[0], result);
        assertEquals(count, results[0].length);
    }

    @ParameterizedTest(name = "{0} ranks")
    @CsvSource({"1", "2", "3", "5", "8"})
    void whatIsSentMayBeWhatIsReceived(int size) throws Exception {
        Layout layout = Layout.contiguous(BasicType.INT, 1);
        try (FakeWorld world = new FakeWorld(size, true)) {
            world.run(peers -> {
                int[] buf = {peers.rank(), 10 * peers.rank(), 0};
                Allreduce.run(peers, buf, 0, buf, 0, 2, layout, Predefined.SUM);
                int sum = size * (size - 1) / 2;
                assertArrayEquals(new int[] {sum, 10 * sum, 0}, buf);
            });
        }
    }
}
