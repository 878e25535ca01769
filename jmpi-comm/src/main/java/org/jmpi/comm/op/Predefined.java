package org.jmpi.comm.op;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/**
 * The predefined operators (MPI-4.1 sections 6.9.2 and 6.9.4): each has a kernel for every basic type it is defined
 * for.
 */
public final class Predefined implements Reducer {
    /** All of them, in the order of their numbers. */
    private static final List<Predefined> ALL = new ArrayList<>();

    /** The larger value. */
    public static final Reducer MAX = elementwise("MAX", ArithmeticKernels::max);
    /** The smaller value. */
    public static final Reducer MIN = elementwise("MIN", ArithmeticKernels::min);
    /** The sum. */
    public static final Reducer SUM = elementwise("SUM", ArithmeticKernels::sum);
    /** The product. */
    public static final Reducer PROD = elementwise("PROD", ArithmeticKernels::prod);
    /** Whether both are true. */
    public static final Reducer LAND = elementwise("LAND", LogicKernels::land);
    /** The bits that both have. */
    public static final Reducer BAND = elementwise("BAND", LogicKernels::band);
    /** Whether one or both are true. */
    public static final Reducer LOR = elementwise("LOR", LogicKernels::lor);
    /** The bits that one or both have. */
    public static final Reducer BOR = elementwise("BOR", LogicKernels::bor);
    /** Whether just one is true. */
    public static final Reducer LXOR = elementwise("LXOR", LogicKernels::lxor);
    /** The bits that just one has. */
    public static final Reducer BXOR = elementwise("BXOR", LogicKernels::bxor);
    /** The larger value and its index, of pairs; of equal values the lower index. */
    public static final Reducer MAXLOC = new Predefined("MAXLOC", LocationKernels::maxloc, 2);
    /** The smaller value and its index, of pairs; of equal values the lower index. */
    public static final Reducer MINLOC = new Predefined("MINLOC", LocationKernels::minloc, 2);
    /** The operand in place of the element, in a window. */
    public static final Predefined REPLACE = new Predefined("REPLACE", Map::of, 1);
    /** The element as it is, in a window. */
    public static final Predefined NO_OP = new Predefined("NO_OP", Map::of, 1);

    /** Elements that are copied at a time: a whole number of pairs, and few enough for the first-level cache. */
    private static final int COPIED = 512;

    /** Arrays of one type with room for elements that are copied. */
    private record Copies(Object in, Object inout) {
        static Copies of(BasicType type) {
            return new Copies(type.newArray(COPIED), type.newArray(COPIED));
        }
    }

    /** Those of the thread, by the type's ordinal. */
    private static final ThreadLocal<Copies[]> COPIES =
            ThreadLocal.withInitial(() -> new Copies[BasicType.values().length]);

    private final String name;
    private final int number;
    private final Supplier<Map<BasicType, Kernel>> source;
    private final int elementsPerOperand;

    /** Made when the operator is used first: to link all kernels takes a tenth of a JVM's start. */
    private volatile Map<BasicType, Kernel> kernels;

    private Predefined(String name, Supplier<Map<BasicType, Kernel>> source, int elementsPerOperand) {
        this.name = name;
        ALL.add(this);
        this.number = ALL.size();
        this.source = source;
        this.elementsPerOperand = elementsPerOperand;
    }

    private static Reducer elementwise(String name, Supplier<Map<BasicType, Kernel>> source) {
        return new Predefined(name, source, 1);
    }

    private Map<BasicType, Kernel> kernels() {
        Map<BasicType, Kernel> made = kernels;
        // Two threads may both make them, which does no harm.
        if (made == null) kernels = made = source.get();
        return made;
    }

    @Override
    public String name() {
        return name;
    }

    /** {@return which of the predefined operators it is, from 1 to 14} */
    public int number() {
        return number;
    }

    /**
     * {@return a predefined operator}
     *
     * @param number from 1 to 14
     */
    public static Predefined of(int number) {
        return ALL.get(number - 1);
    }

    @Override
    public boolean isCommutative() {
        return true;
    }

    @Override
    public void check(Layout layout) {
        if (!kernels().containsKey(layout.type()))
            throw new CommException(
                    ErrorClass.OP, "operator " + name + " is not defined for datatype " + layout.type());
        if (!isOfOperands(layout))
            throw new CommException(
                    ErrorClass.OP,
                    "operator " + name + " needs pairs of a value and an index next to it, such as INT2: got "
                            + layout);
    }

    private boolean isOfOperands(Layout layout) {
        if (elementsPerOperand == 1) return true;
        for (int run = 0; run < layout.runs(); run++) if (layout.length(run) % elementsPerOperand != 0) return false;
        return true;
    }

    @Override
    public void combine(Buffer in, Buffer inout) {
        Layout layout = inout.layout();
        Kernel kernel = kernels().get(layout.type());
        if (layout.isContiguous()) {
            apply(kernel, in, inout, 0, (int) inout.elements());
            return;
        }
        for (long item = 0; item < inout.count(); item++)
            for (int run = 0; run < layout.runs(); run++)
                apply(kernel, in, inout, item * layout.extent() + layout.displacement(run), layout.length(run));
    }

    /** Combines adjacent elements; those of both buffers lie in arrays. */
    private static void apply(Kernel kernel, Buffer in, Buffer inout, long at, int elements) {
        int first = (int) (inout.offset() + at);
        if (in.offset() == inout.offset()) kernel.apply(in.array(), inout.array(), first, first + elements);
        else applyToCopies(kernel, in, inout, at, elements);
    }

    /** Gives elements the same indices: three copies and a vectorised loop take less time than another loop. */
    private static void applyToCopies(Kernel kernel, Buffer in, Buffer inout, long at, int elements) {
        int type = inout.type().ordinal();
        Copies copies = COPIES.get()[type];
        if (copies == null) COPIES.get()[type] = copies = Copies.of(inout.type());
        for (int done = 0; done < elements; done += COPIED) {
            int some = Math.min(COPIED, elements - done);
            int to = (int) (inout.offset() + at) + done;
            System.arraycopy(in.array(), (int) (in.offset() + at) + done, copies.in, 0, some);
            System.arraycopy(inout.array(), to, copies.inout, 0, some);
            kernel.apply(copies.in, copies.inout, 0, some);
            System.arraycopy(copies.inout, 0, inout.array(), to, some);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
