package org.jmpi.comm.progress;

import java.util.concurrent.atomic.AtomicReference;
import org.jmpi.comm.operation.CompositeOperation;

/**
 * The composite requests that can go on. Any thread adds one, also under a lock; the thread that moves messages takes
 * all and advances them, in the order in which they were added.
 */
final class ReadyList {
    private final AtomicReference<CompositeOperation> ready = new AtomicReference<>();

    /** Those whose next step belongs to a thread of the program. */
    private final AtomicReference<CompositeOperation> forProgram = new AtomicReference<>();

    void add(CompositeOperation request) {
        push(ready, request);
    }

    /** Returns whether a thread has something to advance. */
    boolean hasWork(boolean byProgram) {
        return ready.getAcquire() != null || byProgram && forProgram.getAcquire() != null;
    }

    /**
     * Advances what is ready.
     *
     * @param byProgram whether the calling thread is one of the program, inside an MPI call
     * @return whether anything was
     */
    boolean drain(boolean byProgram) {
        if (!hasWork(byProgram)) return false;
        if (byProgram) advance(forProgram, true);
        advance(ready, byProgram);
        return true;
    }

    private void advance(AtomicReference<CompositeOperation> list, boolean byProgram) {
        CompositeOperation oldest = reversed(list.getAndSet(null));
        for (CompositeOperation request = oldest, next; request != null; request = next) {
            // It may be in the list again, or in its next operation, when advance returns.
            next = request.next();
            // A request that is kept for another operation keeps none of the others.
            request.next(null);
            if (!request.advance(byProgram)) push(forProgram, request);
        }
    }

    private static CompositeOperation reversed(CompositeOperation newest) {
        CompositeOperation oldest = null;
        for (CompositeOperation request = newest, next; request != null; request = next) {
            next = request.next();
            request.next(oldest);
            oldest = request;
        }
        return oldest;
    }

    private static void push(AtomicReference<CompositeOperation> list, CompositeOperation request) {
        CompositeOperation first;
        do {
            first = list.getPlain();
            request.next(first);
        } while (!list.weakCompareAndSetVolatile(first, request));
    }
}
