package org.jmpi;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.op.OpHandle;

/**
 * Elements of each rank that the other ranks read and write without a call of that rank (MPI-4.1 chapter 12).
 * {@link Communicator#window} and {@link Communicator#allocate} make one.
 *
 * <p>A rank accesses elements of a target, from an index on. A value is an array, a buffer or a number, of the type of
 * the elements. Accesses need an epoch: {@link #fence} begins and ends one for all ranks; {@link #lock},
 * {@link #lockShared} and {@link #lockAll} begin one in which the target calls nothing. It is
 * complete when its epoch ends, or after {@link Epoch#flush()}.
 *
 * <p>A call that is not valid throws an {@link MpiException} before anything is accessed, of class ERR_RANK, ERR_TYPE,
 * ERR_BUFFER, ERR_OP, ERR_RMA_RANGE if elements do not lie in the window, ERR_RMA_SYNC if the epoch does not allow the
 * call, ERR_WIN if the window is closed, and ERR_PROC_FAILED if the target has failed.
 *
 * <pre>{@code
 * Communicator world = Jmpi.world();
 * try (Window counters = world.window(new long[1])) {
 *     try (Window.Epoch all = counters.lockAll()) {
 *         long ticket = all.getAndAccumulate(1L, 0, 0, Operator.SUM);
 *         System.out.println("rank " + world.rank() + " has ticket " + ticket);
 *     }
 * }
 * }</pre>
 */
public final class Window implements AutoCloseable {
    private final org.jmpi.comm.window.Window core;
    private final BasicType type;

    /** @param type of the elements */
    Window(org.jmpi.comm.window.Window core, BasicType type) {
        this.core = core;
        this.type = type;
    }

    private <R> R ask(Function<org.jmpi.comm.window.Window, R> question) {
        try {
            return question.apply(core);
        } catch (CommException e) {
            throw MpiException.raised(core.communicator(), e);
        }
    }

    private void call(Consumer<org.jmpi.comm.window.Window> call) {
        ask(window -> {
            call.accept(window);
            return null;
        });
    }

    /**
     * {@return this rank's memory in a window of {@link Communicator#allocate}, in native byte order; of more than 2
     * GiB the first ones}
     *
     * @throws MpiException of class ERR_RMA_FLAVOR if the memory is the program's
     */
    public ByteBuffer memory() {
        return ask(org.jmpi.comm.window.Window::base);
    }

    // ---- epochs ----

    /** Completes the accesses of all ranks, and lets them go on to access. Every rank calls this. */
    public void fence() {
        call(window -> window.fence(0));
    }

    /**
     * Locks a rank's elements for this rank alone.
     *
     * @param target the rank
     * @return the epoch, to be closed
     */
    public Epoch lock(int target) {
        return lock(org.jmpi.comm.window.Window.LOCK_EXCLUSIVE, target);
    }

    /**
     * Locks a rank's elements so that only other shared locks are possible meanwhile.
     *
     * @param target the rank
     * @return the epoch, to be closed
     */
    public Epoch lockShared(int target) {
        return lock(org.jmpi.comm.window.Window.LOCK_SHARED, target);
    }

    private Epoch lock(int kind, int target) {
        call(window -> window.lock(kind, target, 0));
        return new Epoch(window -> window.unlock(target));
    }

    /**
     * Locks the elements of all ranks by shared locks.
     *
     * @return the epoch, to be closed
     */
    public Epoch lockAll() {
        call(window -> window.lockAll(0));
        return new Epoch(org.jmpi.comm.window.Window::unlockAll);
    }

    /** Makes visible to this rank's own code what others have written, and to them what it has stored. */
    public void sync() {
        call(org.jmpi.comm.window.Window::sync);
    }

    // ---- accesses ----

    private Items items(Object value) {
        return checked(Items.of(value));
    }

    private Items checked(Items items) {
        BasicType given = items.type().layout().type();
        if (given != type)
            throw new CommException(ErrorClass.TYPE, "elements of the window are of type " + type + ", not " + given);
        return items;
    }

    /**
     * Writes elements of a rank.
     *
     * @param value an array, a buffer or a number
     * @param target the rank
     * @param index the first element
     */
    public void put(Object value, int target, long index) {
        call(window -> {
            Items items = items(value);
            window.put(items.buffer(), target, index, items.count(), items.type());
        });
    }

    /**
     * Reads elements of a rank. They are there when the epoch ends, or after {@link Epoch#flush()}.
     *
     * @param array is filled; a buffer up to its limit
     * @param target the rank
     * @param index the first element
     */
    public void getInto(Object array, int target, long index) {
        call(window -> {
            Items items = checked(Items.ofArray(array, "array"));
            window.get(items.buffer(), target, index, items.count(), items.type());
        });
    }

    /**
     * Combines elements of a rank with others, each of them at once.
     *
     * @param value an array, a buffer or a number
     * @param target the rank
     * @param index the first element
     * @param op a predefined operator
     */
    public void accumulate(Object value, int target, long index, Operator<Object> op) {
        call(window -> {
            Items items = items(value);
            window.accumulate(items.buffer(), target, index, items.count(), items.type(), handle(op));
        });
    }

    private static OpHandle handle(Operator<?> op) {
        Operator.checkGiven(op);
        return OpHandle.predefined(op.reducer());
    }

    // ---- what needs an epoch of a lock ----

    /**
     * What {@link #lock}, {@link #lockShared} and {@link #lockAll} have begun: the calls that wait for accesses, of
     * which the target does not know.
     *
     * <pre>{@code
     * Communicator world = Jmpi.world();
     * Window best = world.window(new long[] {Long.MAX_VALUE});
     * try (Window.Epoch epoch = best.lockShared(0)) {
     *     epoch.getAndAccumulate(100L - world.rank(), 0, 0, Operator.MIN);
     * }
     * best.close();
     * }</pre>
     */
    public final class Epoch implements AutoCloseable {
        private final Consumer<org.jmpi.comm.window.Window> unlock;
        private boolean closed;

        private Epoch(Consumer<org.jmpi.comm.window.Window> unlock) {
            this.unlock = unlock;
        }

        /**
         * Reads an element of a rank.
         *
         * @param <T> the element's type
         * @param type its class
         * @param target the rank
         * @param index the element
         * @return the element
         */
        public <T> T get(Class<T> type, int target, long index) {
            return ask(window -> {
                MessageType<T> kind = MessageType.of(type);
                if (kind.isArray())
                    throw new CommException(
                            ErrorClass.TYPE, "get reads one element: pass an array to getInto for several");
                Items room = checked(kind.room(1));
                window.rget(room.buffer(), target, index, 1, room.type()).await(Outcome.BINDING);
                return kind.value(room, new Envelope(target, 0, 1));
            });
        }

        /**
         * Combines elements of a rank with others, each of them at once.
         *
         * @param <T> the value's type
         * @param value an array or a number
         * @param target the rank
         * @param index the first element
         * @param op a predefined operator
         * @return the elements before: as many as the value has
         */
        public <T> T getAndAccumulate(T value, int target, long index, Operator<Object> op) {
            return ask(window -> {
                Items.refuseBuffer(value, "pass an array or a number");
                Items items = items(value);
                Items before = items.room();
                window.rgetAccumulate(
                                items.buffer(), before.buffer(), target, index, items.count(), items.type(), handle(op))
                        .await(Outcome.BINDING);
                return result(value, items, before);
            });
        }

        @SuppressWarnings("unchecked")
        private <T> T result(T value, Items items, Items before) {
            return (T) (items.array() == value ? before.array() : before.single());
        }

        /**
         * Replaces an element of a rank if it equals another one.
         *
         * @param <T> Byte, Character, Short, Boolean, Integer or Long
         * @param expected what is replaced
         * @param value the new element
         * @param target the rank
         * @param index the element
         * @return the element before: it equals {@code expected} if it was replaced
         */
        public <T> T compareAndSwap(T expected, T value, int target, long index) {
            return ask(window -> {
                Items fresh = items(value);
                Items before = fresh.room();
                window.compareAndSwap(fresh.buffer(), items(expected).buffer(), before.buffer(), target, index);
                window.flush(target);
                return result(value, fresh, before);
            });
        }

        /**
         * Completes the accesses to a rank.
         *
         * @param target the rank
         */
        public void flush(int target) {
            call(window -> window.flush(target));
        }

        /** Completes the accesses to all ranks. */
        public void flush() {
            call(org.jmpi.comm.window.Window::flushAll);
        }

        /** Ends the epoch: returns when its accesses are complete. A second call has no effect. */
        @Override
        public void close() {
            if (closed) return;
            closed = true;
            call(unlock);
        }
    }

    /** Frees the window. Every rank calls this, in no epoch; a second call has no effect. */
    @Override
    public void close() {
        call(window -> {
            if (!window.isFreed() && !window.communicator().isOver()) window.free();
        });
    }
}
