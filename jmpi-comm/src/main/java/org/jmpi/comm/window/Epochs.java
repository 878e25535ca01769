package org.jmpi.comm.window;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.Events;

/** The epochs of one window at this rank (MPI-4.1 section 12.5): which accesses it may make, if it is exposed. */
final class Epochs {
    /** The epochs of accesses. */
    private enum Access {
        NONE("none"),
        FENCE("Fence"),
        START("Start"),
        LOCK("Lock"),
        LOCK_ALL("Lock_all");

        private final String call;

        Access(String call) {
            this.call = call;
        }
    }

    private final int size;
    private final Events events;
    private volatile Access access = Access.NONE;

    /** The ranks that Start or Lock has named; replaced by each change. */
    private volatile boolean[] targets;

    /** Whether there were accesses since the last fence. */
    private volatile boolean accessed;

    private boolean exposed;

    /** The line of the program that has begun or ended an epoch last; empty if no observer looks. */
    private volatile String changed = "";

    /**
     * @param size the number of ranks
     * @param events know the lines of the program
     */
    Epochs(int size, Events events) {
        this.size = size;
        this.events = events;
        this.targets = new boolean[size];
    }

    /** Refuses an access to a rank that no epoch allows; notes it. */
    void access(int rank) {
        switch (access) {
            case FENCE:
                if (!accessed) accessed = true;
                return;
            case LOCK_ALL:
                return;
            case NONE:
                throw wrong("an access to rank " + rank + " needs Fence, Start, Lock or Lock_all");
            default:
                if (!targets[rank]) throw wrong("an access to rank " + rank + ", which the epoch does not have");
        }
    }

    /** Refuses a call for a rank that is not locked. */
    void checkLocked(String call, int rank) {
        if (access != Access.LOCK_ALL && !(access == Access.LOCK && targets[rank]))
            throw wrong(call + " for rank " + rank + ", which is not locked");
    }

    /** Refuses a call that needs an epoch of locks. */
    void checkLocked(String call) {
        if (access != Access.LOCK_ALL && access != Access.LOCK) throw wrong(call + " while no rank is locked");
    }

    /** Returns the ranks that Start or Lock has named. */
    int[] targets() {
        boolean[] named = targets;
        return IntStream.range(0, size).filter(rank -> named[rank]).toArray();
    }

    /** Refuses to free the window in an epoch. */
    synchronized void checkFree() {
        if (exposed || access != Access.NONE && (access != Access.FENCE || accessed)) throw wrong("Free");
    }

    synchronized void checkFence() {
        if (exposed || access != Access.NONE && access != Access.FENCE) throw wrong("Fence");
    }

    /** @param more whether accesses may follow */
    synchronized void fenced(boolean more) {
        change(more ? Access.FENCE : Access.NONE);
        accessed = false;
    }

    synchronized void start(int[] ranks) {
        checkNone("Start");
        boolean[] named = new boolean[size];
        for (int rank : ranks) named[rank] = true;
        targets = named;
        change(Access.START);
    }

    synchronized void checkStarted() {
        if (access != Access.START) throw wrong("Complete without Start");
    }

    synchronized void lock(int rank) {
        if (access != Access.LOCK) checkNone("Lock of rank " + rank);
        else if (targets[rank]) throw wrong("Lock of rank " + rank + ", which is locked");
        name(rank, true);
        change(Access.LOCK);
    }

    synchronized void checkUnlock(int rank) {
        if (access != Access.LOCK || !targets[rank]) throw wrong("Unlock of rank " + rank + ", which is not locked");
    }

    synchronized void unlock(int rank) {
        name(rank, false);
        change(targets().length == 0 ? Access.NONE : access);
    }

    private void change(Access next) {
        access = next;
        changed = events.callSite();
    }

    private void name(int rank, boolean named) {
        boolean[] changed = targets.clone();
        changed[rank] = named;
        targets = changed;
    }

    synchronized void lockAll() {
        checkNone("Lock_all");
        change(Access.LOCK_ALL);
    }

    synchronized void checkUnlockAll() {
        if (access != Access.LOCK_ALL) throw wrong("Unlock_all without Lock_all");
    }

    /** Ends the epoch of accesses. */
    synchronized void end() {
        change(Access.NONE);
        targets = new boolean[size];
    }

    synchronized void post() {
        if (exposed || access == Access.FENCE && accessed) throw wrong("Post");
        exposed = true;
        change(access == Access.FENCE ? Access.NONE : access);
    }

    synchronized void checkExposed(String call) {
        if (!exposed) throw wrong(call + " without Post");
    }

    synchronized void withdraw() {
        exposed = false;
        change(access);
    }

    /** A fence that no access has followed begins no epoch. */
    private void checkNone(String call) {
        if (access != Access.NONE && (access != Access.FENCE || accessed)) throw wrong(call);
    }

    private CommException wrong(String call) {
        int[] named = targets();
        String ranks = named.length == 0
                ? ""
                : " of ranks " + Arrays.stream(named).mapToObj(String::valueOf).collect(Collectors.joining(", "));
        return new CommException(
                ErrorClass.RMA_SYNC,
                call + ": open epoch of accesses=" + access.call + ranks + ", exposed by Post=" + exposed + lines());
    }

    /** Returns the lines of the program of this call, and of the one that has begun or ended an epoch last. */
    private String lines() {
        if (events.callSite().isEmpty()) return "";
        return "; called at " + events.callSite() + (changed.isEmpty() ? "" : "; the last change is at " + changed);
    }
}
