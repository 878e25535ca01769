package org.jmpi.comm.window;

import java.util.function.IntUnaryOperator;
import org.jmpi.comm.communicator.Communicator;

/** Waits for a lock. The target alone knows the ranks that have it. */
final class LockOperation extends WindowOperation {
    private final int target;

    /** @param target its rank in the window */
    LockOperation(Communicator comm, int target) {
        super(comm, comm.group().worldRank(target), null);
        this.target = target;
    }

    /** The target does not wait for anything, and says itself which ranks the lock waits for. */
    @Override
    public boolean isUnmatched() {
        return false;
    }

    @Override
    public String describe(String call, IntUnaryOperator rankOf) {
        return OpenWindows.lockCall(target);
    }
}
