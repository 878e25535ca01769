package org.jmpi.comm.operation;

import java.util.function.Function;
import jdk.internal.vm.annotation.Contended;
import org.jmpi.comm.transport.SpinLock;

/**
 * Requests for reuse, so that a message allocates none. The first thread that comes has a store of its own, for which
 * it needs no atomic operation; all others share one, and a thread that finds that busy makes or drops a request
 * instead of waiting.
 *
 * @param <T> the requests
 */
public final class RequestPool<T> {
    /** Requests that each of the two stores keeps. */
    private static final int MOST = 128;

    private final Function<RequestPool<T>, T> maker;
    private final FirstThread owner = new FirstThread();
    private final Store<T> owned = new Store<>();
    private final Store<T> shared = new Store<>();
    private final SpinLock lock = new SpinLock();

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
     * @param maker makes a request of the pool when none is at hand
     */
    public RequestPool(Function<RequestPool<T>, T> maker) {
        this.maker = maker;
    }

    /** {@return a request that nothing else refers to} */
    public T take() {
        T request = owner.isCurrent() ? owned.take() : null;
        if (request == null && lock.tryLock()) {
            request = shared.take();
            lock.unlock();
        }
        return request == null ? maker.apply(this) : request;
    }

    /**
     * Takes a request back that nothing refers to any more.
     *
     * @param request drops its reference to the memory of its last operation first
     */
    public void give(T request) {
        if (owner.isCurrent() && owned.give(request)) return;
        if (!lock.tryLock()) return;
        shared.give(request);
        lock.unlock();
    }
}
