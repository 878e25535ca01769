package org.jmpi.bench.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.jmpi.bench.Series;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PaperReportTest {
    private static final Library RMI = new JmpiTransport("rmi", List.of());
    private static final Library SOCKET = new JmpiTransport("socket", List.of());
    private static final Library BARE = new RemoteCalls("java-rmi", "bare", Path.of("rpc"));
    private static final Library ONC = new RemoteCalls("onc-rpc", "4j", Path.of("rpc"));
    private static final List<Library> ALL = List.of(RMI, SOCKET, BARE, ONC);

    @TempDir
    Path folder;

    private Setting setting = Setting.ONE_HOST;
    private final List<Run> runs = new ArrayList<>();

    private void run(Library library, MeasuringProgram program, int repetition, Series... series) {
        int ranks = series.length == 0 ? 2 : series[0].ranks();
        Trial trial = new Trial(new Experiment(program, ranks, List.of()), library, repetition);
        runs.add(new Run(trial, List.of(series), series.length == 0 ? "no luck" : "", 60, 240));
    }

    /** Adds round trips that take a fixed time, and 1 microsecond for each KiB. */
    private void exchanges(Library library, int repetition, double micros) {
        Series[] series = Stream.of(0L, 1L, 1000L, 1024L, 2000L, 1L << 20)
                .map(bytes -> new Series("roundtrip", 2, bytes, times(micros + bytes / 1024)))
                .toArray(Series[]::new);
        run(library, MeasuringProgram.PINGPONG, repetition, series);
    }

    /** Returns times whose median is one of them, and whose mean is not. */
    private static List<Double> times(double median) {
        return List.of(10 * median, median, 1.0);
    }

    private void over(MeasuringProgram program, Library library, double... micros) {
        for (int k = 0; k < micros.length; k++)
            run(library, program, 1, Series.of(program.toString(), 2 + k, 0, micros[k]));
    }

    private void everything() {
        exchanges(RMI, 1, 50);
        exchanges(RMI, 2, 70);
        exchanges(SOCKET, 1, 20);
        exchanges(SOCKET, 2, 20);
        exchanges(BARE, 1, 80);
        exchanges(ONC, 1, 160);
        over(MeasuringProgram.MANDELBROT, RMI, 100_000, 60_000, 120_000);
        over(MeasuringProgram.MANDELBROT, SOCKET, 100_000, 60_000, 40_000);
        over(MeasuringProgram.MATRIX, RMI, 8e6, 4e6);
        over(MeasuringProgram.MATRIX, BARE, 8e6, 4e6);
        over(MeasuringProgram.MATRIX, ONC, 16e6, 2e6);
        run(RMI, MeasuringProgram.PINGPONG, 1, Series.of("traffic", 2, 1, 114.2));
        run(SOCKET, MeasuringProgram.PINGPONG, 1, Series.of("traffic", 2, 1, 0));
        run(RMI, MeasuringProgram.PINGPONG, 1, Series.of("allocation", 2, 1, 512.4));
        run(SOCKET, MeasuringProgram.PINGPONG, 1, Series.of("allocation", 2, 1, 0));
        run(SOCKET, MeasuringProgram.MATRIX, 1);
    }

    private String page(String name) throws Exception {
        Map<String, String> notes = new LinkedHashMap<>(Map.of("CPU", "abacus"));
        notes.put("cores", "2");
        notes.put("JDK", "17");
        PaperReport.write(new Results(ALL, "./jmpirun figures", notes, runs), setting, 1024, folder);
        return Files.readString(folder.resolve(name));
    }

    private Set<String> files() throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
        }
    }

    @Test
    void allFilesAreWrittenAndShown() throws Exception {
        everything();
        String first = page("README.md");
        String second = Files.readString(folder.resolve("rpc.md"));
        assertEquals(
                Set.of(
                        "README.md",
                        "rpc.md",
                        "results.csv",
                        "results.json",
                        "figure-1.png",
                        "figure-3.png",
                        "latency.png",
                        "bandwidth.png",
                        "matrix.png"),
                files());
        for (String name : List.of("figure-1", "figure-3"))
            assertTrue(first.contains("![" + name + "](" + name + ".png)"), first);
        for (String name : List.of("latency", "bandwidth", "matrix"))
            assertTrue(second.contains("![" + name + "](" + name + ".png)"), second);
        assertTrue(ImageIO.read(folder.resolve("figure-1.png").toFile()).getWidth() >= 800);
        assertTrue(Files.readString(folder.resolve("results.json")).contains("\"mean\": 60.0"));
    }

    @Test
    void betweenHostsTheFiguresAreTwoAndFour() throws Exception {
        setting = Setting.HOSTS;
        everything();
        String page = page("README.md");
        assertEquals(Set.of("README.md", "results.csv", "results.json", "figure-2.png", "figure-4.png"), files());
        assertTrue(page.contains("## Figure 2: PingPong between hosts"), page);
        assertTrue(page.contains("## Figure 4: Mandelbrot between hosts"), page);
        assertFalse(page.contains("rpc.md"), page);
    }

    @Test
    void valuesAreMeansOfMedians() throws Exception {
        everything();
        List<String> page = page("README.md").lines().toList();
        assertTrue(page.contains("| bytes | rmi | socket |"), page::toString);
        assertTrue(page.contains("| 1 | 0.267 | 0.800 |"), page::toString);
        assertTrue(page.contains("| 1048576 | 15477 | 16070 |"), page::toString);
        assertTrue(page.contains("| workers | rmi | socket |"), page::toString);
        assertTrue(page.contains("| 3 | 120 | 40.0 |"), page::toString);
    }

    @Test
    void thePaperIsSetBesideWhatWasMeasured() throws Exception {
        everything();
        List<String> page = page("README.md").lines().toList();
        assertTrue(
                page.contains("| bytes that a message of 1 byte grows by | 325, by Java RMI | rmi 113, socket 0 |"),
                page::toString);
        assertTrue(
                page.contains(
                        "| a remote call that brings nothing | 0.94 ms, between two hosts | java-rmi 0.080 ms, on one "
                                + "host |"),
                page::toString);
        assertTrue(
                page.contains("| what each worker beyond the first adds to the time of the picture"
                        + " | 3 to 4 s, with KaRMI on one processor | rmi +10.0 ms, socket -30.0 ms |"),
                page::toString);
        assertTrue(
                page.contains("With 3 workers instead of one the picture takes longer with rmi (1.20 times),"
                        + " of 2 libraries."),
                page::toString);
        assertTrue(
                page.contains("| sockets instead of remote calls | socket | 3.00 | 2.90 | 1.04 | 3.00 |"),
                page::toString);
        assertTrue(page.contains("| 1 | 512 | 0 |"), page::toString);
    }

    @Test
    void callsAreSetBesideMessages() throws Exception {
        everything();
        List<String> page = page("rpc.md").lines().toList();
        assertTrue(page.contains("| 0 | 60.0 (0.375) | 20.0 (0.125) | 80.0 (0.500) | 160 (1.00) |"), page::toString);
        assertTrue(page.contains("| 2 | 4.00 (2.00) |  | 4.00 (2.00) | 2.00 (1.00) |"), page::toString);
        String text = page.toString();
        assertTrue(text.contains("1,048,576 in all"), text);
        assertTrue(text.contains("| product with 2 workers, over that of RPC | MPI nearest to RPC; "), text);
        assertTrue(text.contains(" | rmi 2.00, java-rmi 2.00 |"), text);
        assertTrue(text.contains(" | rmi 0.500, java-rmi 0.500, onc-rpc 0.125 |"), text);
        assertTrue(page.contains("| repetition 1, matrix np 2, socket | no luck |"), text);
    }

    @Test
    void whatWasNotMeasuredIsNotSpokenOf() throws Exception {
        exchanges(SOCKET, 1, 20);
        String page = page("README.md");
        assertFalse(page.contains("## Figure 3"), page);
        assertFalse(page.contains("worker beyond"), page);
        assertFalse(page.contains("## What the remedies brought"), page);
        assertFalse(page.contains("With "), page);
        assertFalse(Files.readString(folder.resolve("rpc.md")).contains("## Product"));
        assertEquals(
                Set.of(
                        "README.md",
                        "rpc.md",
                        "results.csv",
                        "results.json",
                        "figure-1.png",
                        "latency.png",
                        "bandwidth.png"),
                files());
    }

    @Test
    void aTransportHasTheSameLineWhoeverElseTakesPart() {
        assertEquals(LineStyle.of("socket", ALL), LineStyle.of("socket", List.of(SOCKET)));
        Library own = new StubLibrary("own");
        assertEquals(12, LineStyle.of("own", List.of(SOCKET, own)));
    }
}
