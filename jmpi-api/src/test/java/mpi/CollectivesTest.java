package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.lang.reflect.Array;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntBinaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class CollectivesTest {
    private static final int[] COUNTS = {0, 1, 7, 1025};

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void nobodyLeavesABarrierBeforeAllHaveEntered(int ranks) {
        AtomicInteger entered = new AtomicInteger();
        Jmpi.run(ranks, () -> {
            for (int round = 1; round <= 200; round++) {
                entered.incrementAndGet();
                MPI.COMM_WORLD.Barrier();
                int seen = entered.get();
                assertTrue(seen >= ranks * round, "left after " + seen + " of " + ranks * round);
            }
        });
        assertEquals(200 * ranks, entered.get());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void bcastBringsTheRootsDataToAll(int ranks) {
        Jmpi.run(ranks, () -> {
            for (int root = 0; root < ranks; root++)
                for (Kind kind : Kind.values())
                    for (int count : COUNTS) {
                        Object buffer = Talk.rank() == root ? kind.data(2, count, root) : kind.guards(2, count);
                        MPI.COMM_WORLD.Bcast(buffer, 2, count, kind.type, root);
                        Kind.assertSame(kind.data(2, count, root), buffer, kind + " x " + count + " of " + root);
                    }
        });
    }

    @Test
    void bcastOfALongArray() {
        int count = 300_000;
        Jmpi.run(3, () -> {
            Object buffer = Talk.rank() == 1 ? Kind.LONG.data(1, count, 5) : Kind.LONG.guards(1, count);
            MPI.COMM_WORLD.Bcast(buffer, 1, count, MPI.LONG, 1);
            Kind.assertSame(Kind.LONG.data(1, count, 5), buffer, "rank " + Talk.rank());
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void gatherCollectsBlocksInTheOrderOfRanks(int ranks) {
        Jmpi.run(ranks, () -> {
            for (int root = 0; root < ranks; root++)
                for (Kind kind : Kind.values())
                    for (int count : COUNTS) {
                        Object mine = kind.data(1, count, count * Talk.rank());
                        boolean atRoot = Talk.rank() == root;
                        Object all = atRoot ? kind.guards(2, count * ranks) : null;
                        MPI.COMM_WORLD.Gather(mine, 1, count, kind.type, all, 2, count, kind.type, root);
                        String what = kind + " x " + count + " at " + root;
                        if (atRoot) Kind.assertSame(kind.data(2, count * ranks, 0), all, what);
                        Kind.assertSame(kind.data(1, count, count * Talk.rank()), mine, what);
                    }
        });
    }

    static Stream<Arguments> operators() {
        return Stream.of(
                operator("MAX", MPI.MAX, Math::max),
                operator("MIN", MPI.MIN, Math::min),
                operator("SUM", MPI.SUM, Integer::sum),
                operator("PROD", MPI.PROD, (a, b) -> a * b),
                operator("LAND", MPI.LAND, (a, b) -> a != 0 && b != 0 ? 1 : 0),
                operator("LOR", MPI.LOR, (a, b) -> a != 0 || b != 0 ? 1 : 0),
                operator("LXOR", MPI.LXOR, (a, b) -> a != 0 ^ b != 0 ? 1 : 0),
                operator("BAND", MPI.BAND, (a, b) -> a & b),
                operator("BOR", MPI.BOR, (a, b) -> a | b),
                operator("BXOR", MPI.BXOR, (a, b) -> a ^ b));
    }

    private static Arguments operator(String name, Op op, IntBinaryOperator reference) {
        return Arguments.of(name, op, reference);
    }

    /** Zero now and then, for the logical operators, and of either sign. */
    private static int operand(int rank, int i) {
        return (i + rank) % 3 == 0 ? 0 : (rank + 1) * 7919 * (i % 2 == 0 ? i + 1 : -i);
    }

    private static boolean isLogical(String name) {
        return name.startsWith("L");
    }

    /** What a reduction leaves in an array between guards of one element. */
    private static int[] reduced(String name, int ranks, int count, IntBinaryOperator reference) {
        int[] expected = new int[count + 2];
        for (int i = 0; i < count; i++) {
            int at = i;
            int combined = IntStream.range(0, ranks)
                    .map(r -> operand(r, at))
                    .reduce(reference)
                    .getAsInt();
            expected[i + 1] = ranks > 1 || !isLogical(name) ? combined : operand(0, i);
        }
        return expected;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("operators")
    void reductionsCombineTheOperandsOfAllRanks(String name, Op op, IntBinaryOperator reference) {
        for (int ranks = 1; ranks <= 5; ranks++) {
            int n = ranks;
            Jmpi.run(ranks, () -> {
                for (int count : COUNTS) {
                    int[] mine = new int[count + 1];
                    for (int i = 0; i < count; i++) mine[i + 1] = operand(Talk.rank(), i);
                    int[] sent = mine.clone();
                    int[] expected = reduced(name, n, count, reference);
                    int[] everywhere = new int[count + 2];
                    MPI.COMM_WORLD.Allreduce(mine, 1, everywhere, 1, count, MPI.INT, op);
                    assertArrayEquals(expected, everywhere, "Allreduce x " + count);
                    for (int root = 0; root < n; root++) {
                        int[] result = Talk.rank() == root ? new int[count + 2] : null;
                        MPI.COMM_WORLD.Reduce(mine, 1, result, 1, count, MPI.INT, op, root);
                        if (Talk.rank() == root) assertArrayEquals(expected, result, "Reduce x " + count);
                    }
                    assertArrayEquals(sent, mine, "what was sent");
                }
            });
        }
    }

    @Test
    void sumsAndExtremesOfEveryNumericType() {
        Jmpi.run(3, () -> {
            int r = Talk.rank();
            check(new byte[] {(byte) (r + 1)}, MPI.BYTE, new byte[] {6}, new byte[] {3});
            check(new char[] {(char) (r + 'a')}, MPI.CHAR, new char[] {3 * 'b'}, new char[] {'c'});
            check(new short[] {(short) (1000 * r)}, MPI.SHORT, new short[] {3000}, new short[] {2000});
            check(new long[] {r * (1L << 40)}, MPI.LONG, new long[] {3L << 40}, new long[] {2L << 40});
            check(new float[] {r + .5f}, MPI.FLOAT, new float[] {4.5f}, new float[] {2.5f});
            check(new double[] {r - .25}, MPI.DOUBLE, new double[] {2.25}, new double[] {1.75});
            boolean[] any = new boolean[1];
            MPI.COMM_WORLD.Allreduce(new boolean[] {r == 1}, 0, any, 0, 1, MPI.BOOLEAN, MPI.LOR);
            assertTrue(any[0]);
            MPI.COMM_WORLD.Allreduce(new boolean[] {r == 1}, 0, any, 0, 1, MPI.BOOLEAN, MPI.LAND);
            assertTrue(!any[0]);
        });
    }

    private static void check(Object mine, Datatype type, Object sum, Object max) {
        Object result = Array.newInstance(mine.getClass().getComponentType(), 1);
        MPI.COMM_WORLD.Allreduce(mine, 0, result, 0, 1, type, MPI.SUM);
        Kind.assertSame(sum, result, "sum");
        MPI.COMM_WORLD.Allreduce(mine, 0, result, 0, 1, type, MPI.MAX);
        Kind.assertSame(max, result, "max");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 5})
    void locationsOfExtremes(int ranks) {
        int last = ranks - 1;
        Jmpi.run(ranks, () -> {
            int me = Talk.rank();
            int[] mine = {99, 10 + me, me, 5, me, -me, me, 99};
            int[] result = new int[8];
            MPI.COMM_WORLD.Allreduce(mine, 1, result, 1, 3, MPI.INT2, MPI.MAXLOC);
            assertArrayEquals(new int[] {0, 10 + last, last, 5, 0, 0, 0, 0}, result, "of equal values the first");
            MPI.COMM_WORLD.Allreduce(mine, 1, result, 1, 3, MPI.INT2, MPI.MINLOC);
            assertArrayEquals(new int[] {0, 10, 0, 5, 0, -last, last, 0}, result);
            double[] doubles = new double[2];
            MPI.COMM_WORLD.Reduce(new double[] {me / 2d, me}, 0, doubles, 0, 1, MPI.DOUBLE2, MPI.MAXLOC, last);
            assertArrayEquals(me == last ? new double[] {last / 2d, last} : new double[2], doubles);
            long[] longs = new long[2];
            MPI.COMM_WORLD.Allreduce(new long[] {-me, me}, 0, longs, 0, 1, MPI.LONG2, MPI.MINLOC);
            assertArrayEquals(new long[] {-last, last}, longs);
            short[] shorts = new short[2];
            MPI.COMM_WORLD.Allreduce(new short[] {3, (short) me}, 0, shorts, 0, 1, MPI.SHORT2, MPI.MINLOC);
            assertArrayEquals(new short[] {3, 0}, shorts);
            float[] floats = new float[2];
            MPI.COMM_WORLD.Allreduce(new float[] {me, me}, 0, floats, 0, 1, MPI.FLOAT2, MPI.MAXLOC);
            assertArrayEquals(new float[] {last, last}, floats);
        });
    }

    @Test
    void aReductionMayWriteWhereItReads() {
        Jmpi.run(3, () -> {
            int[] values = {Talk.rank(), 10 * Talk.rank()};
            MPI.COMM_WORLD.Allreduce(values, 0, values, 0, 2, MPI.INT, MPI.SUM);
            assertArrayEquals(new int[] {3, 30}, values);
        });
    }

    @Test
    void collectivesLeavePendingMessagesAlone() {
        Jmpi.run(3, () -> {
            int me = Talk.rank();
            int n = Talk.size();
            int[] room = new int[1];
            Request any = MPI.COMM_WORLD.Irecv(room, 0, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
            for (int root = 0; root < n; root++) {
                int[] value = {me == root ? 50 + root : -1};
                MPI.COMM_WORLD.Bcast(value, 0, 1, MPI.INT, root);
                assertEquals(50 + root, value[0]);
                int[] all = new int[n];
                MPI.COMM_WORLD.Gather(new int[] {me}, 0, 1, MPI.INT, all, 0, 1, MPI.INT, root);
                if (me == root) assertArrayEquals(new int[] {0, 1, 2}, all);
                int[] sum = new int[1];
                MPI.COMM_WORLD.Allreduce(new int[] {me}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
                assertEquals(3, sum[0]);
                MPI.COMM_WORLD.Barrier();
            }
            Talk.send(me, (me + 1) % n, 0);
            Status status = any.Wait();
            Kind.INT.assertStatus(status, (me + n - 1) % n, 0, 1, "the only message");
            assertEquals((me + n - 1) % n, room[0]);
        });
    }

    @Test
    void collectivesWorkOnTheSelfCommunicator() {
        Jmpi.run(2, () -> {
            Intracomm self = MPI.COMM_SELF;
            assertEquals(1, self.Size());
            assertEquals(0, self.Rank());
            int[] result = new int[1];
            self.Barrier();
            self.Allreduce(new int[] {4 + Talk.rank()}, 0, result, 0, 1, MPI.INT, MPI.SUM);
            assertEquals(4 + Talk.rank(), result[0]);
        });
    }
}
