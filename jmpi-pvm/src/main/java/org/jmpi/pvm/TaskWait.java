package org.jmpi.pvm;

import java.util.List;
import org.jmpi.comm.operation.Completion;

/** A thread that waits for a task of another world, unless {@link #parts} is overridden. */
abstract class TaskWait implements Completion {
    private volatile Runnable alarm;

    /** Wakes the thread, to look again. */
    void wake() {
        Runnable set = alarm;
        if (set != null) set.run();
    }

    @Override
    public void wakes(Runnable set) {
        alarm = set;
    }

    /** {@return none: no rank of this world ends the wait} */
    @Override
    public List<Completion> parts() {
        return List.of();
    }

    @Override
    public String describe(List<String> calls) {
        return toString();
    }

    /** Returns the call, with its arguments. */
    @Override
    public abstract String toString();
}
