package org.jmpi.comm.simulation;

import org.jmpi.comm.operation.Completion;
import org.jmpi.comm.transport.Scheduler;

/** The seams of one rank: each wait hands the baton over. */
final class SimulatedScheduler extends Scheduler {
    private final Simulator simulator;
    private final int rank;

    SimulatedScheduler(Simulator simulator, int rank) {
        this.simulator = simulator;
        this.rank = rank;
    }

    @Override
    public long nanoTime() {
        return simulator.nanoTime();
    }

    @Override
    public void onSpinWait() {
        simulator.step(Seam.SPIN);
    }

    @Override
    public void yield() {
        simulator.step(Seam.YIELD);
    }

    @Override
    public void park(Object blocker) {
        simulator.park(blocker, SimulatedThread.NEVER);
    }

    /**
     * Parks; without end for a completion. A thread looks for that again after a while because of the order of memory
     * accesses on a real machine alone: here it would make up for a wake-up that got lost.
     */
    @Override
    public void parkNanos(Object blocker, long nanos) {
        simulator.park(
                blocker, blocker instanceof Completion ? SimulatedThread.NEVER : simulator.now() + Math.max(nanos, 0));
    }

    @Override
    public void unpark(Thread thread) {
        if (thread instanceof SimulatedThread simulated) simulator.unpark(simulated);
        else throw new IllegalStateException("wakes a thread of no rank: " + thread);
    }

    @Override
    public Thread newThread(Runnable body, String name) {
        return simulator.newThread(rank, body, name);
    }

    @Override
    public void start(Thread thread) {
        simulator.start((SimulatedThread) thread);
    }

    @Override
    public boolean join(Thread thread, long millis) {
        simulator.step(Seam.JOIN, Math.max(1, millis) * 1_000_000);
        return ((SimulatedThread) thread).ended;
    }
}
