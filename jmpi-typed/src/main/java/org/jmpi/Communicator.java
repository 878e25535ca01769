package org.jmpi;

import org.jmpi.comm.communicator.CartTopology;
import org.jmpi.comm.communicator.Communicators;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.world.Dialects;

/**
 * Ranks that exchange values apart from all others (MPI-4.1 section 7.1).
 *
 * <p>A value is an array, which travels as its elements; a number, a character or a boolean; or any object that can be
 * serialised. Methods whose name ends in {@code Into} fill an array or a buffer that the program gives, and are the
 * fastest. Methods whose name ends in {@code Async} return at once.
 *
 * <p>Sends and the {@code Into} methods but {@link #allReduceInto} take a buffer wherever they take an array: one of
 * {@code java.nio}, heap or direct, and on JDK 22 and later a {@code java.lang.foreign.MemorySegment}. A buffer stands
 * for its elements from index 0 to its limit; a position neither counts nor moves. The elements of a {@code ByteBuffer}
 * and of a segment are bytes, as of a {@code byte[]}, and those of another buffer have its type. All other calls refuse
 * a buffer (ERR_TYPE). An {@code Async} method and {@link #sendReceive} refuse a segment that is confined to a thread
 * (ERR_BUFFER), and every call one of a closed arena or of another thread's confined one.
 *
 * <p>A call with an argument that is not valid throws an {@link MpiException} before anything is sent, of class
 * ERR_RANK, ERR_TAG, ERR_ROOT, ERR_TYPE, ERR_BUFFER, ERR_OP or ERR_ARG. The class is ERR_COMM if the communicator is
 * closed, ERR_PROC_FAILED if a rank has failed, ERR_REVOKED if a rank has revoked it, and ERR_OTHER if one has ended.
 *
 * <pre>{@code
 * Communicator world = Jmpi.world();
 * try (Communicator half = world.split(world.rank() % 2)) {
 *     int sum = half.allReduce(world.rank(), Integer::sum);
 *     List<String> names = half.allGather("rank " + world.rank());
 *     double[] data = {0, 0, 0};
 *     if (half.rank() == 0) data = new double[] {3, 1, 4};
 *     half.broadcastInto(data, 0);
 * }
 * }</pre>
 */
public class Communicator extends SurvivorCalls implements AutoCloseable {
    /** The colour of a rank that {@link #split} leaves out. */
    public static final int UNDEFINED = org.jmpi.comm.communicator.Communicator.UNDEFINED;

    private final boolean isOwn;

    /** @param isOwn whether the communicator is freed when this is closed */
    Communicator(org.jmpi.comm.communicator.Communicator core, boolean isOwn) {
        super(core);
        this.isOwn = isOwn;
    }

    /** Returns null for null. */
    private static Communicator of(org.jmpi.comm.communicator.Communicator made) {
        return made == null ? null : new Communicator(made, true);
    }

    // ---- ranks ----

    /** {@return the number of the calling rank, from 0 on} */
    public int rank() {
        return ask(org.jmpi.comm.communicator.Communicator::rank);
    }

    /** {@return the number of ranks} */
    public int size() {
        return ask(org.jmpi.comm.communicator.Communicator::size);
    }

    // ---- other communicators ----

    /**
     * Returns the communicator of the ranks that give the same colour, in the order that they have here. Every rank
     * calls this.
     *
     * @param colour at least 0, or {@link #UNDEFINED}
     * @return null if the colour is UNDEFINED
     */
    public Communicator split(int colour) {
        return split(colour, 0);
    }

    /**
     * Returns the communicator of the ranks that give the same colour. Every rank calls this.
     *
     * @param colour at least 0, or {@link #UNDEFINED}
     * @param key orders the ranks; equal keys keep the order that they have here
     * @return null if the colour is UNDEFINED
     * @throws MpiException also of class ERR_ARG if the colour is negative
     */
    public Communicator split(int colour, int key) {
        return ask(core -> of(Communicators.split(core, colour, key)));
    }

    /**
     * Returns a communicator of the same ranks, whose messages are apart from those of this one. Every rank calls this.
     *
     * @return the new communicator
     */
    public Communicator dup() {
        return ask(core -> of(Communicators.dup(core)));
    }

    /**
     * Arranges the ranks in a grid. Every rank calls this.
     *
     * @param dims the length of each dimension; see {@link CartesianCommunicator#dims}
     * @param periods whether each dimension is a ring
     * @return null at ranks beyond the grid
     * @throws MpiException also of class ERR_ARG if the arrays have different lengths; ERR_DIMS if a length is not
     *     positive; ERR_TOPOLOGY if there are too few ranks
     */
    public CartesianCommunicator cartesian(int[] dims, boolean... periods) {
        return ask(core -> {
            CartTopology topology = new CartTopology(dims, periods);
            var made = Communicators.arrange(core, topology);
            return made == null ? null : new CartesianCommunicator(made, topology);
        });
    }

    // ---- windows ----

    /**
     * Lets the ranks access an array or a buffer of each. Every rank calls this, with elements of one type and any
     * number of them.
     *
     * @param memory an array of a primitive type, or a buffer
     * @return the window; it indexes the elements from 0 on
     * @throws MpiException also of class ERR_TYPE for objects; ERR_BUFFER if the memory is null or read-only
     */
    public Window window(Object memory) {
        return ask(core -> {
            Items items = Items.ofArray(memory, "memory");
            return new Window(
                    org.jmpi.comm.window.Window.create(items.buffer(), 1, null, core),
                    items.type().layout().type());
        });
    }

    /**
     * Lets the ranks access new memory of each, which is zero. Ranks that share memory read and write it directly.
     * Every rank calls this, with the same class and any number of elements.
     *
     * @param element a primitive type, such as {@code double.class}
     * @param count the elements of this rank
     * @return the window; it indexes the elements from 0 on
     * @throws MpiException also of class ERR_TYPE for another class; ERR_SIZE if the number is negative; ERR_NO_MEM if
     *     there is not so much memory
     */
    public Window allocate(Class<?> element, long count) {
        return ask(core -> {
            BasicType type = Items.type(element).layout().type();
            int bytes = type.width();
            if (element == null || !element.isPrimitive() || bytes == 0)
                throw new CommException(ErrorClass.TYPE, "a window has elements of a primitive type: class=" + element);
            if (count > Long.MAX_VALUE / bytes)
                throw new CommException(ErrorClass.NO_MEM, "no memory for so many elements: count=" + count);
            return new Window(org.jmpi.comm.window.Window.allocate(count * bytes, bytes, null, core), type);
        });
    }

    // ---- bindings ----

    /**
     * {@return the same communicator, with the methods of this class} Closing it does not free it.
     *
     * @param comm a communicator of a binding, such as {@code mpi.Intracomm}, whose {@code typed()} does the same
     * @throws MpiException of class ERR_COMM if it is null, or of no binding on the class path
     */
    public static Communicator of(Object comm) {
        try {
            return new Communicator(Dialects.of(comm).unwrap(comm), false);
        } catch (CommException e) {
            throw MpiException.raised(null, e);
        }
    }

    /**
     * {@return the same communicator, with the methods of a binding}
     *
     * @param <C> the class of the binding's communicators
     * @param type that class, such as {@code mpi.Intracomm}, whose {@code of} does the same
     * @throws MpiException of class ERR_COMM if no binding on the class path has such communicators
     */
    public <C> C as(Class<C> type) {
        return call(core -> Dialects.wrap(core, type));
    }

    /**
     * Frees a communicator that {@link #split}, {@link #dup} or {@link #cartesian} has made. Operations under way still
     * complete. Every rank calls this; a second call has no effect.
     */
    @Override
    public void close() {
        call(core -> {
            if (isOwn && !core.isFreed() && !core.isOver()) core.free();
            return null;
        });
    }

    @Override
    public String toString() {
        return call(core -> getClass().getSimpleName() + "[rank=" + core.rank() + ", size=" + core.size() + "]");
    }
}
