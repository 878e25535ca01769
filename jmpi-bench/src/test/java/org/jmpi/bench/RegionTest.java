package org.jmpi.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegionTest {
    @Test
    void hasFourCoordinates() {
        assertEquals(new Region(-2, -1.25, 0.5, 1.25), Region.parse(Region.WHOLE_SET));
        assertEquals(new Region(1e-3, -2, 1, 4), Region.parse("1e-3, -2, 1, 4"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1,2,3",
                "1,2,3,4,5",
                "a,0,1,1",
                "0,0,0,1",
                "0,1,1,1",
                "1,0,0,1",
                "0,0,NaN,1",
                "0,0,Infinity,1",
                "0,0,1,",
                "-1e308,0,1.7e308,1"
            })
    void nothingElseIsARegion(String text) {
        assertThrows(IllegalArgumentException.class, () -> Region.parse(text));
    }
}
