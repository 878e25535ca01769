package org.jmpi.comm.layer;

import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.jmpi.comm.operation.Completion;

/** A thread that waits for a peer's credit, answer or frame. */
public final class PeerWait implements Completion {
    private final int context;
    private final IntSupplier peer;
    private final BooleanSupplier over;
    private volatile Runnable alarm;

    /**
     * Makes the wait.
     *
     * @param peer its rank in the world, or {@link org.jmpi.comm.operation.RecvRequest#ANY_PEER}
     * @param over whether the wait is over, which any thread may ask
     */
    public PeerWait(int peer, BooleanSupplier over) {
        this(NO_CONTEXT, () -> peer, over);
    }

    /**
     * Makes the wait.
     *
     * @param context of the communicator
     * @param peer returns the rank in the world of one that the wait needs now
     * @param over whether the wait is over, which any thread may ask
     */
    public PeerWait(int context, IntSupplier peer, BooleanSupplier over) {
        this.context = context;
        this.peer = peer;
        this.over = over;
    }

    /** Wakes the thread, to look again. */
    public void wake() {
        Runnable set = alarm;
        if (set != null) set.run();
    }

    @Override
    public int context() {
        return context;
    }

    @Override
    public int peer() {
        return peer.getAsInt();
    }

    @Override
    public boolean isDone() {
        return over.getAsBoolean();
    }

    @Override
    public void wakes(Runnable alarm) {
        this.alarm = alarm;
    }
}
