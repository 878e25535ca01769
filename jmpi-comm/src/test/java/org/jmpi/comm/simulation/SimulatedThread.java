package org.jmpi.comm.simulation;

import java.util.concurrent.locks.LockSupport;

/** A thread of a simulated rank. It runs while it has the baton. */
final class SimulatedThread extends Thread {
    /** The deadline of a wait that no time ends. */
    static final long NEVER = Long.MAX_VALUE;

    final Simulator simulator;
    final int rank;

    /** The number of the thread, in the order in which threads were made. */
    final int number;

    /** The seam in which the thread has handed the baton over, and what it waits for there. */
    Seam seam = Seam.START;

    Object blocker;

    /** When the thread runs again, in ns of virtual time; it can run now if the time is in the past. */
    long deadline;

    /** Whether an unpark is outstanding. */
    boolean permit;

    boolean parked;
    boolean started;
    boolean ended;

    /** Whether the rank is lost: the thread has ended where it is. */
    boolean lost;

    /** How likely the thread is chosen, beside others. */
    int weight = 1;

    private volatile boolean hasBaton;

    SimulatedThread(Simulator simulator, int rank, int number, Runnable body, String name) {
        super(body, name);
        this.simulator = simulator;
        this.rank = rank;
        this.number = number;
        setDaemon(true);
    }

    /** Returns the calling thread. */
    static SimulatedThread current() {
        if (Thread.currentThread() instanceof SimulatedThread thread) return thread;
        throw new IllegalStateException("thread " + Thread.currentThread().getName() + " belongs to no simulated rank");
    }

    /** Runs the thread's body, as soon as it is given the baton; then hands the baton over for good. */
    @Override
    public void run() {
        awaitBaton();
        try {
            if (!simulator.isOver()) super.run();
        } catch (SimulationEnded e) {
            // The simulation has its result already.
        } catch (Throwable e) {
            simulator.onUncaught(this, e);
        } finally {
            simulator.end(this);
        }
    }

    void giveBaton() {
        hasBaton = true;
        LockSupport.unpark(this);
    }

    void awaitBaton() {
        while (!hasBaton) LockSupport.park(simulator);
        hasBaton = false;
    }

    /** Returns what the thread does, for a person. */
    String describe(long now) {
        String until = deadline == NEVER ? "until it is woken" : "for " + (deadline - now) + " ns more";
        String state = deadline <= now || permit ? "can run" : "waits " + until;
        return getName() + ": " + seam + ", " + state + (blocker == null ? "" : ", for " + blocker);
    }
}
