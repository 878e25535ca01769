package org.jmpi.bench.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.jmpi.bench.Series;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    private static final Library OURS = new JmpiTransport("threads", List.of());
    private static final Library PEER = new StubLibrary("peer");
    private static final Experiment PINGPONG = new Experiment(MeasuringProgram.PINGPONG, 2, List.of());

    @TempDir
    Path folder;

    /** Returns a run of the pair of operations that a report treats differently, with times of so many microseconds. */
    private static Run run(Library library, int repetition, double micros, double before, double after) {
        List<Series> series = List.of(
                new Series("pingpong", 2, 8, List.of(micros, 2 * micros, 3 * micros)),
                new Series("pingpong", 2, 4096, List.of(10 * micros)),
                new Series("barrier", 2, 0, List.of(micros)));
        return new Run(new Trial(PINGPONG, library, repetition), series, "", before, after);
    }

    private static Results results(List<Run> runs) {
        Map<String, String> notes = new LinkedHashMap<>(Map.of("CPU", "abacus"));
        notes.put("cores", "2");
        notes.put("JDK", "17 \"beads\"");
        return new Results(List.of(OURS, PEER), "./jmpirun bench", notes, runs);
    }

    private static List<Run> steady() {
        List<Run> runs = new ArrayList<>();
        for (int repetition = 1; repetition <= 3; repetition++) {
            runs.add(run(OURS, repetition, repetition, 60, 61));
            runs.add(run(PEER, repetition, 4, 61, 60));
        }
        return runs;
    }

    @Test
    void theSummaryTakesMediansOfMedians() {
        Summary summary = new Summary(results(steady()));
        Summary.Point point = new Summary.Point("pingpong", 2, 8, States.State.STEADY);
        assertEquals(
                new Summary.Cell(3, 4, 2, 6), summary.cell(point, "threads").orElseThrow());
        assertEquals(new Summary.Cell(3, 8, 8, 8), summary.cell(point, "peer").orElseThrow());
        assertTrue(summary.cell(point, "nobody").isEmpty());
    }

    @Test
    void timesOfDifferentStatesAreNotMixed() {
        List<Run> runs = new ArrayList<>(steady());
        for (int repetition = 4; repetition <= 6; repetition++) runs.add(run(OURS, repetition, 100, 250, 240));
        runs.add(run(OURS, 7, 1000, 60, 250));
        runs.add(run(OURS, 7, 1000, 60, Double.NaN));
        Summary summary = new Summary(results(runs));
        assertEquals(Set.of(States.State.NEAR, States.State.FAR), Set.copyOf(summary.states()));
        Summary.Point near = new Summary.Point("barrier", 2, 0, States.State.NEAR);
        Summary.Point far = new Summary.Point("barrier", 2, 0, States.State.FAR);
        assertEquals(new Summary.Cell(3, 2, 1, 3), summary.cell(near, "threads").orElseThrow());
        assertEquals(
                new Summary.Cell(3, 100, 100, 100), summary.cell(far, "threads").orElseThrow());
        assertTrue(summary.cell(far, "peer").isEmpty());
    }

    @Test
    void statesThatWereNotMeasuredAreOne() {
        List<Run> runs = List.of(run(OURS, 1, 1, Double.NaN, Double.NaN), run(OURS, 3, 1, Double.NaN, Double.NaN));
        assertEquals(States.State.STEADY, States.of(runs).of(runs.get(0)));
        assertEquals(
                "not measured: one core, or the cores were busy",
                States.of(runs).describe());
    }

    @Test
    void allFilesAreWritten() throws Exception {
        List<Run> runs = steady();
        runs.add(new Run(new Trial(PINGPONG, PEER, 4), List.of(), "exit code 3: say \"no\" | yes", 60, Double.NaN));
        Report.write(results(runs), folder);
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(
                    Set.of(
                            "README.md",
                            "pingpong-np2-throughput.png",
                            "pingpong-np2.png",
                            "pingpong-ratios.png",
                            "ratios.png",
                            "results.csv",
                            "results.json"),
                    files.map(file -> file.getFileName().toString()).collect(Collectors.toCollection(TreeSet::new)));
        }
        List<String> csv = Files.readAllLines(folder.resolve("results.csv"));
        assertEquals(1 + 18 + 1, csv.size());
        assertEquals("threads,pingpong,2,8,1,steady,60,61,2.0000,1.0000 2.0000 3.0000,", csv.get(1));
        assertEquals("peer,pingpong,2,,4,steady,60,,,,\"exit code 3: say \"\"no\"\" | yes\"", csv.get(19));
    }

    @Test
    void theJsonHoldsTheSummary() throws Exception {
        Report.write(results(steady()), folder);
        String json = Files.readString(folder.resolve("results.json"));
        assertTrue(json.contains("\"JDK\": \"17 \\\"beads\\\"\""), json);
        assertTrue(
                json.contains("{\"op\": \"pingpong\", \"ranks\": 2, \"bytes\": 8, \"state\": \"steady\","
                        + " \"library\": \"threads\", \"repetitions\": 3, \"median\": 4.0, \"min\": 2.0, "
                        + "\"max\": 6.0}"),
                json);
        assertTrue(json.endsWith("\"failures\": []\n}\n"), json);
    }

    @Test
    void thePageHasRatiosToThePeerAndTheCharts() throws Exception {
        List<Run> runs = steady();
        runs.add(new Run(new Trial(PINGPONG, PEER, 4), List.of(), "no luck", 60, 60));
        Report.write(results(runs), folder);
        List<String> page = Files.readAllLines(folder.resolve("README.md"));
        assertTrue(page.contains("| bytes, 2 ranks | threads | peer |"), page::toString);
        assertTrue(page.contains("| 8 | 4.00 (0.500) | 8.00 (1.00) |"), page::toString);
        assertTrue(page.contains("| 2 | 2.00 (0.500) | 4.00 (1.00) |"), page::toString);
        assertTrue(page.contains("![pingpong-np2](pingpong-np2.png)"), page::toString);
        assertTrue(page.contains("![ratios](ratios.png)"), page::toString);
        assertTrue(page.contains("![pingpong-ratios](pingpong-ratios.png)"), page::toString);
        assertTrue(page.contains("| repetition 4, pingpong np 2, peer | no luck |"), page::toString);
        assertFalse(page.toString().contains("barrier-ranks.png"), page::toString);
    }

    @Test
    void eachStateHasChartsOfItsOwn() throws Exception {
        List<Run> runs = new ArrayList<>(steady());
        for (int repetition = 4; repetition <= 6; repetition++) runs.add(run(OURS, repetition, 100, 250, 240));
        Report.write(results(runs), folder);
        List<String> page = Files.readAllLines(folder.resolve("README.md"));
        for (String state : List.of("near", "far")) {
            String chart = "pingpong-np2-" + state;
            assertTrue(page.contains("![" + chart + "](" + chart + ".png)"), page::toString);
            assertTrue(Files.exists(folder.resolve(chart + ".png")));
        }
    }

    @Test
    void aRatioIsTheGeometricMeanOverTheSizesOfAnOperation() {
        Summary summary = new Summary(results(steady()));
        Predicate<Summary.Point> pingpong = point -> point.op().equals("pingpong");
        // Sizes 8 and 4096: 4 to 8, and 20 to 40, each the median of three repetitions.
        assertEquals(0.5, summary.ratio(pingpong, OURS, PEER).orElseThrow(), 1e-9);
        assertTrue(summary.ratio(pingpong, new StubLibrary("nobody"), PEER).isEmpty());
    }

    @Test
    void labelsAreNamesAndSizes() {
        assertEquals("b", Axis.of("", List.of("a", "b")).label(1));
        Axis sizes = new Axis("", Axis.Scale.SIZES);
        assertEquals(
                List.of("0", "24", "1000", "1 Ki", "64 Ki", "16 Mi"),
                Stream.of(0, 24, 1000, 1024, 65536, 16 << 20).map(sizes::label).toList());
    }

    @Test
    void aChartIsAPictureWithColours() throws Exception {
        assertEquals("", Chart.obstacle());
        Axis x = new Axis("bytes", Axis.Scale.SIZES);
        List<Line> lines = List.of(new Line("threads", 0, false, List.of(1.0, 1024.0), List.of(0.1, 5.0)));
        Path file = folder.resolve("chart.png");
        new Chart("pingpong", "abacus", x, new Axis("µs", Axis.Scale.DECADES), lines).write(file);
        BufferedImage image = ImageIO.read(file.toFile());
        int[] pixels = image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
        Set<Integer> colours = Arrays.stream(pixels).boxed().collect(Collectors.toSet());
        assertTrue(colours.contains(0xFF0072B2), "the colour of the line");
        assertTrue(colours.contains(0xFFFFFFFF), "the ground");
    }
}
