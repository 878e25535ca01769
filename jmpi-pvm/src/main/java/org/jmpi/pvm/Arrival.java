package org.jmpi.pvm;

import org.jmpi.comm.progress.PeerConnection;
import org.jmpi.comm.progress.ProgressEngine;

/**
 * The arrival of a spawned task, or the end of its process. No frame goes to the process before: it has no layer of
 * tasks until it makes one.
 */
final class Arrival extends TaskWait {
    private final Child child;
    private final Link link;
    private final ProgressEngine engine;

    /** The process; finished before it has asked for its parent if it is in MPI.Finalize without a task. */
    private final PeerConnection peer;

    private final String command;

    /** @param number of the process */
    Arrival(Child child, Link link, ProgressEngine engine, int number, String command) {
        this.child = child;
        this.link = link;
        this.engine = engine;
        this.peer = engine.peers().get(number);
        this.command = command;
        child.address().whenComplete((task, cause) -> wake());
    }

    @Override
    public boolean isDone() {
        return link.isGone() || child.address().isDone() || peer.isFinished() && !child.hasAsked();
    }

    @Override
    public void wakes(Runnable set) {
        super.wakes(set);
        engine.wakes().setAlarm(this, set);
    }

    @Override
    public String toString() {
        return "pvm_spawn(" + command + ")";
    }
}
