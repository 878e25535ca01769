package org.jmpi.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PaletteTest {
    private static int distance(int one, int other) {
        return IntStream.of(0, 8, 16)
                .map(shift -> Math.abs((one >> shift & 0xff) - (other >> shift & 0xff)))
                .max()
                .orElseThrow();
    }

    @ParameterizedTest
    @EnumSource
    void coloursChangeSmoothlyAllAroundTheCycle(Palette palette) {
        int last = palette.colour(0, 1);
        for (double time = 0; time < 3e5; time = time * 1.001 + 0.001) {
            int colour = palette.colour(time, 1);
            assertEquals(0, colour >>> 24);
            assertTrue(distance(last, colour) <= 8, "at " + time);
            last = colour;
        }
    }

    @ParameterizedTest
    @EnumSource
    void lightGoesFromBlackToTheColour(Palette palette) {
        int full = palette.colour(17, 1);
        assertEquals(0, palette.colour(17, 0));
        assertTrue(distance(full, 0) > 0);
        assertTrue(Math.abs(distance(palette.colour(17, 0.5), 0) - distance(full, 0) / 2) <= 1);
    }

    @ParameterizedTest
    @EnumSource
    void theEndsOfTimeHaveAColour(Palette palette) {
        assertEquals(palette.colour(0, 1), palette.colour(3, 1));
        palette.colour(Integer.MAX_VALUE, 1);
        palette.colour(Double.MAX_VALUE, 1);
    }
}
