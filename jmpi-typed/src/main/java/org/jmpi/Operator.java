package org.jmpi;

import java.util.function.BinaryOperator;
import java.util.function.DoubleBinaryOperator;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.op.Predefined;
import org.jmpi.comm.op.Reducer;

/**
 * An operator of a reduction (MPI-4.1 section 6.9). It is associative. The values of the ranks are combined in the
 * order of ranks, unless the operator is commutative: then in any order.
 *
 * <p>The predefined operators combine numbers, and arrays of numbers element by element. They are the fastest.
 *
 * <pre>{@code
 * Communicator world = Jmpi.world();
 * int sum = world.allReduce(world.rank(), Operator.SUM);
 * double[] maxima = world.allReduce(new double[] {world.rank(), -world.rank()}, Operator.MAX);
 * long[] sets = world.allReduce(new long[] {1L << world.rank()}, Operator.ofLongs((a, b) -> a | b).commutative());
 * String all = world.allReduce("r" + world.rank(), String::concat); // in the order of ranks: r0r1r2r3
 * }</pre>
 *
 * <p>A function that throws lets the call of its rank throw that. Calls of other ranks that need its objects fail, too.
 * Elements of numbers carry no such sign: the result of the other ranks is undefined then.
 *
 * @param <T> what is combined; a predefined operator refuses what it is not defined for
 */
public final class Operator<T> {
    /** The sum. */
    public static final Operator<Object> SUM = predefined(Predefined.SUM);
    /** The product. */
    public static final Operator<Object> PROD = predefined(Predefined.PROD);
    /** The larger value. */
    public static final Operator<Object> MAX = predefined(Predefined.MAX);
    /** The smaller value. */
    public static final Operator<Object> MIN = predefined(Predefined.MIN);
    /** Whether both are true; numbers are true if they are not 0. */
    public static final Operator<Object> LAND = predefined(Predefined.LAND);
    /** Whether one or both are true; numbers are true if they are not 0. */
    public static final Operator<Object> LOR = predefined(Predefined.LOR);
    /** Whether just one is true; numbers are true if they are not 0. */
    public static final Operator<Object> LXOR = predefined(Predefined.LXOR);
    /** The bits that both have. */
    public static final Operator<Object> BAND = predefined(Predefined.BAND);
    /** The bits that one or both have. */
    public static final Operator<Object> BOR = predefined(Predefined.BOR);
    /** The bits that just one has. */
    public static final Operator<Object> BXOR = predefined(Predefined.BXOR);

    /** In a {@link Window}: the new value in place of the old one. */
    public static final Operator<Object> REPLACE = predefined(Predefined.REPLACE);
    /** In a {@link Window}: the old value, which stays. */
    public static final Operator<Object> NO_OP = predefined(Predefined.NO_OP);

    private final Reducer reducer;
    private final Function<Object, Items> items;

    private Operator(Reducer reducer, Function<Object, Items> items) {
        this.reducer = reducer;
        this.items = items;
    }

    private static Operator<Object> predefined(Reducer reducer) {
        return new Operator<>(reducer, Items::of);
    }

    /**
     * Makes an operator of a function of objects.
     *
     * @param <T> the objects' type
     * @param function returns a new object, of the value of the lower ranks and that of the higher ranks, and changes
     *     neither
     * @return the operator, which is not commutative
     */
    @SuppressWarnings("unchecked")
    public static <T> Operator<T> of(BinaryOperator<T> function) {
        if (function == null) return null;
        Kernel kernel = (in, i, inout, o, count) -> {
            Object[] left = (Object[]) in;
            Object[] right = (Object[]) inout;
            for (int k = 0; k < count; k++) right[o + k] = function.apply((T) left[i + k], (T) right[o + k]);
        };
        return new Operator<>(new OfFunction(function, BasicType.OBJECT, kernel, false), Items::ofObject);
    }

    /**
     * Makes an operator of arrays of ints, element by element.
     *
     * @param function returns what the element of the lower ranks and that of the higher ranks are combined to
     * @return the operator, which is not commutative
     */
    public static Operator<int[]> ofInts(IntBinaryOperator function) {
        return elementwise(function, BasicType.INT, (in, i, inout, o, count) -> {
            int[] left = (int[]) in;
            int[] right = (int[]) inout;
            for (int k = 0; k < count; k++) right[o + k] = function.applyAsInt(left[i + k], right[o + k]);
        });
    }

    /**
     * Makes an operator of arrays of longs, element by element.
     *
     * @param function returns what the element of the lower ranks and that of the higher ranks are combined to
     * @return the operator, which is not commutative
     */
    public static Operator<long[]> ofLongs(LongBinaryOperator function) {
        return elementwise(function, BasicType.LONG, (in, i, inout, o, count) -> {
            long[] left = (long[]) in;
            long[] right = (long[]) inout;
            for (int k = 0; k < count; k++) right[o + k] = function.applyAsLong(left[i + k], right[o + k]);
        });
    }

    /**
     * Makes an operator of arrays of doubles, element by element.
     *
     * @param function returns what the element of the lower ranks and that of the higher ranks are combined to
     * @return the operator, which is not commutative
     */
    public static Operator<double[]> ofDoubles(DoubleBinaryOperator function) {
        return elementwise(function, BasicType.DOUBLE, (in, i, inout, o, count) -> {
            double[] left = (double[]) in;
            double[] right = (double[]) inout;
            for (int k = 0; k < count; k++) right[o + k] = function.applyAsDouble(left[i + k], right[o + k]);
        });
    }

    /** Returns null if there is no function. */
    private static <T> Operator<T> elementwise(Object function, BasicType type, Kernel kernel) {
        return function == null ? null : new Operator<>(new OfFunction(function, type, kernel, false), Items::of);
    }

    /** {@return the same operator, whose result does not depend on the order of the values} */
    public Operator<T> commutative() {
        return reducer instanceof OfFunction own
                ? new Operator<>(new OfFunction(own.function, own.type, own.kernel, true), items)
                : this;
    }

    /**
     * Returns what is combined of a value.
     *
     * @throws CommException of class OP if there is no operator
     */
    static Items items(Operator<?> op, Object value) {
        checkGiven(op);
        return op.items.apply(value);
    }

    /** @throws CommException of class OP if there is no operator */
    static void checkGiven(Operator<?> op) {
        if (op == null) throw new CommException(ErrorClass.OP, "operator is null: pass Operator.SUM or a function");
    }

    Reducer reducer() {
        return reducer;
    }

    @Override
    public String toString() {
        return reducer.name();
    }

    /** Combines elements: {@code inout[o + k] = in[i + k] op inout[o + k]}. */
    private interface Kernel {
        void apply(Object in, int i, Object inout, int o, int count);
    }

    /**
     * A function of the program.
     *
     * @param type of the elements that it combines
     */
    private record OfFunction(Object function, BasicType type, Kernel kernel, boolean isCommutative)
            implements Reducer {
        @Override
        public String name() {
            return function.getClass().getName();
        }

        @Override
        public void check(Layout layout) {
            if (layout.type() != type)
                throw new CommException(
                        ErrorClass.OP,
                        "operator combines " + type + ", not " + layout.type() + ": pass a function of that type");
        }

        @Override
        public void combine(Buffer in, Buffer inout) {
            kernel.apply(in.array(), (int) in.offset(), inout.array(), (int) inout.offset(), (int) inout.count());
        }
    }
}
