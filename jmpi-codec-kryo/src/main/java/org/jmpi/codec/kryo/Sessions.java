package org.jmpi.codec.kryo;

import com.esotericsoftware.kryo.kryo5.util.Pool;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Supplier;

/**
 * Sessions for reuse, each for the classes of one class loader and one thread at a time.
 *
 * <p>They are referred to softly, and the class loaders weakly: none outlives what it is used for by more than the memory
 * that there is.
 */
final class Sessions {
    private static final int MOST_IDLE = 64;

    private final Supplier<Session> maker;
    private final Map<ClassLoader, Pool<Session>> pools = new WeakHashMap<>();

    Sessions(Supplier<Session> maker) {
        this.maker = maker;
    }

    /** Returns the sessions for the calling thread's context class loader, from which the same thread obtains one. */
    Pool<Session> ofThread() {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        synchronized (pools) {
            return pools.computeIfAbsent(loader, unused -> new Idle());
        }
    }

    private final class Idle extends Pool<Session> {
        Idle() {
            super(true, true, MOST_IDLE);
        }

        @Override
        protected Session create() {
            return maker.get();
        }
    }
}
