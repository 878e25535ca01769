package org.jmpi.rpc;

import java.io.Serializable;

/**
 * Names an object of a rank. It is serialisable: it travels in messages, and in the arguments and results of calls.
 *
 * <p>An object stays until no reference to it is left at any rank. References in arguments and results are counted. A
 * reference in a message, or in anything else that the program writes, is not: from then on its object stays until
 * {@link #drop}.
 *
 * <pre>{@code
 * GlobalRef<Counter> ref = space.create(1, Counter.class, Tally.class);
 * ref.get().add(5);
 * }</pre>
 *
 * @param <T> the interface of the object
 */
public final class GlobalRef<T> implements Serializable {
    private static final long serialVersionUID = 1;

    private final transient RpcLayer layer;
    private final transient Class<T> type;
    private final transient int rank;
    private final transient int id;
    private final transient long world;

    /** Made at the first call of {@link #get}. */
    private transient volatile T stub;

    /**
     * @param layer null if the rank that has read the reference has no object space, or is of another world
     * @param world the number of the job, or of the part of it that a Spawn has started
     */
    GlobalRef(RpcLayer layer, Class<T> type, int rank, int id, long world) {
        this.layer = layer;
        this.type = type;
        this.rank = rank;
        this.id = id;
        this.world = world;
    }

    /** {@return the rank in the world of the object} */
    public int rank() {
        return rank;
    }

    /** {@return the number of the object at its rank} */
    public int id() {
        return id;
    }

    /** {@return the interface of the object} */
    public Class<T> type() {
        return type;
    }

    /** {@return whether the object is one of this rank} */
    public boolean isLocal() {
        return layer != null && layer.rank() == rank;
    }

    /**
     * {@return the stub: its methods call the object} The arguments and the result of a call of an object of the same
     * rank are copied, too.
     *
     * @throws IllegalStateException if this rank has read the reference before {@link ObjectSpace#open}, or if it is
     *     one of another job or of spawned processes
     * @throws IllegalArgumentException if the interface has values that can't travel
     */
    public T get() {
        T made = stub;
        if (made == null) {
            made = layer().stub(this);
            stub = made;
        }
        return made;
    }

    /**
     * {@return the object itself}
     *
     * @throws IllegalStateException if it is one of another rank
     * @throws ObjectDroppedException if it has been dropped
     */
    public T object() {
        if (!isLocal())
            throw new IllegalStateException(this + " is no object of the calling rank: call its methods by get()");
        return type.cast(layer.exported(id, callee("object()")).object());
    }

    /**
     * Has the rank of the object forget it: later calls fail by an {@link ObjectDroppedException}. Returns when it has.
     * A second call has no effect.
     *
     * @throws RankLostException if the rank of the object has failed or has ended
     * @throws CallRefusedException if a simple method of another rank calls this
     */
    public void drop() {
        layer().drop(this);
    }

    RpcLayer layer() {
        if (layer == null)
            throw new IllegalStateException(
                    this + " was read by a rank without an object space, or in another world: call ObjectSpace.open()"
                            + " before, and pass references among the ranks of one world");
        return layer;
    }

    Callee callee(String method) {
        return new Callee(rank, id, type.getSimpleName(), method);
    }

    private Object writeReplace() {
        return new Written(
                type, rank, id, layer == null ? 0 : layer.references().give(this), world);
    }

    /**
     * A reference as it travels.
     *
     * @param weight with which the receiver's reference counts; 0 if it does not count
     */
    private record Written(Class<?> type, int rank, int id, long weight, long world) implements Serializable {
        private Object readResolve() {
            RpcLayer layer = RpcLayer.current();
            if (layer == null || layer.world() != world) return new GlobalRef<>(null, type, rank, id, world);
            return layer.references().take(type, rank, id, weight);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof GlobalRef<?> ref && ref.rank == rank && ref.id == id && ref.world == world;
    }

    @Override
    public int hashCode() {
        return 31 * rank + id;
    }

    @Override
    public String toString() {
        return "object " + id + " (" + type.getSimpleName() + ") of rank " + rank;
    }
}
