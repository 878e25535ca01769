package org.jmpi.comm.request;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Requests for reuse, so that a message allocates none. A thread that finds the pool busy makes or drops one instead of
 * waiting.
 *
 * @param <T> the requests
 */
public final class RequestPool<T> {
    private static final int MOST = 256;

    private final Supplier<T> maker;
    private final Object[] spare = new Object[MOST];
    private final AtomicBoolean busy = new AtomicBoolean();
    private int count;

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
        Object request = null;
        if (enter()) {
            if (count > 0) request = spare[--count];
            busy.setRelease(false);
        }
        return request == null ? maker.get() : cast(request);
    }

    /**
     * Takes a request back that nothing refers to any more.
     *
     * @param request lets go of the memory of its last operation first
     */
    public void give(T request) {
        if (!enter()) return;
        if (count < MOST) spare[count++] = request;
        busy.setRelease(false);
    }

    private boolean enter() {
        return !busy.get() && busy.compareAndSet(false, true);
    }

    @SuppressWarnings("unchecked")
    private T cast(Object request) {
        return (T) request;
    }
}
