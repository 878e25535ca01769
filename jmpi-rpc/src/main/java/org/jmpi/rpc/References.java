package org.jmpi.rpc;

import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;

/**
 * The references that this rank has, each of them once. Each to an object of another rank has a weight; the object's
 * rank knows the sum of the weights that it has given out. A reference that travels on in a call takes part of the
 * weight with it, so that the object's rank need not know of it. A dropped reference gives its weight back:
 *
 * <pre>
 * rank 0, the object's    rank 1                       rank 2
 *   | -- ref, 2^32 -------&gt; |                            |   sum 2^32
 *   |                       | -- ref, 2^24 ------------&gt; |
 *   | &lt;-- RELEASE 2^32-2^24 |                            |   sum 2^24: the object stays
 *   | &lt;------------------------------------ RELEASE 2^24 |   sum 0
 * </pre>
 *
 * A weight that gets low asks for more, by REFILL. A lost rank gives nothing back: the object stays until it is
 * dropped.
 */
final class References {
    /** The weight of a reference that the object's rank gives out. */
    static final long WHOLE = 1L << 32;

    /** The part of its weight that a reference gives one that travels on. */
    private static final int PART = 1 << 8;

    /** Below this a reference asks for more. */
    private static final long LOW = 1L << 20;

    private final RpcLayer layer;
    private final Map<Key, Held> held = new HashMap<>();

    private record Key(int rank, int id) {}

    /** What is known of a reference, also when the program has dropped it. */
    static final class Held extends WeakReference<GlobalRef<?>> {
        private final Key key;
        private long weight;
        private boolean asked;

        private Held(GlobalRef<?> ref, RpcLayer layer) {
            super(ref, layer.sender().dropped());
            this.key = new Key(ref.rank(), ref.id());
        }

        int rank() {
            return key.rank;
        }

        int id() {
            return key.id;
        }

        long weight() {
            return weight;
        }
    }

    References(RpcLayer layer) {
        this.layer = layer;
    }

    /**
     * Returns the reference to an object.
     *
     * @param weight with which it has come
     */
    synchronized GlobalRef<?> take(Class<?> type, int rank, int id, long weight) {
        Held known = held.get(new Key(rank, id));
        GlobalRef<?> ref = known == null ? null : known.get();
        if (ref == null) {
            ref = new GlobalRef<>(layer, type, rank, id, layer.world());
            Held fresh = new Held(ref, layer);
            held.put(fresh.key, fresh);
            known = fresh;
            if (rank == layer.rank()) layer.held(id, true);
            layer.sender().start();
        }
        known.weight += weight;
        return ref;
    }

    /** Returns the weight that a reference takes with it. Outside of calls it has none, and keeps its object. */
    long give(GlobalRef<?> ref) {
        boolean inCall = Activity.current().marshals == layer;
        if (ref.rank() == layer.rank()) return layer.give(ref.id(), inCall ? WHOLE : 0);
        long part = inCall ? part(ref) : 0;
        if (part == 0) layer.pin(ref);
        return part;
    }

    private synchronized long part(GlobalRef<?> ref) {
        Held known = held.get(new Key(ref.rank(), ref.id()));
        if (known == null || known.weight < 2) return 0;
        long part = Math.max(1, known.weight / PART);
        known.weight -= part;
        if (known.weight < LOW && !known.asked) {
            known.asked = true;
            layer.refill(ref, () -> refilled(known));
        }
        return part;
    }

    private synchronized void refilled(Held known) {
        known.weight += WHOLE;
        known.asked = false;
    }

    /** Forgets a reference that the program has dropped; returns its weight. */
    synchronized long forget(Held dropped) {
        boolean isLast = held.remove(dropped.key, dropped);
        if (isLast && dropped.rank() == layer.rank()) layer.held(dropped.id(), false);
        return dropped.weight;
    }
}
