package org.jmpi.pvm;

import org.jmpi.comm.operation.Operation;

/**
 * The arrival of a spawned task, or the end of its process. No frame goes to the process before: it has no layer of
 * tasks until it makes one.
 */
final class Arrival extends TaskWait {
    private final Child child;
    private final Link link;

    /** Is over when the process has asked for its parent, or is in MPI.Finalize. */
    private final Operation meeting;

    private final String command;

    Arrival(Child child, Link link, Operation meeting, String command) {
        this.child = child;
        this.link = link;
        this.meeting = meeting;
        this.command = command;
        child.address().whenComplete((task, cause) -> wake());
    }

    @Override
    public boolean isDone() {
        return link.isGone()
                || meeting.isDone() && (!child.hasAsked() || child.address().isDone());
    }

    @Override
    public void wakes(Runnable set) {
        super.wakes(set);
        meeting.wakes(set);
    }

    @Override
    public String toString() {
        return "pvm_spawn(" + command + ")";
    }
}
