package org.jmpi.bench.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jmpi.bench.Options;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FigureOptionsTest {
    private static final List<String> INSTALLED = List.of("threads", "socket", "shm", "rmi", "pigeon");
    private static final Library OURS = new JmpiTransport("threads", List.of());
    private static final Library CALLS = new RemoteCalls("java-rmi", "1", Path.of("rpc"));
    private static final Library PEER = new StubLibrary("peer");

    @TempDir
    Path folder;

    private FigureOptions parse(String... args) throws Options.Invalid {
        String[] all = Stream.concat(Stream.of("--report", folder.toString()), Stream.of(args))
                .toArray(String[]::new);
        return FigureOptions.of(FigureOptions.declared(INSTALLED).parse(all), INSTALLED);
    }

    private static List<String> experiments(Part part) {
        return part.experiments().stream().map(Experiment::toString).toList();
    }

    @Test
    void theTransportsOfThePaperAndItsRemediesAreRunIfInstalled() throws Exception {
        assertEquals(List.of("rmi", "socket", "shm", "threads"), parse().transports());
        assertEquals(List.of("pigeon"), parse("--transport", "pigeon").transports());
    }

    @Test
    void eachPartIsRunByThoseWhoCan() throws Exception {
        List<Part> parts = parse().parts(List.of(OURS, PEER, CALLS));
        assertEquals(4, parts.size());
        assertEquals(List.of("pingpong np 2"), experiments(parts.get(0)));
        assertEquals(List.of(OURS, PEER, CALLS), parts.get(0).libraries());
        assertEquals(3, parts.get(0).repetitions());
        assertEquals(5, parts.get(1).experiments().size());
        assertEquals("mandelbrot np 6", experiments(parts.get(1)).get(4));
        assertEquals(List.of(OURS, PEER), parts.get(1).libraries());
        assertEquals(List.of(OURS), parts.get(2).libraries());
        assertEquals("matrix np 8", experiments(parts.get(3)).get(6));
        assertEquals(List.of(OURS, PEER, CALLS), parts.get(3).libraries());
        assertEquals(1, parts.get(3).repetitions());
        assertEquals(
                3 * 3 + 3 * 5 * 2 + 2 + 7 * 3,
                parts.stream().mapToInt(part -> part.trials().size()).sum());
    }

    @Test
    void theSizesAreThoseOfThePapers() throws Exception {
        List<String> words =
                parse().parts(List.of(OURS)).get(0).experiments().get(0).arguments();
        String sizes = words.get(words.indexOf("--sizes") + 1);
        assertTrue(sizes.startsWith("0 1 2 4 8 16 32 64 100 128 256 500 512 1000 1024 "), sizes);
        assertTrue(sizes.endsWith(" 10000 16384 32768 65536 100000 131072 262144 524288 1000000 1048576"), sizes);
        assertTrue(words.contains("--paper"), words::toString);
    }

    @Test
    void quickIsQuick() throws Exception {
        FigureOptions options = parse("--quick");
        assertEquals(1, options.repetitions());
        List<Part> parts = options.parts(List.of(OURS));
        assertEquals(List.of("mandelbrot np 2", "mandelbrot np 3"), experiments(parts.get(1)));
        assertEquals(Duration.ofSeconds(60), parts.get(3).limit());
        assertTrue(parts.get(3).experiments().get(0).arguments().containsAll(List.of("--size", "64")));
    }

    @Test
    void everyOptionChooses() throws Exception {
        assertEquals(
                new FigureOptions(
                        false,
                        true,
                        List.of("shm"),
                        List.of("--bind-to", "core"),
                        null,
                        List.of(FigureOptions.Exhibit.MATRIX),
                        3,
                        2,
                        folder),
                parse(
                        "--peers",
                        "--transport=shm",
                        "--only=matrix",
                        "--workers=3",
                        "--reps=2",
                        "--jmpirun",
                        "--bind-to core"));
        List<Part> parts = parse("--only", "matrix", "--workers", "3").parts(List.of(OURS));
        assertEquals(1, parts.size());
        assertEquals(List.of("matrix np 2", "matrix np 3", "matrix np 4"), experiments(parts.get(0)));
    }

    @Test
    void optionsOfJobsAreGivenToThemAndNoted() throws Exception {
        FigureOptions options = parse("--jmpirun", "--bind-to core");
        assertEquals("--bind-to core", options.notes().get("options of our jobs"));
        assertEquals(List.of("repetitions"), List.copyOf(parse().notes().keySet()));
        Experiment experiment =
                options.parts(List.of(OURS)).get(0).experiments().get(0);
        Library library = new Installed(List.of("jmpirun"), null, folder)
                .transports(List.of("shm"), options.jobOptions())
                .get(0);
        List<String> words = library.command(experiment, Duration.ofSeconds(7)).command();
        assertEquals(
                List.of("jmpirun", "--bind-to", "core", "-np", "2", "--transport", "shm", "--timeout", "7"),
                words.subList(0, 9));
    }

    @Test
    void remoteObjectsAndTasksOfJpvmAreRunByProgramsOfTheirOwn() throws Exception {
        assertEquals(List.of("socket", "shm"), parse().layered());
        assertEquals(List.of(), parse("--transport", "threads").layered());
        List<Library> layers = new Installed(List.of("jmpirun"), null, folder).layers(List.of("shm"), List.of());
        assertEquals(
                List.of("rpc-shm", "jpvm-shm"),
                layers.stream().map(Library::name).toList());
        List<Part> parts = parse().parts(layers);
        assertEquals(layers, parts.get(0).libraries());
        assertEquals(List.of(), parts.get(1).libraries());
        assertEquals(List.of(), parts.get(2).libraries());
        List<String> words = layers.get(1)
                .command(parts.get(3).experiments().get(2), Duration.ofSeconds(7))
                .command();
        assertEquals(List.of("jmpirun", "-np", "1", "--transport", "shm"), words.subList(0, 5));
        assertEquals(
                "[--np, 4, --program, matrix, --samples, --size, 1024]",
                words.subList(10, 17).toString());
    }

    @Test
    void betweenHostsOnlyTransportsOfTheNetworkRun() throws Exception {
        Path file = Files.writeString(folder.resolve("hosts"), "a\nb\n");
        FigureOptions options = parse("--hostfile", file.toString());
        assertEquals(Setting.HOSTS, options.setting());
        assertEquals(List.of("rmi", "socket"), options.transports());
        assertEquals(List.of("--hostfile", file.toString(), "--map-by", "node"), options.placement());
        assertEquals("ranks alternately on those of hosts", options.notes().get("hosts"));
        assertEquals(2, options.parts(List.of(OURS)).size());
        Options.Invalid invalid =
                assertThrows(Options.Invalid.class, () -> parse("--hostfile", file.toString(), "--transport", "shm"));
        assertEquals("--transport shm: does not reach from host to host; leave it out", invalid.getMessage());
    }

    @Test
    void theUsageNamesWhatIsInstalled() throws Exception {
        String usage = FigureOptions.declared(INSTALLED).parse().usage();
        assertTrue(usage.contains("(default: rmi,socket,shm,threads)"), usage);
        assertTrue(usage.contains("default: figures-report"), usage);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--transport dove | --transport dove: no such transport; there are threads, socket, shm, rmi, pigeon",
                "--only all | --only all: must be one of pingpong, mandelbrot, costs, matrix",
                "--hostfile none | --hostfile none: cannot read the file",
                "--reps 0 | --reps 0: must be a whole number from 1 to 100",
                "--report /dev/null/x | --report /dev/null/x: cannot make the folder: /dev/null"
            })
    void whatCannotBeUsedIsNamed(String line, String message) {
        Options.Invalid invalid = assertThrows(Options.Invalid.class, () -> parse(line.split(" ")));
        assertTrue(invalid.getMessage().startsWith(message), invalid.getMessage());
    }
}
