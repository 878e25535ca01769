package org.jmpi.comm.control;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class StallTest {
    private static final long SECOND = 1_000_000_000L;

    private long now = 5 * SECOND;
    private final Stall stall = new Stall(() -> now);

    private void run(Stall.Watch watch, int seconds) {
        for (int i = 0; i < 2 * seconds; i++) {
            now += SECOND / 2;
            watch.look();
        }
    }

    @Test
    void aProcessThatRunsHasNone() {
        Stall.Watch watch = stall.watch();
        run(watch, 100);
        assertEquals(0, stall.nanos());
    }

    @Test
    void aGapCountsForAsLongAsItLasted() {
        Stall.Watch watch = stall.watch();
        run(watch, 10);
        now += 30 * SECOND;
        assertEquals(30 * SECOND, stall.nanos());
        run(watch, 30);
        assertEquals(30 * SECOND, stall.nanos());
        run(watch, 1);
        assertEquals(0, stall.nanos());
    }

    @Test
    void aShortGapDoesNotHideALongOneBefore() {
        Stall.Watch watch = stall.watch();
        now += 30 * SECOND;
        watch.look();
        now += 2 * SECOND;
        assertEquals(30 * SECOND, stall.nanos());
        now += 30 * SECOND;
        watch.look();
        now += 2 * SECOND;
        assertEquals(30 * SECOND, stall.nanos());
        run(watch, 40);
        now += 2 * SECOND;
        assertEquals(2 * SECOND, stall.nanos());
    }

    @Test
    void timeWithoutAWatchIsNone() {
        Stall.Watch first = stall.watch();
        Stall.Watch second = stall.watch();
        first.close();
        now += 3 * SECOND;
        assertEquals(3 * SECOND, stall.nanos());
        second.close();
        now += 100 * SECOND;
        assertEquals(0, stall.nanos());
        run(stall.watch(), 4);
        assertEquals(0, stall.nanos());
    }
}
