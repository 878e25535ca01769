package org.jmpi.comm.window;

import java.util.ArrayList;
import java.util.List;
import org.jmpi.comm.communicator.Process;

/** The windows of one rank, for reports of a hang. */
public final class OpenWindows {
    private final WindowLayer layer;

    /**
     * A rank that waits for the lock of this rank's memory.
     *
     * @param window the number of the window
     * @param rank in the world
     * @param holders the ranks in the world that have the lock
     * @param since when it has asked for the lock, by the clock of the engine
     */
    public record LockWait(int window, int rank, List<Integer> holders, long since) {}

    /** @param process this rank */
    public OpenWindows(Process process) {
        this.layer = process.openLayer(WindowLayer.class);
    }

    /**
     * {@return whether a communicator is that of a window}
     *
     * @param context of the communicator
     */
    public boolean contains(int context) {
        return layer != null && layer.has(context & ~1);
    }

    /** {@return the ranks that wait for a lock of this rank's memory} */
    public List<LockWait> lockWaits() {
        List<LockWait> waits = new ArrayList<>();
        if (layer != null) layer.forEach((window, exposure) -> waits.addAll(exposure.locks.waits(window)));
        return waits;
    }

    /**
     * {@return the call that waits for a lock, with its argument}
     *
     * @param target its rank in the window
     */
    public static String lockCall(int target) {
        return "Win.Lock(rank=" + target + ")";
    }
}
