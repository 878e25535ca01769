package org.jmpi.comm.operation;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class YieldCalibrationTest {
    private final YieldCalibration free = new YieldCalibration();

    @Test
    void onAFastHostARankThatRanShowsFromSixTenthsOfAMicrosecondOn() {
        assertTrue(free.takes(250));
        assertTrue(free.takes(590));
        assertFalse(free.takes(700));
    }

    @Test
    void onASlowHostTheShortestYieldSoFarTellsWhatIsUsual() {
        assertTrue(free.takes(640));
        assertTrue(free.takes(900));
        assertTrue(free.takes(1_200));
        assertFalse(free.takes(1_300));
    }

    @Test
    void yieldsToARankTeachNothing() {
        for (int yield = 0; yield < 100; yield++) assertFalse(free.takes(1_600 + yield));
        assertTrue(free.takes(700));
    }

    @Test
    void aYieldThatTheClockDoesNotSeeMakesNoOtherSuspicious() {
        assertTrue(free.takes(0));
        assertTrue(free.takes(590));
    }
}
