package org.jmpi.comm.window;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntPredicate;
import org.jmpi.comm.communicator.Group;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.layer.PeerWait;

/** The accesses, locks and epochs of other ranks at this rank in one window. Ranks are those in the world. */
final class Exposure {
    final WindowMemory memory;
    final LockQueue locks;

    /** The layouts that each origin has told. */
    private final Map<Integer, Layouts> layouts = new ConcurrentHashMap<>();

    /** Why an access of an origin has failed which it has not been told. */
    private final Map<Integer, CommException> failures = new ConcurrentHashMap<>();

    /** How often each rank has exposed its memory to this one, less the epochs that this one has started. */
    private final Map<Integer, Integer> posts = new ConcurrentHashMap<>();

    /**
     * How often this rank has been exposed to each origin, less the epochs that the origin has completed; without those
     * of which that is 0. An epoch that has failed here goes on at the origins that are left.
     */
    private final Map<Integer, Integer> incomplete = new ConcurrentHashMap<>();

    /** The origins of the exposure epoch. */
    private volatile int[] origins = {};

    private final Set<PeerWait> waits = ConcurrentHashMap.newKeySet();

    /** @param isGone accepts the ranks that are gone */
    Exposure(WindowMemory memory, IntPredicate isGone) {
        this.memory = memory;
        this.locks = new LockQueue(isGone);
    }

    Layouts layouts(int origin) {
        return layouts.computeIfAbsent(origin, any -> new Layouts());
    }

    /** Keeps a failure for the next answer to an origin; the first one counts. */
    void note(int origin, CommException failure) {
        failures.putIfAbsent(origin, failure);
    }

    /** Returns the failure for an answer to an origin, or null. */
    CommException failure(int origin) {
        return failures.remove(origin);
    }

    // ---- posts and completions ----

    /** Takes note that a rank has exposed its memory to this one. */
    void posted(int target) {
        posts.merge(target, 1, Integer::sum);
        wake();
    }

    boolean hasPosted(int target) {
        return posts.getOrDefault(target, 0) > 0;
    }

    void started(int target) {
        posts.merge(target, -1, Integer::sum);
    }

    void expose(Group to) {
        origins = to.worldRanks();
        for (int origin : origins) count(origin, 1);
    }

    /** Returns the origins of the exposure epoch. */
    int[] origins() {
        return origins;
    }

    /** Takes note that an origin has completed its accesses. */
    void completed(int origin) {
        count(origin, -1);
        wake();
    }

    private void count(int origin, int more) {
        incomplete.merge(origin, more, (before, added) -> before + added == 0 ? null : before + added);
    }

    /** Returns whether an origin has completed its accesses. */
    boolean isComplete(int origin) {
        return !incomplete.containsKey(origin);
    }

    // ---- waits ----

    void add(PeerWait wait) {
        waits.add(wait);
    }

    void remove(PeerWait wait) {
        waits.remove(wait);
    }

    void wake() {
        waits.forEach(PeerWait::wake);
    }
}
