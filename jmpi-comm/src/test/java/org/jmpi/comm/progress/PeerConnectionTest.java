package org.jmpi.comm.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The credit of a peer is never overdrawn, and none of it gets lost. */
@Timeout(60)
class PeerConnectionTest {
    private static final long WINDOW = 1000;

    private final PeerConnection peer = new PeerConnection(1, null, 100, WINDOW);

    private long takeAll(long bytes) {
        long taken = 0;
        while (peer.take(bytes)) taken += bytes;
        return taken;
    }

    @Test
    void oneThreadTakesTheWholeWindow() {
        assertEquals(WINDOW, takeAll(1));
        peer.give(70);
        assertFalse(peer.take(71));
        assertTrue(peer.take(70));
        assertFalse(peer.take(1));
    }

    @Test
    void whatDoesNotFitAnyMoreIsLeftForLess() {
        assertEquals(900, takeAll(300));
        assertFalse(peer.take(101));
        assertTrue(peer.take(100));
    }

    @Test
    void theFirstThreadKeepsLittleFromTheOthers() throws Exception {
        assertTrue(peer.take(1));
        AtomicLong others = new AtomicLong();
        Thread other = new Thread(() -> others.set(takeAll(1)));
        other.start();
        other.join();
        assertTrue(others.get() >= WINDOW * 9 / 10, others::toString);
        assertEquals(WINDOW, 1 + others.get() + takeAll(1));
    }

    @Test
    void manyThreadsNeverTakeMoreThanThereIs() throws Exception {
        // What the first thread has drawn only that one can take: so it is this one, which counts in the end.
        assertTrue(peer.take(1));
        peer.give(1);
        AtomicLong out = new AtomicLong();
        AtomicLong most = new AtomicLong();
        Thread[] others = new Thread[3];
        for (int i = 0; i < others.length; i++) others[i] = new Thread(() -> takeAndGive(out, most));
        for (Thread other : others) other.start();
        takeAndGive(out, most);
        for (Thread other : others) other.join();
        assertTrue(most.get() <= WINDOW, most::toString);
        assertEquals(WINDOW, takeAll(1));
    }

    private void takeAndGive(AtomicLong out, AtomicLong most) {
        for (int given = 0; given < 5_000_000; ) {
            long taken = 0;
            // One message at a time is noted, so that all that is out at one moment is seen.
            for (; peer.take(7); taken += 7) most.accumulateAndGet(out.addAndGet(7), Math::max);
            if (taken == 0) Thread.yield();
            out.addAndGet(-taken);
            peer.give(taken);
            given += (int) taken;
        }
    }
}
