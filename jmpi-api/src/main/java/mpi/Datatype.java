package mpi;

import java.util.function.Supplier;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.datatype.TypeHandle;
import org.jmpi.comm.error.CommException;

/**
 * The type of a message's elements (MPI-4.1 section 5.1).
 *
 * <p>All figures are in elements of the base type, never in bytes: {@code MPI.INT.Size() == 1}. A derived datatype must
 * be committed before it is used in communication, but not before others are derived from it.
 *
 * <p>The methods that derive a datatype throw an {@link MPIException} of class ERR_COUNT if a count is negative;
 * ERR_ARG if a blocklength is negative, if arrays are null or of different lengths, or if size, bounds or extent exceed
 * an int; ERR_TYPE if an old datatype is null or was freed.
 *
 * <pre>{@code
 * double[] matrix = new double[10 * 10];
 * Datatype column = Datatype.Vector(10, 1, 10, MPI.DOUBLE);
 * column.Commit();
 * MPI.COMM_WORLD.Bcast(matrix, 3, 1, column, 0); // the fourth column
 * column.free();
 * }</pre>
 */
public class Datatype extends Freeable {
    /** Creates {@link MPI#DATATYPE_NULL}. */
    static final Datatype NULL = new Datatype(TypeHandle.NULL);

    private final TypeHandle handle;

    private Datatype(TypeHandle handle) {
        this.handle = handle;
    }

    static Datatype predefined(Layout layout) {
        return new Datatype(TypeHandle.predefined(layout));
    }

    static Datatype basic(BasicType type) {
        return predefined(Layout.of(type));
    }

    /** Returns the type of a value and an index, for MAXLOC and MINLOC. */
    static Datatype pair(BasicType type) {
        return predefined(Layout.contiguous(2, Layout.of(type)));
    }

    /**
     * Returns the layout of a type for communication.
     *
     * @throws CommException of class TYPE if the type is null, not committed or was freed
     */
    static Layout layout(Datatype type) {
        return TypeHandle.committed(handle(type));
    }

    /** Returns what the core knows a type by; null for null. */
    static TypeHandle handle(Datatype type) {
        return type == null ? null : type.handle;
    }

    private static Layout old(Datatype type) {
        return type == null ? null : type.handle.layout();
    }

    private static Layout[] old(Datatype[] types) {
        if (types == null) return null;
        Layout[] layouts = new Layout[types.length];
        for (int i = 0; i < types.length; i++) layouts[i] = old(types[i]);
        return layouts;
    }

    // ---- deriving datatypes (MPI-4.1 section 5.1.2) ----

    /**
     * {@return the type of {@code count} items, one after the other}
     *
     * @param count the number of items
     * @param oldtype what an item is
     */
    public static Datatype Contiguous(int count, Datatype oldtype) throws MPIException {
        return derived(() -> Layout.contiguous(count, old(oldtype)));
    }

    /**
     * {@return the type of blocks of items at equal distances}
     *
     * @param count blocks
     * @param blocklength items of each block
     * @param stride extents of the old type from one block's start to the next one's
     * @param oldtype what an item is
     */
    public static Datatype Vector(int count, int blocklength, int stride, Datatype oldtype) throws MPIException {
        return derived(() -> Layout.vector(count, blocklength, stride, old(oldtype)));
    }

    /**
     * {@return the type of blocks of items at equal distances}
     *
     * @param count blocks
     * @param blocklength items of each block
     * @param stride elements from one block's start to the next one's
     * @param oldtype what an item is
     */
    public static Datatype Hvector(int count, int blocklength, int stride, Datatype oldtype) throws MPIException {
        return derived(() -> Layout.hvector(count, blocklength, stride, old(oldtype)));
    }

    /**
     * {@return the type of blocks of items at any displacements}
     *
     * @param array_of_blocklengths items of each block
     * @param array_of_displacements where each block starts, in extents of the old type
     * @param oldtype what an item is
     */
    public static Datatype Indexed(int[] array_of_blocklengths, int[] array_of_displacements, Datatype oldtype)
            throws MPIException {
        return derived(() -> Layout.indexed(array_of_blocklengths, array_of_displacements, old(oldtype)));
    }

    /**
     * {@return the type of blocks of items at any displacements}
     *
     * @param array_of_blocklengths items of each block
     * @param array_of_displacements where each block starts, in elements
     * @param oldtype what an item is
     */
    public static Datatype Hindexed(int[] array_of_blocklengths, int[] array_of_displacements, Datatype oldtype)
            throws MPIException {
        return derived(() -> Layout.hindexed(array_of_blocklengths, array_of_displacements, old(oldtype)));
    }

    /**
     * {@return the type of blocks of items of several types, which have one base type, at any displacements}
     *
     * @param array_of_blocklengths items of each block
     * @param array_of_displacements where each block starts, in elements
     * @param array_of_types the type of each block, or {@link MPI#LB} or {@link MPI#UB}
     * @throws MPIException also of class ERR_TYPE if the base types differ
     */
    public static Datatype Struct(int[] array_of_blocklengths, int[] array_of_displacements, Datatype[] array_of_types)
            throws MPIException {
        return derived(() -> Layout.struct(array_of_blocklengths, array_of_displacements, old(array_of_types)));
    }

    private static Datatype derived(Supplier<Layout> layout) {
        try {
            return new Datatype(TypeHandle.derived(layout.get()));
        } catch (CommException e) {
            throw Ranks.raised(e);
        }
    }

    /**
     * Makes the type good for communication.
     *
     * @throws MPIException of class ERR_TYPE if it was freed
     */
    public void Commit() throws MPIException {
        try {
            handle.commit();
        } catch (CommException e) {
            throw Ranks.raised(e);
        }
    }

    /**
     * Ends the use of the type. Types derived from it stay valid, and so do operations that were started with it.
     *
     * @throws MPIException of class ERR_TYPE if it is predefined or was freed before
     */
    @Override
    public void free() throws MPIException {
        try {
            handle.free();
        } catch (CommException e) {
            throw Ranks.raised(e);
        }
    }

    // ---- properties (MPI-4.1 sections 5.1.5 and 5.1.7) ----

    /** {@return the elements from the start of one item to the start of the next} */
    public int Extent() throws MPIException {
        return defined(this).extent();
    }

    /** {@return the lower bound of an item, in elements from its start} */
    public int Lb() throws MPIException {
        return defined(this).lowerBound();
    }

    /** {@return the elements that an item transfers} */
    public int Size() throws MPIException {
        return defined(this).size();
    }

    /** {@return the upper bound of an item, in elements from its start} */
    public int Ub() throws MPIException {
        return defined(this).upperBound();
    }

    /**
     * Returns the layout of a type for what is no communication.
     *
     * @throws MPIException of class ERR_TYPE if the type is null or was freed
     */
    static Layout defined(Datatype type) {
        try {
            return TypeHandle.layout(handle(type));
        } catch (CommException e) {
            throw Ranks.raised(e);
        }
    }
}
