package org.jmpi.comm.request;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.error.CommException;

/**
 * An operation under way, and what is known of its message once it is done.
 *
 * <p>One thread completes a request, once; the fields written before that are visible to every thread that sees
 * {@link #isDone}.
 */
public abstract class Request implements PeerCompletion {
    private static final AtomicIntegerFieldUpdater<Request> STEPS =
            AtomicIntegerFieldUpdater.newUpdater(Request.class, "steps");

    /** The value of a number that is not known. */
    public static final int UNDEFINED = -1;

    /**
     * Stored by release and loaded by acquire: by plain accesses and fences, as
     * {@link org.jmpi.comm.transport.SharedWords}.
     */
    private boolean done;

    /** The missing steps of a request that takes several frames. */
    private volatile int steps;

    /** The alarms of the threads that are about to sleep; null if there is none. */
    private Alarm alarms;

    /**
     * Wakes one thread.
     *
     * @param sleeper the thread
     * @param run wakes it
     * @param next the alarm of another thread, or null
     */
    private record Alarm(Thread sleeper, Runnable run, Alarm next) {
        /** Returns the alarms of a list but for that of one thread. */
        static Alarm without(Thread sleeper, Alarm list) {
            if (list == null) return null;
            Alarm others = without(sleeper, list.next);
            return list.sleeper == sleeper ? others : new Alarm(list.sleeper, list.run, others);
        }

        static void runAll(Alarm list) {
            for (Alarm each = list; each != null; each = each.next) each.run.run();
        }
    }

    /** Is told when the request is complete; null if a thread of the program completes it. */
    private Continuation continuation;

    private int source;
    private int tag;
    private BasicType type = BasicType.BYTE;
    private long bytes;
    private int objects;
    private boolean cancelled;
    private CommException failure;

    /** The observer's data about the operation. */
    private Object observed;

    /** Makes a request in no operation. */
    protected Request() {}

    /** Makes the request ready for its next operation; only while it is in none. */
    protected final void renew() {
        failure = null;
        cancelled = false;
        // Other threads get to know the request later, by way of a lock or of a ring.
        alarms = null;
        continuation = null;
        done = false;
    }

    @Override
    public final boolean isDone() {
        boolean seen = done;
        VarHandle.acquireFence();
        return seen;
    }

    @Override
    public final synchronized void wakes(Runnable run) {
        Thread sleeper = Thread.currentThread();
        Alarm others = Alarm.without(sleeper, alarms);
        Alarm changed = run == null ? others : new Alarm(sleeper, run, others);
        VarHandle.releaseFence();
        alarms = changed;
        // A thread that is about to sleep announces that by a full fence: see SleepRecheck.
        VarHandle.fullFence();
    }

    /**
     * Sets the continuation, which runs when the request is complete; called before the request starts.
     *
     * @param next is told once
     */
    public final void then(Continuation next) {
        continuation = next;
    }

    /** Completes the request. */
    public final void complete() {
        // Once done is visible the request may be in its next operation.
        Continuation next = continuation;
        VarHandle.releaseFence();
        done = true;
        // The compiler must not move the load before the store: the thread may lose its core in between. The processor
        // may: a thread that has stored an alarm takes a SleepRecheck before it sleeps, which makes up for that.
        VarHandle.releaseFence();
        Alarm set = alarms;
        VarHandle.acquireFence();
        if (set != null) Alarm.runAll(set);
        if (next != null) next.completed(this);
    }

    /** Notes that two steps, which different threads may take in any order, complete the request. */
    protected final void expectTwoSteps() {
        steps = 2;
    }

    /** Takes a step; the second one completes the request. */
    public final void step() {
        if (STEPS.decrementAndGet(this) == 0) complete();
    }

    /**
     * Completes the request with a failure.
     *
     * @param cause why the operation failed
     */
    public final void fail(CommException cause) {
        failure = cause;
        complete();
    }

    /** Completes the request as cancelled. */
    public final void completeCancelled() {
        cancelled = true;
        complete();
    }

    /**
     * Notes what the message's envelope says.
     *
     * @param source the sender's rank in the communicator
     * @param tag the message's tag
     * @param type what its elements are
     * @param bytes its length in bytes
     * @param objects how many objects it has, if it is one of objects
     */
    protected final void describe(int source, int tag, BasicType type, long bytes, int objects) {
        this.source = source;
        this.tag = tag;
        this.type = type;
        this.bytes = bytes;
        this.objects = objects;
    }

    /**
     * Notes a failure that does not keep the message from being consumed.
     *
     * @param cause the failure that the program gets to see when the request is complete
     */
    protected final void note(CommException cause) {
        failure = cause;
    }

    /**
     * Keeps what the observer of this rank knows of the operation.
     *
     * @param object of the observer's own, or null
     */
    public final void observed(Object object) {
        observed = object;
    }

    /** {@return the observer's data about the operation, or about an earlier one; null if there is none} */
    public final Object observed() {
        return observed;
    }

    /** {@return the sender's rank in the communicator} */
    public final int source() {
        return source;
    }

    /** {@return the message's tag} */
    public final int tag() {
        return tag;
    }

    /** {@return the type of the message's elements} */
    public final BasicType messageType() {
        return type;
    }

    /** {@return the length in bytes of the message received, or found by a probe} */
    public final long bytes() {
        return bytes;
    }

    /** {@return the number of objects in the message, if it is one of objects} */
    public final int objects() {
        return objects;
    }

    /** {@return the type that the message's elements are counted in} */
    public BasicType elementType() {
        return type;
    }

    /** {@return how many basic elements the message has; {@link #UNDEFINED} if an int can't tell} */
    public final int elements() {
        BasicType counted = elementType();
        if (counted.width() == 0) return objects;
        long elements = counted.elements(bytes);
        return elements < 0 || elements > Integer.MAX_VALUE ? UNDEFINED : (int) elements;
    }

    /**
     * {@return how many items of the request's datatype the message has; {@link #UNDEFINED} if it is no whole number}
     *
     * @param elements what {@link #elements} returns
     */
    public int items(int elements) {
        return elements;
    }

    /** {@return whether the request was cancelled before it was matched} */
    public final boolean isCancelled() {
        return cancelled;
    }

    /** {@return why the operation failed, or null} */
    public final CommException failure() {
        return failure;
    }
}
