package org.jmpi.comm.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.jmpi.comm.wire.FrameHeader;
import org.junit.jupiter.api.Test;

class CallSiteNumbersTest {
    private final CallSiteNumbers callSites = new CallSiteNumbers();

    @Test
    void aCallSiteHasOneNumber() {
        assertEquals(1, callSites.number("a"));
        assertEquals(2, callSites.number("b"));
        assertEquals(1, callSites.number("a"));
        assertEquals("a", callSites.text(1));
        assertEquals("b", callSites.text(2));
    }

    @Test
    void zeroIsTheNumberOfCallSitesBeyondTheLargestNumber() {
        for (int number = 1; number <= FrameHeader.MOST_EVENT_BITS; number++)
            assertEquals(number, callSites.number("site " + number));
        assertEquals(0, callSites.number("one more"));
        assertEquals(CallSite.UNKNOWN, callSites.text(0));
        assertEquals(FrameHeader.MOST_EVENT_BITS, callSites.number("site " + FrameHeader.MOST_EVENT_BITS));
    }
}
