package org.jmpi.comm.transport;

import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;

/**
 * The view of the memory that was used last, so that a program that uses the same memory again and again allocates one
 * view. It keeps no memory reachable: the collector may take the view, and the next use makes another one. For one
 * thread at a time.
 */
public final class LastView {
    private WeakReference<View> last;

    private record View(Object memory, ByteBuffer bytes) {}

    /** Makes a cache of nothing. */
    public LastView() {}

    /**
     * {@return the view that was kept; null if it was of other memory, or is gone}
     *
     * @param memory a buffer, or a segment of {@code java.lang.foreign}
     */
    public ByteBuffer of(Object memory) {
        View view = last == null ? null : last.get();
        return view != null && view.memory == memory ? view.bytes : null;
    }

    /**
     * Keeps a view in place of the one before.
     *
     * @param memory what is viewed
     * @param view of the memory
     * @return the view
     */
    public ByteBuffer keep(Object memory, ByteBuffer view) {
        last = new WeakReference<>(new View(memory, view));
        return view;
    }

    /**
     * {@return a duplicate of a buffer, whose position and limit are the caller's}
     *
     * @param memory the buffer
     */
    public ByteBuffer duplicate(ByteBuffer memory) {
        ByteBuffer view = of(memory);
        return (view == null ? keep(memory, memory.duplicate()) : view).clear();
    }
}
