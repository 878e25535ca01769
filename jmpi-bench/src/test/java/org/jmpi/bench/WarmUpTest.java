package org.jmpi.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class WarmUpTest {
    @Test
    void theFirstSeriesOfARankAndOfAnOperationWarmUpForLonger() {
        WarmUp warmUp = new WarmUp(Pace.FULL);
        assertEquals(Pace.FULL.firstWarmUpNanos(), warmUp.nanos("barrier"));
        assertEquals(Pace.FULL.operationWarmUpNanos(), warmUp.nanos("bcast"));
        assertEquals(Pace.FULL.warmUpNanos(), warmUp.nanos("bcast"));
        assertEquals(Pace.FULL.warmUpNanos(), warmUp.nanos("barrier"));
    }
}
