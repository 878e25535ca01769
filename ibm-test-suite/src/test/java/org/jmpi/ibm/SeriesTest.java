package org.jmpi.ibm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SeriesTest {
    private static final Program A = Program.parse("a 2,3 30");
    private static final Program B = Program.parse("b 2,3 30");
    private static final Program PATIENT = Program.parse("patient 2,3 60");
    private static final Program LONER = Program.parse("loner 2,3 30 alone");

    private static Trial trial(Program program, int ranks) {
        return new Trial(program, "socket", ranks, 1, 1);
    }

    private static List<String> of(int longest, Trial... trials) {
        return Series.of(List.of(trials), longest).stream()
                .map(Series::toString)
                .toList();
    }

    @Test
    void hasTrialsWithTheSameNumberOfRanksInTheirOrder() {
        assertEquals(
                List.of("socket np 2 a, socket np 2 b", "socket np 3 a, socket np 3 b"),
                of(16, trial(A, 2), trial(A, 3), trial(B, 2), trial(B, 3)));
    }

    @Test
    void keepsTransportsRoundsAndLimitsApart() {
        assertEquals(
                List.of("socket np 2 a, socket np 2 b", "threads np 2 a", "socket np 2 a", "socket np 2 patient"),
                of(
                        16,
                        trial(A, 2),
                        new Trial(A, "threads", 2, 1, 1),
                        new Trial(A, "socket", 2, 2, 1),
                        trial(PATIENT, 2),
                        trial(B, 2)));
    }

    @Test
    void leavesThoseAloneThatNeedIt() {
        assertEquals(
                List.of("socket np 2 a, socket np 2 b", "socket np 2 loner", "socket np 2 loner"),
                of(16, trial(A, 2), trial(LONER, 2), trial(LONER, 2), trial(B, 2)));
    }

    @Test
    void isNoLongerThanAsked() {
        List<Trial> trials = new ArrayList<>();
        for (int i = 0; i < 7; i++) trials.add(trial(Program.parse("p" + i + " 2 30"), 2));
        assertEquals(
                List.of(3, 3, 1),
                Series.of(trials, 3).stream().map(Series::size).toList());
        assertEquals(7, Series.of(trials, 1).size());
    }

    @Test
    void mayTakeAsLongAsTwoOfItsProgramsIfItHasMoreThanOne() {
        Series series = new Series(Stream.of(A, B)
                .map(program -> new Trial(program, "socket", 2, 1, 3))
                .toList());
        assertEquals(Duration.ofSeconds(180), series.limit());
        assertEquals(Duration.ofSeconds(90), series.from(1).limit());
        assertEquals(List.of(series.trials().get(1)), series.from(1).trials());
    }
}
