package org.jmpi.comm.window;

import java.nio.ByteBuffer;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.progress.ProgressEngine;
import org.jmpi.comm.transport.SharedMemory;
import org.jmpi.comm.transport.SharedWords;

/**
 * The lock of a target's memory, which each accumulate takes, whatever path it comes by: for a few thousand elements at
 * most. It lies in memory that all ranks share which access the target directly.
 *
 * <pre>
 *  0        8                              128
 * +--------+-------------------------------+
 * | holder |                               |   holder: 1 + its rank in the world; 0 if the lock is free
 * +--------+-------------------------------+
 * </pre>
 */
final class MemoryLock {
    static final int BYTES = 128;

    private static final int HOLDER = 0;
    private static final int SPINS = 64;

    /** The looks between two at whether the holder lives, as a mask. */
    private static final int LOOKS_BETWEEN = 255;

    private final SharedWords words;

    /** @param words of {@link #BYTES} zero bytes */
    MemoryLock(ByteBuffer words) {
        this.words = new SharedWords(words);
    }

    /**
     * Takes the lock.
     *
     * @param engine of the calling rank
     * @param rank the calling rank, in the world
     * @throws CommException of class PROC_FAILED if the rank that holds it fails; the lock is free then
     */
    void lock(ProgressEngine engine, int rank) {
        for (int looks = 0; !words.compareAndSet(HOLDER, 0, rank + 1L); looks++) {
            if (looks < SPINS) engine.scheduler().onSpinWait();
            else engine.scheduler().yield();
            if ((looks & LOOKS_BETWEEN) == LOOKS_BETWEEN) checkHolder(engine);
        }
    }

    private void checkHolder(ProgressEngine engine) {
        long holder = words.getVolatile(HOLDER);
        if (holder == 0) return;
        int rank = (int) holder - 1;
        CommException gone = engine.peers().get(rank).gone();
        String loss = gone != null ? gone.getMessage() : lossOf(rank, engine);
        // One of those who find this frees the lock. A rank may have taken it since, which is another value.
        if (loss != null && words.compareAndSet(HOLDER, holder, 0))
            throw new CommException(
                    ErrorClass.PROC_FAILED,
                    "rank " + rank + " has failed in an accumulate to the same memory: " + loss,
                    gone);
    }

    /** A thread that carries out an access of another host keeps this rank from learning of the loss by a poll. */
    private static String lossOf(int rank, ProgressEngine engine) {
        SharedMemory common = engine.transports().sharedMemory(rank);
        return common == null ? null : common.lossOf(rank);
    }

    void unlock() {
        words.setRelease(HOLDER, 0);
    }
}
