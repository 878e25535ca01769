package org.jmpi.comm.window;

import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.op.Predefined;

/**
 * The way by which this rank accesses the memory of one target. All accesses between two ranks go by one path.
 *
 * <p>Items are checked before: origin and target have as many elements of one type. The segments are used again when a
 * method has returned. Each method takes an operation that completes with the access, or null if only a flush
 * waits for it.
 */
interface Path {
    /** Writes; the origin may change afterwards. */
    void put(Segment origin, TargetItems items, WindowOperation request);

    /** Reads. */
    void get(Segment origin, TargetItems items, WindowOperation request);

    /** Combines; the origin may change afterwards. */
    void accumulate(Segment origin, TargetItems items, Predefined op, WindowOperation request);

    /** Combines and reads; there is no origin if the operator is NO_OP. */
    void getAccumulate(Segment origin, Segment result, TargetItems items, Predefined op, WindowOperation request);

    /** Replaces one element if it equals another one, and reads it. */
    void compareAndSwap(Segment origin, Segment compare, Segment result, TargetItems items);

    /** Returns whether there are accesses that a flush has to complete. */
    boolean isAccessing();

    /** Has an operation complete only when all accesses before are complete at both sides. */
    void flush(WindowOperation flush);

    /**
     * Returns why an access before the last flush has failed, once; null if none has. Reads that are under way write
     * nothing after this if the window is revoked, or the target is gone.
     */
    CommException failure();

    /** Returns whether a read may be under way. */
    boolean isReading();

    // ---- observers that compare accesses ----

    /** Returns how many accesses the target's observer has been told of. */
    default long notes() {
        return 0;
    }

    /**
     * Returns whether the target's observer may know some that have not ended.
     *
     * @param reads whether only those count that read
     */
    default boolean isNoted(boolean reads) {
        return false;
    }

    /** Takes note that the target's observer knows of so many that they have ended. */
    default void ended(long notes) {}
}
