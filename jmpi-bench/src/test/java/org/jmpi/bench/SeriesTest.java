package org.jmpi.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeriesTest {
    @Test
    void aLineHoldsAllTimesInTheirOrder() {
        Series series = Series.of("reduce_scatter", 4, 1 << 20, 812.5, 0.0004, 7);
        assertEquals("sample,reduce_scatter,4,1048576,812.5000 0.0004 7.0000", series.line());
        assertEquals(Optional.of(series), Series.parse(series.line()));
        assertEquals(List.of(812.5, 0.0004, 7.0), series.values());
    }

    @Test
    void theSummaryIsThatOfTheTimes() {
        Sample sample = Series.of("pingpong", 2, 8, 3, 1, 2).summary();
        assertEquals(new Sample("pingpong", 2, 8, 2, 1, 3), sample);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "# sample,pingpong,2,8,1.0",
                "sample,pingpong,2,8,",
                "sample,pingpong,2,8,1",
                "sample,pingpong,2,8,1.0 nan",
                "sample,pingpong,-2,8,1.0",
                "pingpong,2,8,1.0",
                "sample,pingpong,2,8,1.0 "
            })
    void anyOtherLineIsNone(String line) {
        assertEquals(Optional.empty(), Series.parse(line));
    }
}
