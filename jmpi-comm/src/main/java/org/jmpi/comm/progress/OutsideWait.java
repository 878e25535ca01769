package org.jmpi.comm.progress;

import java.util.List;
import org.jmpi.comm.operation.Completion;

/** A wait for something that no rank of the job brings, such as processes of another world. */
final class OutsideWait implements Completion {
    private final String call;

    /** @param call with its arguments */
    OutsideWait(String call) {
        this.call = call;
    }

    @Override
    public boolean isDone() {
        return false;
    }

    @Override
    public void wakes(Runnable alarm) {
        // The thread does not sleep in the engine.
    }

    @Override
    public List<Completion> parts() {
        return List.of();
    }

    @Override
    public String describe(List<String> none) {
        return call;
    }
}
