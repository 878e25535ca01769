package org.jmpi.comm.operation;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jmpi.comm.error.CommException;

/**
 * An operation of a rank that needs peers: a message, a collective operation.
 *
 * <p>One thread completes a request, once; the fields written before that are visible to every thread that sees
 * {@link #isDone}.
 */
public abstract class Operation implements Completion {
    private static final AtomicIntegerFieldUpdater<Operation> STEPS =
            AtomicIntegerFieldUpdater.newUpdater(Operation.class, "steps");

    private static final AtomicIntegerFieldUpdater<Operation> ENDS =
            AtomicIntegerFieldUpdater.newUpdater(Operation.class, "ends");

    /** The value of a number that is not known. */
    public static final int UNDEFINED = -1;

    /**
     * Stored by release and loaded by acquire: by plain accesses and fences, as
     * {@link org.jmpi.comm.transport.SharedWords}.
     */
    private boolean done;

    /** The missing steps of a request that takes several frames. */
    private volatile int steps;

    /** 1 once the end of a request has been taken. */
    private volatile int ends;

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

    /** Runs when the request is complete; null if a thread of the program waits for it. */
    private Continuation continuation;

    private boolean cancelled;
    private CommException failure;

    /** The observer's data about the operation. */
    private Object observed;

    /** Makes a request in no operation. */
    protected Operation() {}

    /** Makes the request ready for its next operation; only while it is in none. */
    protected final void renew() {
        failure = null;
        ENDS.lazySet(this, 0);
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
     * @param next called once
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
     * Takes the end of a request, once: both the transport and the failure of its peer may end it.
     *
     * @return whether the caller has it
     */
    public final boolean takeEnd() {
        return ENDS.compareAndSet(this, 0, 1);
    }

    /**
     * Notes a failure that does not keep the message from being consumed.
     *
     * @param cause the failure that the program gets to see when the request is complete
     */
    protected final void note(CommException cause) {
        failure = cause;
    }

    // ---- what a kind of operation does in its own way ----

    /**
     * {@return the message that the operation's status describes; an empty one if the operation is no message}
     */
    public abstract MessageOperation message();

    /**
     * Brings what a complete operation has received to where it belongs; once, by the thread of the program that
     * completes it.
     *
     * @throws CommException why the operation failed, if that differs from {@link #failure}
     */
    public void conclude() {}

    /** Lets another operation use this object, which is done and which nothing refers to any more. */
    public void recycle() {}

    /**
     * Asks for the operation to be given up, if one of its kind can be; returns at once. It is completed all the same.
     *
     * @param by withdraws messages
     * @throws CommException of class REQUEST if the program must not cancel one of its kind
     */
    public void cancel(Cancellation by) {}

    /**
     * Notes that the program frees its request: the operation completes by itself.
     *
     * @return whether MPI.Finalize waits for it
     * @throws CommException of class REQUEST if the program must complete one of its kind
     */
    public boolean detach() {
        return false;
    }

    // ---- the observer ----

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

    /** {@return whether the request was cancelled before it was matched} */
    public final boolean isCancelled() {
        return cancelled;
    }

    /** {@return why the operation failed, or null} */
    public final CommException failure() {
        return failure;
    }
}
