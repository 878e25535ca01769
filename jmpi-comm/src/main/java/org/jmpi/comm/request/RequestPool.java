package org.jmpi.comm.request;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import jdk.internal.vm.annotation.Contended;

/**
 * Requests for reuse, so that a message allocates none. The first thread that comes has a store of its own, for which it
 * needs no atomic operation; all others share one, and a thread that finds that busy makes or drops a request instead of
 * waiting.
 *
 * @param <T> the requests
 */
public final class RequestPool<T> {
    /** Requests that each of the two stores keeps. */
    private static final int MOST = 128;

    private final Supplier<T> maker;
    private final AtomicReference<Thread> owner = new AtomicReference<>();
    private final Store<T> owned = new Store<>();
    private final Store<T> shared = new Store<>();
    private final AtomicBoolean busy = new AtomicBoolean();

    @Contended
    private static final class Store<T> {
        private final Object[] spare = new Object[MOST];
        private int count;

        @SuppressWarnings("unchecked")
        T take() {
            return count == 0 ? null : (T) spare[--count];
        }

        boolean give(T request) {
            if (count == MOST) return false;
            spare[count++] = request;
            return true;
        }
    }

    /**
     * Creates an empty pool.
     *
     * @param maker makes a request when none is at hand
     */
    public RequestPool(Supplier<T> maker) {
        this.maker = maker;
    }

    /** {@return a request that nothing else refers to} */
    public T take() {
        T request = isOwner() ? owned.take() : null;
        if (request == null && enter()) {
            request = shared.take();
            busy.setRelease(false);
        }
        return request == null ? maker.get() : request;
    }

    /**
     * Takes a request back that nothing refers to any more.
     *
     * @param request lets go of the memory of its last operation first
     */
    public void give(T request) {
        if (isOwner() && owned.give(request)) return;
        if (!enter()) return;
        shared.give(request);
        busy.setRelease(false);
    }

    private boolean isOwner() {
        Thread first = owner.get();
        return first == Thread.currentThread() || first == null && owner.compareAndSet(null, Thread.currentThread());
    }

    private boolean enter() {
        return !busy.get() && busy.compareAndSet(false, true);
    }
}
