package org.jmpi.ibm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.jmpi.bench.jobs.Ended;
import org.junit.jupiter.api.Test;

/** What is said in a job of two ranks that run programs a, b and c is said of the right one of them. */
class TranscriptTest {
    private static final long JOB_NANOS = 60_000_000_000L;

    private static Series series() {
        return new Series(Stream.of("a", "b", "c")
                .map(name -> new Trial(Program.parse(name + " 2 30"), "socket", 2, 1, 1))
                .toList());
    }

    private static List<Outcome> outcomes(int exitCode, String... lines) throws IOException {
        return outcomes(exitCode, false, lines);
    }

    private static List<Outcome> outcomes(int exitCode, boolean late, String... lines) throws IOException {
        Transcript transcript = new Transcript(series());
        transcript.write(String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
        return transcript.outcomes(new Ended(exitCode, late, JOB_NANOS, ""));
    }

    private static String end(int rank, String program, long nanos) {
        return "[" + rank + "] ibm: " + program + " ended well after " + nanos + " ns";
    }

    private static List<String> outputs(List<Outcome> outcomes) {
        return outcomes.stream().map(Outcome::output).toList();
    }

    @Test
    void aLineBelongsToTheProgramInWhichItsRankIs() throws Exception {
        List<Outcome> outcomes = outcomes(
                0,
                "[0] in a",
                end(0, "a", 10),
                "[0] in b",
                "[1] in a, too",
                end(1, "a", 30),
                end(1, "b", 20),
                "[1] in c",
                end(0, "b", 5),
                end(0, "c", 1),
                end(1, "c", 2),
                "[0] as it ends");
        outcomes.forEach(outcome -> assertTrue(outcome.passed(), outcome::toString));
        assertEquals(List.of("in a\nin a, too\n", "in b\n", "in c\nas it ends\n"), outputs(outcomes));
        assertEquals(
                List.of(30L, 20L, 2L), outcomes.stream().map(Outcome::nanos).toList());
    }

    @Test
    void theFirstProgramThatARankHasNotEndedEndedTheJob() throws Exception {
        List<Outcome> outcomes = outcomes(
                1,
                end(0, "a", 10),
                end(1, "a", 30),
                end(1, "b", 20),
                "[1] lost rank 0",
                "jmpirun: rank 0 failed",
                "[0] why");
        assertEquals(2, outcomes.size());
        assertTrue(outcomes.get(0).passed());
        assertEquals("exit code 1, expected 0", outcomes.get(1).reason());
        assertEquals(
                "why\nlost rank 0\njmpirun: rank 0 failed\n", outcomes.get(1).output());
        assertEquals(JOB_NANOS - 30, outcomes.get(1).nanos());
    }

    @Test
    void anEndThatFailsIsThatOfTheLastProgram() throws Exception {
        String[] all = Stream.of("a", "b", "c")
                .flatMap(name -> Stream.of(end(0, name, 1), end(1, name, 1)))
                .toArray(String[]::new);
        List<Outcome> outcomes = outcomes(110, all);
        assertEquals(
                List.of(Outcome.State.PASSED, Outcome.State.PASSED, Outcome.State.HUNG),
                outcomes.stream().map(Outcome::state).toList());
    }

    @Test
    void aProgramHangsOnlyIfItHasHadItsTime() throws Exception {
        for (boolean late : new boolean[] {false, true}) {
            String hung = late ? "not done after 30 s, and jmpirun did not end it" : "not done after 30 s";
            String slower = end(1, "a", 30_000_000_000L);
            assertEquals(List.of("", hung), timedOut(late, end(0, "a", 20_000_000_000L), slower));
            assertEquals(List.of(""), timedOut(late, end(0, "a", 30_000_000_001L), slower));
            assertEquals(List.of(hung), timedOut(late, slower));
        }
    }

    private static List<String> timedOut(boolean late, String... lines) throws IOException {
        return outcomes(late ? 137 : 110, late, lines).stream()
                .map(Outcome::reason)
                .toList();
    }

    @Test
    void aFindingFailsTheProgramInWhichItWasSaidAndTheOthersGoOn() throws Exception {
        List<Outcome> outcomes = outcomes(
                0,
                "[1] jmpi: rank 1: lost",
                end(0, "a", 1),
                end(1, "a", 1),
                end(0, "b", 1),
                end(1, "b", 1),
                end(0, "c", 1),
                end(1, "c", 1));
        assertEquals(
                List.of("not expected: jmpi: rank 1: lost", "", ""),
                outcomes.stream().map(Outcome::reason).toList());
    }

    @Test
    void aMarkMayEndALineThatAProgramLeftUnfinished() throws Exception {
        List<Outcome> outcomes = outcomes(3, "[0] half" + end(0, "a", 1), "[0] in b", end(1, "a", 1));
        assertEquals(List.of("half\n", "in b\n"), outputs(outcomes));
    }

    @Test
    void whatOnlyLooksLikeAMarkIsOutput() throws Exception {
        String tooFar = end(2, "a", 1);
        String said = "[0] I say: ibm: a ended well after 1 ns";
        assertEquals(
                List.of("I say: ibm: a ended well after 1 ns\n" + tooFar + "\n"),
                outputs(outcomes(1, said, tooFar, "")));
    }

    @Test
    void oneThatNeverStopsLosesItsFirstLinesAndNoMarkOfOthers() throws Exception {
        Transcript transcript = new Transcript(series());
        String marks = end(0, "a", 1) + "\n" + end(1, "a", 1) + "\n";
        transcript.write(marks.getBytes(StandardCharsets.UTF_8));
        byte[] line = ("[0] " + "x".repeat(1000) + "\n").getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < 2000; i++) transcript.write(line);
        for (int i = 0; i < 1 << 20; i++) transcript.write('y');
        List<Outcome> outcomes = transcript.outcomes(new Ended(0, true, JOB_NANOS, ""));
        assertEquals(2, outcomes.size());
        assertTrue(outcomes.get(0).passed());
        assertEquals(
                "not done after 30 s, and jmpirun did not end it",
                outcomes.get(1).reason());
        String output = outcomes.get(1).output();
        assertTrue(output.length() < 1 << 20, () -> output.length() + " characters");
        assertTrue(output.matches("(?s)\\(\\d+ bytes before this\\)\n.*"), () -> output.substring(0, 100));
    }
}
