package org.jmpi.comm.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ThrottleTest {
    private static final long MILLI = 1_000_000;

    private long now;

    /** Calls a throttle at a rate for 10 s; returns how many events have passed, and what they stand for. */
    private long[] run(Throttle throttle, long perSecond) {
        long passed = 0;
        long weight = 0;
        for (long event = 0; event < 10 * perSecond; event++) {
            now = event * 1_000 * MILLI / perSecond;
            int each = throttle.weigh();
            if (each > 0) passed++;
            weight += each;
        }
        return new long[] {passed, weight};
    }

    @Test
    void belowTheLimitAllPass() {
        long[] counts = run(new Throttle(1_000, () -> now), 900);
        assertEquals(9_000, counts[0]);
        assertEquals(9_000, counts[1]);
    }

    @Test
    void aboveTheLimitThoseThatPassStandForAll() {
        long[] counts = run(new Throttle(1_000, () -> now), 100_000);
        assertTrue(counts[0] > 4_000 && counts[0] < 11_000, "passed: " + counts[0]);
        assertEquals(1_000_000, counts[1], 20_000);
    }

    @Test
    void aBurstIsCutAtOnce() {
        Throttle throttle = new Throttle(1_000, () -> now);
        int passed = 0;
        for (int event = 0; event < 1_000_000; event++) if (throttle.weigh() > 0) passed++;
        assertTrue(passed < 1_000, "passed: " + passed);
    }

    @Test
    void afterABurstAllPassAgain() {
        Throttle throttle = new Throttle(1_000, () -> now);
        for (int event = 0; event < 1_000_000; event++) throttle.weigh();
        throttle.tick(100 * MILLI);
        throttle.tick(5_000 * MILLI);
        assertEquals(1, throttle.weigh(12_345));
        assertEquals(1, throttle.weigh(12_346));
    }

    @Test
    void ranksThatAreThrottledDifferentlyRecordSomeOfTheSame() {
        Throttle slow = new Throttle(1_000, () -> now);
        Throttle fast = new Throttle(8_000, () -> now);
        int inCommon = 0;
        int ofSlow = 0;
        for (long number = 1; number <= 1_000_000; number++) {
            boolean passes = slow.weigh(number) > 0;
            if (fast.weigh(number) > 0 && passes) inCommon++;
            if (passes) ofSlow++;
        }
        assertEquals(ofSlow, inCommon);
    }

    @Test
    void withoutALimitAllPass() {
        long[] counts = run(new Throttle(0, () -> now), 100_000);
        assertEquals(1_000_000, counts[0]);
    }
}
