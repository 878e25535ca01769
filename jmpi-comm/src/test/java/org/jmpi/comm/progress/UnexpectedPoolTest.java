package org.jmpi.comm.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.jmpi.comm.events.Events;
import org.junit.jupiter.api.Test;

class UnexpectedPoolTest {
    private static final int MOST = 100_000;

    private final UnexpectedPool pool = new UnexpectedPool(new Inbox(MOST, Events.NONE, message -> {}), MOST);

    @Test
    void aMessageHasRoomForItsBytesAndNotForMuchMore() {
        assertEquals(0, pool.take(0).room());
        for (int bytes = 1; bytes < 70_000; bytes += bytes < 300 ? 1 : 97) {
            int room = pool.take(bytes).room();
            assertTrue(room >= bytes && room < Math.max(2 * bytes, 65), room + " for " + bytes);
        }
    }

    @Test
    void whatIsGivenBackIsUsedForTheNextOfItsSize() {
        for (int bytes : new int[] {0, 1, 64, 65, 5000}) {
            UnexpectedMessage message = pool.take(bytes);
            pool.give(message);
            UnexpectedMessage other = pool.take(bytes * 3 + 200);
            assertNotSame(message, other);
            assertSame(message, pool.take(bytes));
            assertNotSame(message, pool.take(bytes));
        }
    }

    @Test
    void noMoreIsKeptThanTheBound() {
        int fit = MOST / (8192 + Inbox.OVERHEAD_BYTES);
        List<UnexpectedMessage> messages = new ArrayList<>();
        for (int i = 0; i < 3 * fit; i++) messages.add(pool.take(8192));
        messages.forEach(pool::give);
        int kept = 0;
        for (int i = 0; i < 3 * fit; i++) if (messages.contains(pool.take(8192))) kept++;
        assertEquals(fit, kept);
    }
}
