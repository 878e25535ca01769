package org.jmpi.comm.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.jmpi.comm.wire.FrameHeader;
import org.junit.jupiter.api.Test;

class PlacesTest {
    private final Places places = new Places();

    @Test
    void aPlaceHasOneNumber() {
        assertEquals(1, places.number("a"));
        assertEquals(2, places.number("b"));
        assertEquals(1, places.number("a"));
        assertEquals("a", places.text(1));
        assertEquals("b", places.text(2));
    }

    @Test
    void zeroIsThatOfPlacesBeyondTheLargestNumber() {
        for (int number = 1; number <= FrameHeader.MOST_PLACES; number++)
            assertEquals(number, places.number("place " + number));
        assertEquals(0, places.number("one more"));
        assertEquals(Place.UNKNOWN, places.text(0));
        assertEquals(FrameHeader.MOST_PLACES, places.number("place " + FrameHeader.MOST_PLACES));
    }
}
