package org.jmpi.comm.operation;

/**
 * A request that is complete after several steps, each of which waits for other requests.
 *
 * <p>A request that a step has waited for completes on any thread, perhaps under a lock. So that thread only puts the
 * composite request on a list; a thread that moves messages then calls {@link #advance}.
 */
public abstract class CompositeOperation extends Operation {
    /** The message of operations that are none. */
    public static final MessageOperation NO_MESSAGE = new ProbeRequest(NO_CONTEXT, 0, RecvRequest.ANY_PEER, 0);

    /** The next one in a list of those that can go on; belongs to the list. */
    private CompositeOperation next;

    /** Makes a request in no operation. */
    protected CompositeOperation() {}

    /**
     * Takes the steps that can be taken. Not called by two threads at a time.
     *
     * @param byProgram whether the calling thread is one of the program, inside an MPI call: it alone may call
     *     operators and codecs of the program
     * @return false if the next step has to be taken by a thread of the program, and the calling one is none
     */
    public abstract boolean advance(boolean byProgram);

    /** {@return a request that this one waits for, or null} For reports: it may have changed since. */
    public abstract Operation awaited();

    @Override
    public final MessageOperation message() {
        return NO_MESSAGE;
    }

    @Override
    public final int peer() {
        Operation first = awaited();
        return first == null ? RecvRequest.ANY_PEER : first.peer();
    }

    @Override
    public final boolean isUnmatched() {
        Operation first = awaited();
        return first != null && first.isUnmatched();
    }

    /** {@return the next request in the list that this one is in} */
    public final CompositeOperation next() {
        return next;
    }

    /**
     * Puts the request in front of another one in a list.
     *
     * @param following the other one, or null
     */
    public final void next(CompositeOperation following) {
        next = following;
    }
}
