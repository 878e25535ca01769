package org.jmpi.comm.control;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class StallDetectorTest {
    private static final long SECOND = 1_000_000_000L;

    private long now = 5 * SECOND;
    private final StallDetector stall = new StallDetector(() -> now);

    private void run(StallDetector.ClockWatch watch, int seconds) {
        for (int i = 0; i < 2 * seconds; i++) {
            now += SECOND / 2;
            watch.look();
        }
    }

    @Test
    void aProcessThatRunsHasNone() {
        StallDetector.ClockWatch watch = stall.watch();
        run(watch, 100);
        assertEquals(0, stall.nanos());
    }

    @Test
    void aGapCountsForAsLongAsItLasted() {
        StallDetector.ClockWatch watch = stall.watch();
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
        StallDetector.ClockWatch watch = stall.watch();
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
        StallDetector.ClockWatch first = stall.watch();
        StallDetector.ClockWatch second = stall.watch();
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
