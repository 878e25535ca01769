package org.jmpi.bench.application;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import mpi.MPI;
import org.jmpi.Jmpi;
import org.jmpi.bench.Program;
import org.jmpi.bench.ProgramRun;
import org.jmpi.bench.ProgressBar;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** All applications in all models, small, over threads. */
@Timeout(60)
class ApplicationsTest {
    private static ProgramRun applications(int ranks, String... args) throws Exception {
        return ProgramRun.of(ranks, Applications::options, Applications::run, args);
    }

    /** Ranks are threads, whose messages pass by sockets or shared memory. */
    @Tag("full")
    @ParameterizedTest
    @CsvSource({"shm, 1", "shm, 2", "shm, 3", "shm, 4", "shm, 5", "shm, 6", "shm, 7", "shm, 8"})
    @CsvSource({"socket, 1", "socket, 2", "socket, 3", "socket, 4", "socket, 5", "socket, 6", "socket, 7", "socket, 8"})
    void soItHasOverATransport(String transport, int ranks) throws Exception {
        ProgramRun run =
                ProgramRun.over(transport, ranks, Applications::options, Applications::run, "--csv", "--rounds", "1");
        assertArrayEquals(new int[ranks], run.codes(), run.output());
        assertEquals(
                catalogue(),
                rows(run).stream().map(row -> row[0] + " " + row[2]).toList(),
                run.output());
    }

    /** Returns all applications, each with its models. */
    private static List<String> catalogue() {
        return Arrays.stream(Catalogue.values())
                .flatMap(each -> each.application().models().stream().map(model -> each + " " + model))
                .toList();
    }

    private static List<String[]> rows(ProgramRun run) {
        return run.lines().stream().skip(1).map(line -> line.split(",")).toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void everyModelHasTheResultOfTheSequentialProgram(int ranks) throws Exception {
        ProgramRun run = applications(ranks, "--csv", "--rounds", "1");
        assertArrayEquals(new int[ranks], run.codes(), run.output());
        assertEquals(
                catalogue(),
                rows(run).stream().map(row -> row[0] + " " + row[2]).toList(),
                run.output());
        for (String[] row : rows(run)) {
            assertEquals("" + ranks, row[3]);
            assertTrue(row[7].startsWith("equal"), () -> String.join(",", row));
        }
    }

    @Test
    void thePageForPeopleHasARowForEachProblem() throws Exception {
        ProgramRun run = applications(2, "--only", "lu,mergesort", "--model", "messages", "--rounds", "1");
        assertArrayEquals(new int[2], run.codes(), run.errors());
        assertEquals(4, run.lines().size(), run.output());
        assertTrue(
                run.lines().get(1).matches(" +lu +48 x 48 blocks of 4 +messages( +[0-9.]+){3} +equal"), run.output());
        assertTrue(run.lines().get(2).startsWith("     mergesort "), run.output());
        assertEquals("    2 messages 80008 bytes", run.lines().get(3));
    }

    /** Each block of the matrix is written once, to a page of its own. */
    @Test
    void statisticsAreThoseOfAllRanks() throws Exception {
        String[] words = {"--only", "lu", "--model", "shared_arrays,shared_copies", "--rounds", "2"};
        ProgramRun run = applications(4, words);
        assertArrayEquals(new int[4], run.codes(), run.errors());
        assertEquals(5, run.lines().size(), run.output());
        assertTrue(run.lines().get(2).endsWith(" 0 diffs (0 bytes) 0 twins 0 misses (0 cold)"), run.output());
        assertTrue(run.lines().get(4).matches("    0 acquires .* 144 twins 156 misses \\(156 cold\\)"), run.output());
    }

    /** Rank 0 sends parts, and pairs of ranks merge. In an epoch each other rank sends a vector and gets one. */
    @ParameterizedTest
    @CsvSource({
        "mergesort, 1, 0 messages 0 bytes",
        "mergesort, 2, 2 messages 80008 bytes",
        "network, 1, 0 messages 0 bytes",
        "network, 4, 18 messages 11232 bytes",
        "mergesort, 4, 6 messages 140012 bytes",
    })
    void messagesAreCounted(String application, int ranks, String counts) throws Exception {
        ProgramRun run = applications(ranks, "--csv", "--only", application, "--model", "messages");
        assertEquals(counts, rows(run).get(0)[8], run.output());
    }

    @ParameterizedTest
    @CsvSource({
        "'--only chess', '--only chess: must be one of mergesort, mandelbrot,'",
        "'--model telepathy', '--model telepathy: must be one of messages'",
        "'--size huge', '--size huge: must be one of small, paper'",
        "'--rounds 0', '--rounds 0: must be a whole number from 1 to 1000'",
    })
    void aUselessValueIsNamed(String args, String message) throws Exception {
        ProgramRun run = applications(2, args.split(" "));
        assertArrayEquals(new int[] {Program.USAGE, 0}, run.codes());
        assertEquals("", run.output());
        assertTrue(run.errors().contains("applications: " + message), run.errors());
    }

    /** A solution that gives a wrong result at rank 0. */
    private record Wrong(int[] result) implements Solution<int[]> {
        @Override
        public void run(ProgressBar progress) {}
    }

    @Test
    void aWrongResultIsFound() throws Exception {
        Mergesort problem = new Mergesort(1000);
        int[] sorted = problem.solve(ProgressBar.silent());
        int[] sortedBySystem = problem.numbers().clone();
        Arrays.sort(sortedBySystem);
        assertArrayEquals(sortedBySystem, sorted);
        sortedBySystem[999]++;
        Jmpi.run(2, () -> {
            Trial<int[]> trial = new Trial<>(problem, 2, ProgressBar.silent());
            Check check = trial.run(same -> new Wrong(sortedBySystem), problem).check();
            if (MPI.COMM_WORLD.Rank() == 0) assertEquals(new Check(false, "DIFFERENT at element 999"), check);
        });
    }

    @Test
    void theExitCodeOfRank0SaysThatAResultIsWrong() throws Exception {
        Application<Mergesort, int[]> wrong = new Application<Mergesort, int[]>()
                .small(ranks -> new Mergesort(10))
                .by(Model.MESSAGES, problem -> new Wrong(problem.numbers()));
        Program.Body body = options -> new Applications(options).run(Map.of("wrong", wrong));
        ProgramRun run = ProgramRun.of(2, Applications::options, body, "--csv");
        assertArrayEquals(new int[] {1, 0}, run.codes());
        assertTrue(run.lines().get(1).startsWith("wrong,10 ints,messages,2,"), run.output());
        assertTrue(run.lines().get(1).contains(",DIFFERENT at element "), run.output());
    }

    @Test
    void numbersMayDifferByTheBound() {
        double[] expected = {1, 2, 3};
        Check close = Check.within(0.1, expected, new double[] {1.05, 2, 3});
        assertTrue(close.passed());
        assertEquals("equal within 5.0e-02 (bound 1.0e-01)", close.words());
        for (double wrong : new double[] {2.2, Double.NaN, Double.POSITIVE_INFINITY})
            assertFalse(Check.within(0.1, expected, new double[] {1, wrong, 3}).passed());
        assertFalse(Check.within(0.1, expected, new double[] {1, 2}).passed());
        assertFalse(Check.equal(expected, new double[] {1, 2, Math.nextUp(3.0)}).passed());
        assertFalse(close.and(Check.equal(expected, new double[3])).passed());
    }

    @ParameterizedTest
    @CsvSource({"10, 3", "3, 8", "800, 7", "1, 1", "1000000000, 3"})
    void partsHaveEachElementOnce(int elements, int ranks) {
        Parts parts = new Parts(elements, ranks);
        assertEquals(elements, Arrays.stream(parts.lengths()).asLongStream().sum());
        for (int rank = 0; rank < ranks; rank++) {
            assertTrue(parts.length(rank) - elements / ranks <= 1);
            if (parts.length(rank) == 0) continue;
            assertEquals(rank, parts.owner(parts.first(rank)));
            assertEquals(rank, parts.owner(parts.first(rank + 1) - 1));
        }
    }
}
