package org.jmpi.comm.window;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

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
    private volatile Access access = Access.NONE;

    /** The ranks that Start or Lock has named; replaced by each change. */
    private volatile boolean[] targets;

    /** Whether there were accesses since the last fence. */
    private volatile boolean accessed;

    private boolean exposed;

    /** @param size the number of ranks */
    Epochs(int size) {
        this.size = size;
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
        access = more ? Access.FENCE : Access.NONE;
        accessed = false;
    }

    synchronized void start(int[] ranks) {
        checkNone("Start");
        boolean[] named = new boolean[size];
        for (int rank : ranks) named[rank] = true;
        targets = named;
        access = Access.START;
    }

    synchronized void checkStarted() {
        if (access != Access.START) throw wrong("Complete without Start");
    }

    synchronized void lock(int rank) {
        if (access != Access.LOCK) checkNone("Lock of rank " + rank);
        else if (targets[rank]) throw wrong("Lock of rank " + rank + ", which is locked");
        name(rank, true);
        access = Access.LOCK;
    }

    synchronized void checkUnlock(int rank) {
        if (access != Access.LOCK || !targets[rank]) throw wrong("Unlock of rank " + rank + ", which is not locked");
    }

    synchronized void unlock(int rank) {
        name(rank, false);
        if (targets().length == 0) access = Access.NONE;
    }

    private void name(int rank, boolean named) {
        boolean[] changed = targets.clone();
        changed[rank] = named;
        targets = changed;
    }

    synchronized void lockAll() {
        checkNone("Lock_all");
        access = Access.LOCK_ALL;
    }

    synchronized void checkUnlockAll() {
        if (access != Access.LOCK_ALL) throw wrong("Unlock_all without Lock_all");
    }

    /** Ends the epoch of accesses. */
    synchronized void end() {
        access = Access.NONE;
        targets = new boolean[size];
    }

    synchronized void post() {
        if (exposed || access == Access.FENCE && accessed) throw wrong("Post");
        if (access == Access.FENCE) access = Access.NONE;
        exposed = true;
    }

    synchronized void checkExposed(String call) {
        if (!exposed) throw wrong(call + " without Post");
    }

    synchronized void withdraw() {
        exposed = false;
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
                call + ": open epoch of accesses=" + access.call + ranks + ", exposed by Post=" + exposed);
    }
}
