package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.io.Serializable;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reductions with operators of the program's own. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class UserOpTest {
    private static final int[] COUNTS = {0, 1, 7, 5000};

    /** The maps {@code x -> a x + b}, each a pair; their composition is associative and does not commute. */
    private static final class Affine extends User_function {
        private final AtomicInteger calls = new AtomicInteger();

        @Override
        public void Call(Object in, int inAt, Object inout, int at, int count, Datatype type) {
            assertSame(MPI.INT2, type);
            int[] first = (int[]) in;
            int[] second = (int[]) inout;
            assertTrue(inAt >= 0 && inAt + 2 * count <= first.length, "operand within its array");
            assertTrue(at >= 0 && at + 2 * count <= second.length, "result within its array");
            for (int i = 0; i < 2 * count; i += 2) {
                second[at + i + 1] += second[at + i] * first[inAt + i + 1];
                second[at + i] *= first[inAt + i];
            }
            calls.incrementAndGet();
        }

        /** Returns the maps that a rank contributes, between guards. */
        static int[] of(int rank, int offset, int count) {
            int[] maps = guards(offset, count);
            for (int i = 0; i < count; i++) {
                maps[offset + 2 * i] = 2 * (rank + i) + 3;
                maps[offset + 2 * i + 1] = 7 * rank - i + 1;
            }
            return maps;
        }

        static int[] guards(int offset, int count) {
            int[] guards = new int[offset + 2 * count + 3];
            Arrays.fill(guards, -99);
            return guards;
        }

        /** Returns some maps of the composition of the first ranks' ones, between guards. */
        static int[] composed(int ranks, int offset, int first, int count) {
            int[] result = guards(offset, count);
            System.arraycopy(of(0, 0, first + count), 2 * first, result, offset, 2 * count);
            for (int rank = 1; rank < ranks; rank++) {
                int[] maps = of(rank, 0, first + count);
                for (int i = 0; i < 2 * count; i += 2) {
                    int a = maps[2 * first + i];
                    int b = maps[2 * first + i + 1];
                    result[offset + i + 1] = a * result[offset + i + 1] + b;
                    result[offset + i] *= a;
                }
            }
            return result;
        }
    }

    private static int[] counts(int ranks, int count) {
        return IntStream.range(0, ranks).map(r -> r == 1 ? 0 : count + r).toArray();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void operandsAreCombinedInTheOrderOfRanks(int ranks) {
        Jmpi.run(ranks, () -> {
            Op compose = new Op(new Affine(), false);
            for (int count : COUNTS) {
                int[] sent = Affine.of(Talk.rank(), 1, count);
                for (int root = 0; root < ranks; root++) {
                    int[] result = Affine.guards(2, count);
                    MPI.COMM_WORLD.Reduce(sent, 1, result, 2, count, MPI.INT2, compose, root);
                    boolean atRoot = Talk.rank() == root;
                    assertArrayEquals(atRoot ? expected(ranks, count) : Affine.guards(2, count), result, "Reduce");
                }
                int[] everywhere = Affine.guards(2, count);
                MPI.COMM_WORLD.Allreduce(sent, 1, everywhere, 2, count, MPI.INT2, compose);
                assertArrayEquals(expected(ranks, count), everywhere, "Allreduce x " + count);
                int[] upToMe = Affine.guards(2, count);
                MPI.COMM_WORLD.Scan(sent, 1, upToMe, 2, count, MPI.INT2, compose);
                assertArrayEquals(expected(Talk.rank() + 1, count), upToMe, "Scan x " + count);
                assertArrayEquals(Affine.of(Talk.rank(), 1, count), sent, "what was sent");
            }
        });
    }

    private static int[] expected(int ranks, int count) {
        return Affine.composed(ranks, 2, 0, count);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void partsOfAResultAreInOrderToo(int ranks) {
        Jmpi.run(ranks, () -> {
            Op compose = new Op(new Affine(), false);
            for (int count : new int[] {0, 1, 7, 900}) {
                int[] counts = counts(ranks, count);
                int own = counts[Talk.rank()];
                int[] sent = Affine.of(Talk.rank(), 1, Arrays.stream(counts).sum());
                int[] before = sent.clone();
                int[] part = Affine.guards(2, own);
                MPI.COMM_WORLD.Reduce_scatter(sent, 1, part, 2, counts, MPI.INT2, compose);
                int first = Arrays.stream(counts, 0, Talk.rank()).sum();
                assertArrayEquals(Affine.composed(ranks, 2, first, own), part, "Reduce_scatter x " + count);
                assertArrayEquals(before, sent, "what was sent");
            }
        });
    }

    /** Adds without regard to the order, so that any order gives the same. */
    private static final class Add extends User_function {
        @Override
        public void Call(Object in, int inAt, Object inout, int at, int count, Datatype type) {
            for (int i = 0; i < count; i++) ((long[]) inout)[at + i] += ((long[]) in)[inAt + i];
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void anOperatorThatCommutesGivesTheSameAsThePredefinedOne(int ranks) {
        Op add = new Op(new Add(), true);
        Jmpi.run(ranks, () -> {
            for (int count : COUNTS) {
                Object sent = Kind.LONG.data(1, count, 9 * Talk.rank());
                for (int root = 0; root < ranks; root++) {
                    Object own = Kind.LONG.guards(2, count);
                    Object predefined = Kind.LONG.guards(2, count);
                    MPI.COMM_WORLD.Reduce(sent, 1, own, 2, count, MPI.LONG, add, root);
                    MPI.COMM_WORLD.Reduce(sent, 1, predefined, 2, count, MPI.LONG, MPI.SUM, root);
                    Kind.assertSame(predefined, own, "Reduce x " + count + " to " + root);
                }
                Object own = Kind.LONG.guards(2, count);
                Object predefined = Kind.LONG.guards(2, count);
                MPI.COMM_WORLD.Allreduce(sent, 1, own, 2, count, MPI.LONG, add);
                MPI.COMM_WORLD.Allreduce(sent, 1, predefined, 2, count, MPI.LONG, MPI.SUM);
                Kind.assertSame(predefined, own, "Allreduce x " + count);
                MPI.COMM_WORLD.Scan(sent, 1, own, 2, count, MPI.LONG, add);
                MPI.COMM_WORLD.Scan(sent, 1, predefined, 2, count, MPI.LONG, MPI.SUM);
                Kind.assertSame(predefined, own, "Scan x " + count);
                Kind.assertSame(Kind.LONG.data(1, count, 9 * Talk.rank()), sent, "what was sent");
            }
        });
    }

    // ---- objects ----

    /** A number that an operator changes in place. */
    private static final class Complex implements Serializable {
        private static final long serialVersionUID = 1;

        double re;
        double im;

        Complex(double re, double im) {
            this.re = re;
            this.im = im;
        }
    }

    /** Multiplies in place: {@code inout[i]} stays the same object. */
    private static final class Multiply extends User_function {
        @Override
        public void Call(Object in, int inAt, Object inout, int at, int count, Datatype type) {
            assertSame(MPI.OBJECT, type);
            for (int i = 0; i < count; i++) {
                Complex a = (Complex) ((Object[]) in)[inAt + i];
                Complex b = (Complex) ((Object[]) inout)[at + i];
                double re = a.re * b.re - a.im * b.im;
                b.im = a.re * b.im + a.im * b.re;
                b.re = re;
            }
        }
    }

    private static Object[] numbers(int rank, int count) {
        Object[] numbers = new Object[count + 2];
        for (int i = 0; i < count; i++) numbers[i + 1] = new Complex(rank + 1, i % 3);
        return numbers;
    }

    private static void assertNumbers(int ranks, Object[] found, int first, int count) {
        assertEquals(null, found[0]);
        assertEquals(null, found[count + 1]);
        for (int i = 0; i < count; i++) {
            Complex expected = new Complex(1, 0);
            for (int rank = 0; rank < ranks; rank++) {
                double re = expected.re * (rank + 1) - expected.im * ((first + i) % 3);
                expected.im = expected.re * ((first + i) % 3) + expected.im * (rank + 1);
                expected.re = re;
            }
            assertEquals(expected.re, ((Complex) found[i + 1]).re, "element " + i);
            assertEquals(expected.im, ((Complex) found[i + 1]).im, "element " + i);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void anOperatorMayChangeItsResultButNotWhatWasSent(int ranks) {
        Jmpi.run(ranks, () -> {
            int me = Talk.rank();
            Op multiply = new Op(new Multiply(), false);
            for (int count : new int[] {0, 1, 10}) {
                Object[] sent = numbers(me, count);
                Object[] objects = sent.clone();
                for (int root = 0; root < ranks; root++) {
                    Object[] result = new Object[count + 2];
                    MPI.COMM_WORLD.Reduce(sent, 1, result, 1, count, MPI.OBJECT, multiply, root);
                    if (me == root) assertNumbers(ranks, result, 0, count);
                    else assertArrayEquals(new Object[count + 2], result);
                }
                Object[] result = new Object[count + 2];
                MPI.COMM_WORLD.Allreduce(sent, 1, result, 1, count, MPI.OBJECT, multiply);
                assertNumbers(ranks, result, 0, count);
                Object[] upToMe = new Object[count + 2];
                MPI.COMM_WORLD.Scan(sent, 1, upToMe, 1, count, MPI.OBJECT, multiply);
                assertNumbers(me + 1, upToMe, 0, count);
                for (int i = 0; i < sent.length; i++) assertSame(objects[i], sent[i]);
                for (int i = 0; i < count; i++) assertEquals(me + 1, ((Complex) sent[i + 1]).re);
            }
            Object[] all = numbers(me, 4 * ranks);
            Object[] part = new Object[6];
            int[] fours = IntStream.generate(() -> 4).limit(ranks).toArray();
            MPI.COMM_WORLD.Reduce_scatter(all, 1, part, 1, fours, MPI.OBJECT, multiply);
            assertNumbers(ranks, part, 4 * me, 4);
            for (int i = 0; i < 4 * ranks; i++) assertEquals(me + 1, ((Complex) all[i + 1]).re);
        });
    }

    /** Adds what two arrays hold, and notes the classes of the arrays. */
    private static final class Join extends User_function {
        private final Set<Class<?>> arrays = ConcurrentHashMap.newKeySet();

        @Override
        public void Call(Object in, int inAt, Object inout, int at, int count, Datatype type) {
            arrays.add(in.getClass());
            arrays.add(inout.getClass());
            Object[] left = (Object[]) in;
            Object[] right = (Object[]) inout;
            for (int i = 0; i < count; i++) right[at + i] = sum(left[inAt + i], right[at + i]);
        }

        private static Object sum(Object left, Object right) {
            if (left instanceof Integer) return (Integer) left + (Integer) right;
            if (left instanceof BigDecimal) return ((BigDecimal) left).add((BigDecimal) right);
            if (left instanceof Complex) return new Complex(((Complex) left).re + ((Complex) right).re, 0);
            return new Integer[] {((Integer[]) left)[0] + ((Integer[]) right)[0]};
        }
    }

    private static List<Object[]> ones() {
        return List.of(
                new Integer[] {1, 1, 1},
                new Number[] {1, 1, 1},
                new Comparable<?>[] {1, 1, 1},
                new BigDecimal[] {BigDecimal.ONE, BigDecimal.ONE, BigDecimal.ONE},
                new Complex[] {new Complex(1, 0), new Complex(1, 0), new Complex(1, 0)},
                new Integer[][] {{1}, {1}, {1}},
                new Object[] {1, 1, 1});
    }

    private static double value(Object sum) {
        if (sum instanceof Complex) return ((Complex) sum).re;
        return (sum instanceof Integer[] ? ((Integer[]) sum)[0] : (Number) sum).doubleValue();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5})
    void objectsAreCombinedInArraysOfTheCallersClass(int ranks) {
        for (boolean commutes : new boolean[] {true, false})
            for (Object[] ones : ones()) {
                Join join = new Join();
                join(ranks, ones, new Op(join, commutes));
                assertEquals(Set.of(ones.getClass()), join.arrays);
            }
    }

    private static void join(int ranks, Object[] ones, Op op) {
        int[] counts = new int[ranks];
        counts[0] = 1;
        counts[1] = 2;
        Jmpi.run(ranks, () -> {
            Object[] result = Arrays.copyOf(ones, 3);
            boolean last = Talk.rank() == ranks - 1;
            MPI.COMM_WORLD.Reduce(ones, 0, last ? result : null, 0, 3, MPI.OBJECT, op, ranks - 1);
            if (last) assertEquals(ranks, value(result[2]));
            MPI.COMM_WORLD.Allreduce(ones, 1, result, 1, 2, MPI.OBJECT, op);
            assertEquals(ranks, value(result[1]));
            MPI.COMM_WORLD.Scan(ones, 0, result, 0, 3, MPI.OBJECT, op);
            assertEquals(1 + Talk.rank(), value(result[2]));
            MPI.COMM_WORLD.Reduce_scatter(ones, 0, result, 0, counts, MPI.OBJECT, op);
            if (counts[Talk.rank()] > 0) assertEquals(ranks, value(result[0]));
        });
    }

    @Test
    void ranksMayGiveObjectsThatAnothersArrayCannotHold() {
        Op op = new Op(
                new User_function() {
                    @Override
                    public void Call(Object in, int inAt, Object inout, int at, int count, Datatype type) {
                        Number sum = ((Number) ((Object[]) in)[inAt]).doubleValue()
                                + ((Number) ((Object[]) inout)[at]).doubleValue();
                        ((Object[]) inout)[at] = sum;
                    }
                },
                true);
        Jmpi.run(2, () -> {
            Number[] own = Talk.rank() == 0 ? new Number[] {1} : new Double[] {2.0};
            Number[] sum = new Number[1];
            MPI.COMM_WORLD.Allreduce(own, 0, sum, 0, 1, MPI.OBJECT, op);
            assertEquals(3.0, sum[0]);
        });
    }

    // ---- failures ----

    /** With two ranks both combine, so that nobody waits for a rank that failed. */
    @Test
    void whatTheFunctionThrowsReachesTheCaller() {
        Op failing = new Op(
                new User_function() {
                    @Override
                    public void Call(Object in, int inAt, Object inout, int at, int count, Datatype type) {
                        throw new IllegalStateException("as asked");
                    }
                },
                false);
        Jmpi.run(2, () -> {
            int[] one = {Talk.rank()};
            int[] result = {-7};
            IllegalStateException thrown = assertThrows(
                    IllegalStateException.class,
                    () -> MPI.COMM_WORLD.Allreduce(one, 0, result, 0, 1, MPI.INT, failing));
            assertEquals("as asked", thrown.getMessage());
            Executable reduce = () -> MPI.COMM_WORLD.Reduce(one, 0, result, 0, 1, MPI.INT, failing, 0);
            if (Talk.rank() == 0) assertThrows(IllegalStateException.class, reduce);
            else MPI.COMM_WORLD.Reduce(one, 0, result, 0, 1, MPI.INT, failing, 0);
            assertThrows(IllegalStateException.class, () -> failing.Call(one, 0, result, 0, 1, MPI.INT));
            MPI.COMM_WORLD.Allreduce(one, 0, result, 0, 1, MPI.INT, MPI.SUM);
            assertEquals(1, result[0]);
            Talk.assertJoins(MPI.COMM_WORLD, 0, 1);
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void anErrorOfTheFunctionIsTheCauseOfAnMpiException(int ranks) {
        AssertionError error = new AssertionError("as asked");
        Op failing = new Op(
                new User_function() {
                    @Override
                    public void Call(Object in, int inAt, Object inout, int at, int count, Datatype type) {
                        throw error;
                    }
                },
                false);
        Jmpi.run(ranks, () -> {
            int[] one = {Talk.rank()};
            Object[] object = {Talk.rank()};
            int[] result = new int[1];
            Object[] results = {"x"};
            for (int round = 0; round < 6; round++) {
                boolean first = Talk.rank() == 0;
                assertFailsBy(error, first, () -> MPI.COMM_WORLD.Reduce(one, 0, result, 0, 1, MPI.INT, failing, 0));
                assertFailsBy(
                        error, first, () -> MPI.COMM_WORLD.Reduce(object, 0, results, 0, 1, MPI.OBJECT, failing, 0));
                assertFailsBy(error, !first, () -> MPI.COMM_WORLD.Scan(object, 0, results, 0, 1, MPI.OBJECT, failing));
            }
            MPIException e = assertThrows(
                    MPIException.class, () -> MPI.COMM_WORLD.Allreduce(object, 0, results, 0, 1, MPI.OBJECT, failing));
            assertTrue(e.getMessage().contains("as asked"), e.getMessage());
            e = assertThrows(MPIException.class, () -> failing.Call(one, 0, result, 0, 1, MPI.INT));
            assertSame(error, e.getCause());
            MPI.COMM_WORLD.Barrier();
        });
    }

    /** Only the ranks that combine fail; others of a reduction of objects may get to know. */
    private static void assertFailsBy(Error error, boolean combines, Runnable call) {
        try {
            call.run();
        } catch (MPIException e) {
            assertTrue(e.getCause() == error || e.getMessage().contains("no objects from rank"), e.getMessage());
            return;
        }
        assertFalse(combines, "the function was called, and nobody says that it failed");
    }

    @Test
    void aFreedOperatorIsRefused() {
        Jmpi.run(2, () -> {
            Op op = new Op(new Add(), true);
            op.free();
            long[] one = new long[1];
            int[] counts = {1, 0};
            List<Executable> calls = List.of(
                    op::free,
                    () -> op.Call(one, 0, new long[1], 0, 1, MPI.LONG),
                    () -> MPI.COMM_WORLD.Reduce(one, 0, new long[1], 0, 1, MPI.LONG, op, 0),
                    () -> MPI.COMM_WORLD.Allreduce(one, 0, new long[1], 0, 1, MPI.LONG, op),
                    () -> MPI.COMM_WORLD.Scan(one, 0, new long[1], 0, 1, MPI.LONG, op),
                    () -> MPI.COMM_WORLD.Reduce_scatter(one, 0, new long[1], 0, counts, MPI.LONG, op));
            for (Executable call : calls) Talk.assertFails(MPI.ERR_OP, call, "freed");
            Talk.assertJoins(MPI.COMM_WORLD, 0, 1);
        });
    }

    @Test
    void predefinedOperatorsCannotBeFreed() {
        for (Op op : new Op[] {MPI.MAX, MPI.SUM, MPI.LXOR, MPI.BAND, MPI.MAXLOC, MPI.MINLOC})
            Talk.assertFails(MPI.ERR_OP, op::free, "predefined");
        Talk.assertFails(MPI.ERR_OP, () -> new Op(null, true), "null");
    }

    // ---- Op.Call ----

    @Test
    void operatorsMayBeCalledOnPartsOfArrays() {
        int[] in = {9, 1, 2, 3, 9};
        int[] inout = {9, 9, 10, 20, 30, 9};
        MPI.SUM.Call(in, 1, inout, 2, 3, MPI.INT);
        assertArrayEquals(new int[] {9, 9, 11, 22, 33, 9}, inout);
        MPI.MAX.Call(in, 0, inout, 3, 1, MPI.INT);
        assertArrayEquals(new int[] {9, 9, 11, 22, 33, 9}, inout);
        MPI.MINLOC.Call(in, 1, inout, 0, 1, MPI.INT2);
        assertArrayEquals(new int[] {1, 2, 11, 22, 33, 9}, inout);
        Affine function = new Affine();
        new Op(function, false).Call(in, 1, inout, 4, 1, MPI.INT2);
        assertArrayEquals(new int[] {1, 2, 11, 22, 33, 33 * 2 + 9}, inout);
        assertEquals(1, function.calls.get());
        assertArrayEquals(new int[] {9, 1, 2, 3, 9}, in);
    }

    @Test
    void callsThatDoNotFitAreRefused() {
        int[] in = new int[3];
        Op own = new Op(new Affine(), false);
        Object[] objects = new Object[1];
        Talk.assertFails(MPI.ERR_OP, () -> MPI.SUM.Call(objects, 0, objects, 0, 1, MPI.OBJECT), "SUM", "OBJECT");
        Talk.assertFails(MPI.ERR_OP, () -> MPI.MAXLOC.Call(in, 0, in, 0, 1, MPI.INT), "MAXLOC");
        for (Op op : new Op[] {MPI.SUM, own}) {
            Talk.assertFails(MPI.ERR_BUFFER, () -> op.Call(null, 0, in, 0, 1, MPI.INT), "null");
            Talk.assertFails(MPI.ERR_BUFFER, () -> op.Call(in, 0, null, 0, 1, MPI.INT), "null");
            Talk.assertFails(MPI.ERR_TYPE, () -> op.Call(in, 0, in, 0, 1, null), "null");
            Talk.assertFails(MPI.ERR_TYPE, () -> op.Call(new long[1], 0, in, 0, 1, MPI.INT));
            Talk.assertFails(MPI.ERR_COUNT, () -> op.Call(in, 0, in, 0, -1, MPI.INT), "-1");
            Talk.assertFails(MPI.ERR_ARG, () -> op.Call(in, -1, in, 0, 1, MPI.INT), "-1");
            Talk.assertFails(MPI.ERR_COUNT, () -> op.Call(in, 0, in, 2, 2, MPI.INT), "too short");
        }
    }

    /** By messages, then in shared memory, and of long operands in the ranks' own arrays where these are threads. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void aFunctionThatFailsFailsItsCallAndNobodyWaitsForItsRank(int ranks) {
        AtomicInteger failures = new AtomicInteger();
        Jmpi.run(ranks, () -> {
            IllegalStateException refusal = new IllegalStateException("refused");
            Op op = new Op(new Refusal(Talk.rank() == 1 ? refusal : null), true);
            int[] counts = new int[ranks];
            for (int round = 0; round < 6; round++)
                for (int count : new int[] {1, 20_000}) {
                    int[] give = new int[ranks * count];
                    int[] get = new int[ranks * count];
                    Arrays.fill(counts, count);
                    for (Runnable call : List.<Runnable>of(
                            () -> MPI.COMM_WORLD.Reduce(give, 0, get, 0, count, MPI.INT, op, 1),
                            () -> MPI.COMM_WORLD.Allreduce(give, 0, get, 0, count, MPI.INT, op),
                            () -> MPI.COMM_WORLD.Reduce_scatter(give, 0, get, 0, counts, MPI.INT, op),
                            () -> MPI.COMM_WORLD.Scan(give, 0, get, 0, count, MPI.INT, op))) {
                        try {
                            call.run();
                        } catch (IllegalStateException e) {
                            assertSame(refusal, e);
                            failures.incrementAndGet();
                        }
                    }
                }
            MPI.COMM_WORLD.Barrier();
        });
        assertTrue(failures.get() >= 6 * 2 * 3, "calls that failed: " + failures);
    }

    private static final class Refusal extends User_function {
        private final IllegalStateException refusal;

        Refusal(IllegalStateException refusal) {
            this.refusal = refusal;
        }

        @Override
        public void Call(Object in, int inAt, Object inout, int inoutAt, int count, Datatype type) {
            if (refusal != null) throw refusal;
        }
    }
}
