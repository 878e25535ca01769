package org.jmpi.comm.progress;

import org.jmpi.comm.operation.Completion;

/** The failures after which a thread that waits looks again whether what it waits for can still come. */
interface WaitFailures {
    /** Returns how many failures there were. */
    int count();

    /** Returns whether one of them ends every wait. */
    boolean endAll();

    /**
     * Looks whether failures keep something from coming. Completes a request that fails by them.
     *
     * <p>No frame is moved meanwhile, if frames are polled: the thread that leads calls this, between two polls.
     *
     * @param completion what a thread waits for
     * @return whether the wait ends though it has not come
     */
    boolean endsWait(Completion completion);
}
