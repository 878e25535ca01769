package org.jmpi.comm.layer;

import java.util.function.BooleanSupplier;
import org.jmpi.comm.operation.Completion;

/** A thread that waits for a peer's credit, answer or frame. */
public final class PeerWait implements Completion {
    private final int peer;
    private final BooleanSupplier over;
    private volatile Runnable alarm;

    /**
     * Makes the wait.
     *
     * @param peer its rank in the world, or {@link org.jmpi.comm.operation.RecvRequest#ANY_PEER}
     * @param over whether the wait is over, which any thread may ask
     */
    public PeerWait(int peer, BooleanSupplier over) {
        this.peer = peer;
        this.over = over;
    }

    /** Wakes the thread, to look again. */
    public void wake() {
        Runnable set = alarm;
        if (set != null) set.run();
    }

    @Override
    public int peer() {
        return peer;
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
