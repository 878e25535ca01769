package org.jmpi.comm.coll.shared;

import java.lang.invoke.VarHandle;
import org.jmpi.comm.transport.SingleCopy;
import org.jmpi.comm.transport.Source;

/**
 * Payloads that a rank lets others of its JVM read where they lie instead of posting them, in one step of an operation
 * over a {@link SharedSegment}. A slot without content announces them to the others; {@link #retractAfter}
 * waits until those have read them. A rank that fails and cannot wait retracts them, and must not use the same payloads
 * again.
 */
final class SegmentSingleCopy {
    private final SharedSegment sharedSegment;
    private final int rank;

    /** Those of all ranks; null if they are not all in one JVM. */
    private final SingleCopy all;

    /** A bit for the number of each payload that this rank publishes. */
    private long published;

    /** Whether this rank has begun to read what others publish. */
    private boolean reads;

    SegmentSingleCopy(SharedSegment sharedSegment, SingleCopy all) {
        this.sharedSegment = sharedSegment;
        this.rank = sharedSegment.rank();
        this.all = all;
    }

    /** Returns whether ranks publish what is so long. */
    boolean suit(long bytes, SegmentRanks ranks) {
        return all != null && bytes >= ranks.publishedBytes();
    }

    /** Publishes a payload of this rank's under a number below that of the ranks. */
    void publish(int number, Source payload) {
        all.set(rank, number, payload);
        published |= 1L << number;
    }

    /**
     * Returns the block that another rank's envelope announces.
     *
     * @param bytes its length
     * @return null if it is not there, since the rank has failed by now or is in another operation
     */
    Source read(int from, int number, long bytes) {
        reads = true;
        all.startReading(rank, from);
        Source payload = all.get(from, number);
        // The block that was there before the rank was seen not to have left belongs to this operation.
        VarHandle.loadLoadFence();
        return payload != null && payload.bytes() == bytes && !sharedSegment.hasLeft(from) ? payload : null;
    }

    /** Notes that this rank is through with what it has read. */
    void stopReading() {
        if (!reads) return;
        reads = false;
        all.stopReading(rank);
    }

    /**
     * Waits until others have passed a step, and retracts what they have read. If one of the waits fails, the others
     * may still read. This rank passes all steps before it waits, since
     * the others may wait for it in the same way.
     *
     * @param readers a bit for each of them
     */
    void retractAfter(long readers, int step) {
        if (published == 0) return;
        sharedSegment.endPhase();
        RuntimeException failure = null;
        for (long left = readers; left != 0; left &= left - 1) {
            try {
                sharedSegment.awaitPassed(Long.numberOfTrailingZeros(left), step);
            } catch (RuntimeException e) {
                // One that is gone reads nothing any more, but the rest may.
                if (failure == null) failure = e;
            }
        }
        if (failure != null) throw failure;
        retract();
    }

    /**
     * Retracts what others may still read; returns whether there is something. If the operation fails at all ranks,
     * this waits until no rank reads it, so that the program may change it.
     */
    boolean retract() {
        // The others may wait for this rank in the same way.
        stopReading();
        if (published == 0) return false;
        // A rank that misses a payload sees the failure mark that this one has posted.
        VarHandle.storeStoreFence();
        for (; published != 0; published &= published - 1) all.set(rank, Long.numberOfTrailingZeros(published), null);
        VarHandle.fullFence();
        for (int reader = 0; reader < sharedSegment.size(); reader++) awaitReader(reader);
        return true;
    }

    private void awaitReader(int reader) {
        while (all.isReading(reader, rank) && sharedSegment.pauseFor(reader)) Thread.onSpinWait();
    }
}
