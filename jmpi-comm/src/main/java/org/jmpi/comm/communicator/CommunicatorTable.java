package org.jmpi.comm.communicator;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntPredicate;

/**
 * The communicators of one rank by their contexts, as long as the program can use them, and the memory that they share.
 */
final class CommunicatorTable {
    /** How many communicators have shared memory at the same time; a Linux process may have 65530 mappings. */
    private static final int MOST_REGIONS = 4096;

    private final Process process;
    private final Map<Integer, Known> communicators = new ConcurrentHashMap<>();

    /** Communicators that have been freed: a request that is under way refers to its own. */
    private final Map<Integer, Known> freed = new ConcurrentHashMap<>();

    private final long mostRegionBytes;
    private final AtomicLong regionBytes = new AtomicLong();
    private final AtomicInteger regions = new AtomicInteger();

    /** Communicators that the program has dropped without freeing them. */
    private final ReferenceQueue<Communicator> dropped = new ReferenceQueue<>();

    /** A communicator, as long as the program can use it; or a context that is kept for one. */
    private static final class Known extends WeakReference<Communicator> {
        private final int context;
        private final boolean isReserved;

        /** The length in bytes of the memory that its ranks share. */
        private volatile int region;

        Known(Communicator comm, int context, ReferenceQueue<Communicator> dropped) {
            super(comm, dropped);
            this.context = context;
            this.isReserved = comm == null;
        }
    }

    /**
     * @param process its engine drops what is left in the contexts of a communicator that is gone
     * @param mostRegionBytes how many bytes of shared memory communicators may have. Ranks that are threads take it
     *     from the direct memory of their JVM, half of which is left to their messages
     */
    CommunicatorTable(Process process, long mostRegionBytes) {
        this.process = process;
        this.mostRegionBytes = mostRegionBytes;
    }

    /** Forgets all communicators, which the program may keep, but not the memory that their ranks share. */
    void clear() {
        for (Known known : communicators.values()) {
            Communicator comm = known.get();
            if (comm != null) comm.freeMemory();
        }
        communicators.clear();
        freed.clear();
        regions.set(0);
        regionBytes.set(0);
    }

    void add(Communicator comm) {
        forgetDropped();
        communicators.put(comm.context(), new Known(comm, comm.context(), dropped));
    }

    /** Returns whether no communicator has a context, and no message is left of one that had it. */
    boolean isFree(int context) {
        return !communicators.containsKey(context) && !process.engine().inbox().isInUse(context);
    }

    /** Keeps a context for a communicator that is being made; returns whether it was free. */
    boolean reserve(int context) {
        return isFree(context) && communicators.putIfAbsent(context, new Known(null, context, dropped)) == null;
    }

    /** Returns whether a context is kept for a communicator that is being made. */
    boolean isReserved(int context) {
        Known known = communicators.get(context);
        return known != null && known.isReserved;
    }

    /** Returns how many contexts are kept for communicators that are being made. */
    long reserved() {
        return communicators.keySet().stream().filter(this::isReserved).count();
    }

    /** Gives up a reserved context, for which no communicator was made. */
    void release(int context) {
        communicators.remove(context);
    }

    /** Returns whether a communicator that the program can use has a member with such a number. */
    boolean isAnyMember(IntPredicate numbers) {
        for (Known known : communicators.values()) {
            Communicator comm = known.get();
            if (comm == null) continue;
            if (Arrays.stream(comm.group().worldRanks()).anyMatch(numbers)
                    || Arrays.stream(comm.remoteGroup().worldRanks()).anyMatch(numbers)) return true;
        }
        return false;
    }

    private void forgetDropped() {
        for (Reference<?> each = dropped.poll(); each != null; each = dropped.poll()) {
            Known known = (Known) each;
            if (communicators.remove(known.context, known)) forget(known);
            else freed.remove(known.context, known);
        }
    }

    void remove(Communicator comm) {
        Known known = communicators.remove(comm.context());
        if (known == null) return;
        freed.put(known.context, known);
        forget(known);
    }

    private void forget(Known known) {
        process.engine().inbox().retire(known.context);
        process.engine().inbox().retire(known.context + 1);
        if (known.region == 0) return;
        regionBytes.addAndGet(-known.region);
        regions.decrementAndGet();
    }

    /** Returns the communicator that has a context for its point-to-point messages; null if there is none. */
    Communicator get(int context) {
        Known known = communicators.get(context);
        return known == null ? null : known.get();
    }

    /** Returns a communicator by its context, also one that has been freed; null if no request refers to that. */
    Communicator find(int context) {
        Communicator usable = get(context);
        if (usable != null) return usable;
        Known known = freed.get(context);
        return known == null ? null : known.get();
    }

    /** Returns how many communicators the program can use, or could until lately. */
    int size() {
        return communicators.size();
    }

    /**
     * Returns why this process takes no more memory for the collective operations of a communicator, of which each
     * takes a mapping of the host's; null if it does.
     */
    String refusal(int bytes) {
        forgetDropped();
        if (regions.get() < MOST_REGIONS && regionBytes.get() + bytes <= mostRegionBytes) return null;
        return regions + " communicators use " + regionBytes + " bytes of it already";
    }

    /** Notes how much memory the ranks of a communicator share from now on. */
    void takes(Communicator comm, int bytes) {
        Known known = communicators.get(comm.context());
        if (known == null) return;
        known.region = bytes;
        regionBytes.addAndGet(bytes);
        regions.incrementAndGet();
    }
}
