package org.jmpi.bench.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.jmpi.bench.Series;
import org.jmpi.bench.jobs.Processes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RunnerTest {
    private static final Experiment PINGPONG = new Experiment(MeasuringProgram.PINGPONG, 2, List.of());
    private static final Experiment MANDELBROT = new Experiment(MeasuringProgram.MANDELBROT, 4, List.of());
    private static final Duration LIMIT = Duration.ofSeconds(40);

    @AfterEach
    void noProcessIsLeft() {
        assertEquals(List.of(), ProcessHandle.current().children().toList());
    }

    private static List<Library> libraries(String... names) {
        return Stream.of(names).<Library>map(StubLibrary::new).toList();
    }

    private static List<Run> run(int repetitions, String... names) throws Exception {
        List<Run> told = new ArrayList<>();
        try (Processes processes = new Processes()) {
            List<Trial> trials = Runner.plan(List.of(PINGPONG), libraries(names), repetitions);
            List<Run> runs = new Runner(processes, LIMIT, told::add).run(trials);
            assertEquals(told, runs);
            return runs;
        }
    }

    @Test
    void librariesTakeTurns() {
        assertEquals(
                List.of(
                        "repetition 1, pingpong np 2, a",
                        "repetition 1, pingpong np 2, b",
                        "repetition 1, mandelbrot np 4, a",
                        "repetition 1, mandelbrot np 4, b",
                        "repetition 2, pingpong np 2, a",
                        "repetition 2, pingpong np 2, b",
                        "repetition 2, mandelbrot np 4, a",
                        "repetition 2, mandelbrot np 4, b"),
                Runner.plan(List.of(PINGPONG, MANDELBROT), libraries("a", "b"), 2).stream()
                        .map(Trial::toString)
                        .toList());
    }

    @Test
    void aRunHoldsItsSamples() throws Exception {
        List<Run> runs = run(2, "good");
        assertEquals(2, runs.size());
        assertEquals(
                List.of(new Series("pingpong", 2, 8, List.of(3.0, 1.0, 2.0))),
                runs.get(0).series());
        assertEquals("", runs.get(1).failure());
    }

    @Test
    void failuresAreRunsOfTheirOwnAndTheOthersGoOn() throws Exception {
        List<Run> runs = run(1, "good", "fails", "silent", "wrong", "missing", "good");
        assertEquals("", runs.get(0).failure());
        assertEquals("exit code 3: no luck today", runs.get(1).failure());
        assertEquals(1, runs.get(1).series().size());
        assertEquals("no samples: no output", runs.get(2).failure());
        assertEquals("checksum 11, the first run had 7", runs.get(3).failure());
        assertEquals(List.of(), runs.get(3).series());
        assertTrue(
                runs.get(4).failure().contains("/no/such/missing"), runs.get(4).failure());
        assertEquals("", runs.get(5).failure());
    }

    @Test
    void aLibraryThatCannotBeUsedFailsEachTime() throws Exception {
        List<Library> libraries = List.of(new UnusableLibrary("mpich", "mpicc: no mpi.h"));
        try (Processes processes = new Processes()) {
            List<Run> runs = new Runner(processes, LIMIT, run -> {}).run(Runner.plan(List.of(PINGPONG), libraries, 2));
            assertEquals(
                    List.of("mpicc: no mpi.h", "mpicc: no mpi.h"),
                    runs.stream().map(Run::failure).toList());
        }
    }

    @Tag("full")
    @Test
    void whatIsNotDoneInTimeIsNotRepeated() throws Exception {
        try (Processes processes = new Processes()) {
            Runner runner = new Runner(processes, Duration.ofSeconds(6), Duration.ZERO, run -> {});
            List<Run> runs = runner.run(Runner.plan(List.of(PINGPONG), libraries("hangs"), 3));
            assertEquals(1, runs.size());
            assertEquals("not done after 6 s, not repeated", runs.get(0).failure());
            assertEquals(1, runs.get(0).series().size());
        }
    }

    @Test
    void closeEndsWhatRuns() {
        Processes processes = new Processes();
        Runner runner = new Runner(processes, LIMIT, run -> processes.close());
        List<Trial> trials = Runner.plan(List.of(PINGPONG), libraries("good"), 2);
        assertThrows(CancellationException.class, () -> runner.run(trials));
    }
}
