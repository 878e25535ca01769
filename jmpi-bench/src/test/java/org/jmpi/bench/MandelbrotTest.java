package org.jmpi.bench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MandelbrotTest {
    private static final Pattern WORKER = Pattern.compile("worker \\d+: (\\d+)");

    @TempDir
    private Path folder;

    private static ProgramRun mandelbrot(int ranks, String... args) throws Exception {
        return ProgramRun.of(ranks, Mandelbrot::options, Mandelbrot::run, args);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void theSumOfThePaperDoesNotDependOnTheRanks(int ranks) throws Exception {
        ProgramRun run = mandelbrot(ranks, "--csv", "--rounds", "1");
        assertArrayEquals(new int[ranks], run.codes(), run.errors());
        assertEquals(3, run.lines().size(), run.output());
        assertEquals(Sample.CSV_HEADING, run.lines().get(0));
        assertTrue(run.lines().get(1).startsWith("-,mandelbrot," + ranks + ",0,"), run.output());
        assertTrue(run.lines().get(1).endsWith(",0.0"), run.output());
        assertTrue(run.lines().get(2).startsWith("# " + (ranks - 1) + " workers, "), run.output());
        assertTrue(run.lines().get(2).endsWith("(median of 1), checksum 65002188"), run.output());
    }

    @ParameterizedTest
    @CsvSource({"1, 64, 400", "2, 1, 400", "3, 65, 97", "4, 30, 1", "5, 40, 1600", "4, 100, 100000", "2, 300, 90000"})
    void everyPointIsThatOfASequentialRun(int ranks, int size, int task) throws Exception {
        ProgramRun run = mandelbrot(
                ranks,
                "--verify",
                "--size",
                "" + size,
                "--task",
                "" + task,
                "--rounds",
                "3",
                "--iterations",
                "300",
                "--output",
                folder.resolve("m.png").toString());
        assertArrayEquals(new int[ranks], run.codes(), run.errors());
        assertTrue(run.output().contains("verified         same: "), run.output());
        assertTrue(run.output().endsWith(" 0 points differ\n"), run.output());
    }

    @Test
    void theWorkersShareAllTasks() throws Exception {
        ProgramRun run = mandelbrot(
                4, "--size", "128", "--output", folder.resolve("m.png").toString());
        int tasks = 0;
        int workers = 0;
        for (Matcher share = WORKER.matcher(run.output()); share.find(); workers++) {
            tasks += Integer.parseInt(share.group(1));
        }
        assertEquals(3, workers, run.output());
        assertEquals(7 * 7, tasks, run.output());
    }

    @Test
    void theSpeedUpIsTheTimeOfOneRankOverThatOfAll() throws Exception {
        ProgramRun run = mandelbrot(
                3,
                "--size",
                "200",
                "--warm-up",
                "2",
                "--output",
                folder.resolve("m.png").toString());
        double elapsed = number(run, "elapsed +([0-9.]+) ms");
        double alone = number(run, "one rank +([0-9.]+) ms");
        assertEquals(
                alone / elapsed,
                number(run, "speed-up +([0-9.]+) with 2 workers; rank 0 may use \\d+ core"),
                0.02 + 0.1 / elapsed);
    }

    @ParameterizedTest
    @CsvSource({"1, 2", "3, 0"})
    void neitherOneRankNorColdRanksHaveASpeedUp(int ranks, String warmUp) throws Exception {
        ProgramRun run = mandelbrot(
                ranks,
                "--size",
                "20",
                "--warm-up",
                warmUp,
                "--output",
                folder.resolve("m.png").toString());
        assertFalse(run.output().contains("speed-up"), run.output());
    }

    private static double number(ProgramRun run, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(run.output());
        assertTrue(matcher.find(), run.output());
        return Double.parseDouble(matcher.group(1));
    }

    @ParameterizedTest
    @CsvSource({"1, 400", "100, 400", "97, 13", "60, 100000"})
    void oneRankComputesEachTaskOnceWithoutALimit(int size, int task) {
        Grid grid = Grid.of(size, task, Region.parse(Region.WHOLE_SET));
        OneRank whole = OneRank.time(grid, 50, Long.MAX_VALUE);
        assertEquals(grid.tasks(), whole.timed());
        assertEquals(1, OneRank.time(grid, 50, 0).timed());
    }

    @Test
    void thePictureIsWrittenWhereItIsWanted() throws Exception {
        Path file = folder.resolve("picture with blanks.png");
        ProgramRun run = mandelbrot(2, "--size=50", "--palette=ember", "--region=-1,-0.5,0,0.5", "--output=" + file);
        assertArrayEquals(new int[2], run.codes(), run.errors());
        assertTrue(run.output().contains(file.toString()), run.output());
        assertEquals(50, ImageIO.read(file.toFile()).getWidth());
    }

    @Test
    void aPictureThatCannotBeWrittenIsNamedBeforeTheWork() throws Exception {
        Path nowhere = folder.resolve("none").resolve("m.png");
        ProgramRun run = mandelbrot(3, "--output", nowhere.toString());
        assertArrayEquals(new int[] {Program.USAGE, 0, 0}, run.codes());
        assertEquals("", run.output());
        assertTrue(run.errors().startsWith("mandelbrot: --output " + nowhere + ": cannot be written"), run.errors());
        assertFalse(Files.exists(nowhere));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--size=0",
                "--size=16385",
                "--task=0",
                "--iterations=0",
                "--rounds=0",
                "--warm-up=-1",
                "--palette=pink",
                "--region=0,0,1",
                "--colour=red",
                "picture.png"
            })
    void aUselessValueIsNamed(String arg) throws Exception {
        ProgramRun run = mandelbrot(2, arg);
        assertArrayEquals(new int[] {Program.USAGE, 0}, run.codes());
        String value = arg.substring(arg.indexOf('=') + 1);
        assertTrue(run.errors().startsWith("mandelbrot: ") && run.errors().contains(value), run.errors());
        assertEquals(1, run.errors().lines().count(), run.errors());
    }
}
