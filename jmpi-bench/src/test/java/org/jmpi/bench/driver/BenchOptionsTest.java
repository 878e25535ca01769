package org.jmpi.bench.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jmpi.bench.Options;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BenchOptionsTest {
    private static final List<String> INSTALLED = List.of("threads", "socket", "shm");

    @TempDir
    Path folder;

    private BenchOptions parse(String... args) throws Options.Invalid {
        String[] all = Stream.concat(Stream.of("--out", folder.toString()), Stream.of(args))
                .toArray(String[]::new);
        return BenchOptions.of(BenchOptions.declared(INSTALLED).parse(all), INSTALLED);
    }

    private static List<String> names(BenchOptions options) {
        return options.experiments().stream().map(Experiment::toString).toList();
    }

    @Test
    void everythingInstalledIsMeasuredIfNothingIsSaid() throws Exception {
        BenchOptions options = parse();
        assertEquals(INSTALLED, options.transports());
        assertEquals(List.of(2, 4), options.ranks().subList(0, 2));
        assertEquals(5, options.repetitions());
        assertEquals(
                List.of(MeasuringProgram.PINGPONG, MeasuringProgram.COLLECTIVES, MeasuringProgram.MANDELBROT),
                options.programs());
        String usage = BenchOptions.declared(INSTALLED).usage();
        assertTrue(usage.contains("default: bench-report"), usage);
        assertTrue(usage.contains("(default: threads,socket,shm)"), usage);
    }

    @Test
    void pingPongHasTwoRanksWhateverIsSaid() throws Exception {
        assertEquals(
                List.of("pingpong np 2", "collectives np 3", "collectives np 5", "mandelbrot np 3", "mandelbrot np 5"),
                names(parse("--np", "3,5,3")));
    }

    @Test
    void quickIsQuick() throws Exception {
        BenchOptions options = parse("--quick");
        assertEquals(List.of("pingpong np 2", "collectives np 2", "mandelbrot np 2"), names(options));
        assertEquals(2, options.repetitions());
        for (Experiment experiment : options.experiments())
            assertTrue(experiment.arguments().containsAll(List.of("--quick", "--samples")));
    }

    @Test
    void everyOptionChooses() throws Exception {
        BenchOptions options = parse(
                "--transport",
                "shm,threads",
                "--np",
                "2",
                "--only",
                "mandelbrot",
                "--reps=3",
                "--peers",
                "--out",
                folder.resolve("a/b").toString());
        assertEquals(
                new BenchOptions(
                        false,
                        true,
                        List.of("shm", "threads"),
                        List.of(2),
                        List.of(MeasuringProgram.MANDELBROT),
                        3,
                        folder.resolve("a/b")),
                options);
        assertTrue(Files.isDirectory(options.out()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--speed | unknown option: --speed (see --help)",
                "--np 1 | --np 1: must be a whole number from 2 to 1024",
                "--np 2,few | --np few: must be a whole number from 2 to 1024",
                "--reps 0 | --reps 0: must be a whole number from 1 to 1000",
                "--transport pigeon | --transport pigeon: no such transport; there are threads, socket, shm",
                "--only ping | --only ping: must be one of pingpong, collectives, mandelbrot, matrix, rma, spawn",
                "--out /dev/null/x | --out /dev/null/x: cannot make the folder: /dev/null"
            })
    void whatCannotBeUsedIsNamed(String line, String message) {
        Options.Invalid invalid = assertThrows(Options.Invalid.class, () -> parse(line.split(" ")));
        assertTrue(invalid.getMessage().startsWith(message), invalid.getMessage());
    }
}
