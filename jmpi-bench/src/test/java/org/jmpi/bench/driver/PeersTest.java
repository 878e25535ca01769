package org.jmpi.bench.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jmpi.bench.Series;
import org.jmpi.bench.jobs.Ended;
import org.jmpi.bench.jobs.Processes;
import org.jmpi.bench.peers.ProgramPath;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The peers that are installed here do what JMPI does. */
@Timeout(120)
class PeersTest {
    /** The sum of all iterations of the picture, which ours prints, too. */
    private static final String CHECKSUM = "# checksum 65002188";

    /** That of matrices of 20 x 20. */
    private static final String PRODUCT = "# checksum -6842";

    private static final Duration LIMIT = Duration.ofSeconds(100);

    @TempDir
    Path folder;

    private static List<String> arguments(MeasuringProgram program) {
        return switch (program) {
            case PINGPONG, COLLECTIVES, RMA -> List.of("--sizes", "8 24");
            case MANDELBROT, SPAWN -> List.of();
            case MATRIX -> List.of("--size", "20");
        };
    }

    private static String output(Processes processes, Library library, MeasuringProgram program) throws Exception {
        return run(processes, library, program, arguments(program).toArray(String[]::new));
    }

    private static String run(Processes processes, Library library, MeasuringProgram program, String... arguments)
            throws Exception {
        List<String> words = new ArrayList<>(List.of("--samples", "--quick"));
        words.addAll(List.of(arguments));
        Experiment experiment = new Experiment(program, 2, words);
        Ended ended = processes.run(library.command(experiment, LIMIT), LIMIT);
        assertEquals(0, ended.exitCode(), ended.output());
        return ended.output();
    }

    private static String places(String output) {
        return output.lines()
                .flatMap(line -> Series.parse(line).stream())
                .map(series -> series.op() + " " + series.bytes())
                .collect(Collectors.joining(", "));
    }

    private List<Library> install(NativePeer peer, Processes processes) throws Exception {
        try {
            return peer.install(List.of(), processes, folder);
        } catch (IOException e) {
            assumeFalse(e.getMessage().contains("mpi.h: No such file"), e.getMessage());
            throw e;
        }
    }

    @ParameterizedTest
    @Tag("full")
    @EnumSource(NativePeer.class)
    void theProgramsInCDoWhatOursDo(NativePeer peer) throws Exception {
        try (Processes processes = new Processes()) {
            List<Library> libraries = install(peer, processes);
            assumeFalse(libraries.isEmpty(), "not installed");
            Library library = libraries.get(0);
            assertEquals(peer.toString(), library.name());
            assertTrue(library.version().matches("\\w.* \\d+\\.\\d+.*"), library.version());
            measures(processes, library);
            String accesses = places(output(processes, library, MeasuringProgram.RMA));
            assertTrue(accesses.startsWith("put 8, put 24, get 8, "), accesses);
            assertTrue(accesses.contains(", fetch_and_op 8, compare_and_swap 8, put_fence 8, "), accesses);
            assertTrue(accesses.endsWith(", accumulate_pscw 24"), accesses);
            assertEquals(
                    "read 8, write 8, bulk_read 160, bulk_write 160, atomic 8",
                    places(run(processes, library, MeasuringProgram.RMA, "--paper")));
            // MPICH as Debian builds it, over UCX, has neither ports nor Comm_spawn.
            if (peer == NativePeer.MPICH) return;
            assertEquals(
                    "spawn 0, connect 0, disconnect 0",
                    places(run(processes, library, MeasuringProgram.SPAWN, "--quick", "--processes", "1")));
        }
    }

    private static void measures(Processes processes, Library library) throws Exception {
        assertEquals(
                "pingpong 8, pingpong 24, stream 8, stream 24",
                places(output(processes, library, MeasuringProgram.PINGPONG)));
        String collectives = places(output(processes, library, MeasuringProgram.COLLECTIVES));
        assertTrue(collectives.startsWith("barrier 0, bcast 8, bcast 24, reduce 8, "), collectives);
        assertTrue(collectives.endsWith(", allgatherv 24, alltoallv 8, alltoallv 24"), collectives);
        assertEquals(1 + 2 * 14, collectives.split(", ").length);
        String picture = output(processes, library, MeasuringProgram.MANDELBROT);
        assertTrue(picture.contains(CHECKSUM), picture);
        String product = output(processes, library, MeasuringProgram.MATRIX);
        assertEquals("matrix 0", places(product));
        assertTrue(product.contains(PRODUCT), product);
        assertEquals(
                "roundtrip 0, roundtrip 24",
                places(run(processes, library, MeasuringProgram.PINGPONG, "--paper", "--sizes", "0 24")));
    }

    @Test
    @Tag("full")
    void theProgramsForOpenMpisJavaBindingDoWhatOursDo() throws Exception {
        try (Processes processes = new Processes()) {
            List<Library> natives = install(NativePeer.OPENMPI, processes);
            assumeFalse(natives.isEmpty(), "Open MPI is not installed");
            List<Library> bindings;
            try {
                bindings = OpenMpiJava.install((NativeLibrary) natives.get(0), processes, folder);
            } catch (IOException e) {
                assumeFalse(e.getMessage().startsWith("no mpi.jar in "), e.getMessage());
                throw e;
            }
            assumeFalse(bindings.isEmpty(), "no libmpi_java.so");
            assertTrue(
                    bindings.get(0).version().startsWith("Java binding of Open MPI "),
                    bindings.get(0).version());
            measures(processes, bindings.get(0));
        }
    }

    private static void measuresAlone(Processes processes, List<Library> libraries) throws Exception {
        assumeFalse(libraries.isEmpty(), "not installed");
        for (Library library : libraries) {
            assertTrue(library.version().matches("\\w.* \\d+\\.\\d+.*"), library.version());
            String product = output(processes, library, MeasuringProgram.MATRIX);
            assertEquals("matrix 0", places(product));
            assertTrue(product.contains(PRODUCT), product);
            assertEquals(
                    "roundtrip 0, roundtrip 100000",
                    places(run(processes, library, MeasuringProgram.PINGPONG, "--paper", "--sizes", "0 100000")));
        }
        assertEquals(List.of(), ProcessHandle.current().children().toList());
    }

    @Test
    @Tag("full")
    void theProgramForPvmLeavesNoDaemon() throws Exception {
        try (Processes processes = new Processes()) {
            List<Library> pvm = StandaloneProgram.pvm(processes, folder);
            measuresAlone(processes, pvm);
            try (Stream<Path> files = Files.list(folder.resolve(StandaloneProgram.PVM))) {
                assertFalse(files.anyMatch(Files::isDirectory), "the daemon has left files");
            }
        }
    }

    @Test
    @Tag("full")
    void theProgramForOncRpcMeasures() throws Exception {
        try (Processes processes = new Processes()) {
            measuresAlone(processes, StandaloneProgram.oncRpc(processes, folder));
        }
    }

    @Test
    @Tag("full")
    void mpjExpressRunsOurClasses() throws Exception {
        Optional<Library> mpj = MpjExpress.find(folder);
        assumeTrue(mpj.isPresent(), "not installed");
        assertTrue(
                mpj.get().version().matches("MPJ Express \\d+[._]\\d+.*"),
                mpj.get().version());
        try (Processes processes = new Processes()) {
            String output = output(processes, mpj.get(), MeasuringProgram.PINGPONG);
            assertEquals("pingpong 8, pingpong 24, stream 8, stream 24", places(output));
            String collectives = places(output(processes, mpj.get(), MeasuringProgram.COLLECTIVES));
            assertTrue(collectives.contains(", scan 24, gather 8, "), () -> "without exscan: " + collectives);
            assertTrue(collectives.endsWith(", alltoallv 24"), collectives);
        }
    }

    @Test
    void whatCannotBeCompiledIsSaid() throws Exception {
        Path compiler = Files.writeString(
                folder.resolve("mpicc"),
                "#!/bin/sh\necho 'fatal error: mpi.h: no such file' >&2\necho compilation terminated. >&2\nexit 1\n");
        assertTrue(compiler.toFile().setExecutable(true));
        try (Processes processes = new Processes()) {
            IOException refused =
                    assertThrows(IOException.class, () -> NativePeer.compile(processes, compiler.toString(), folder));
            assertEquals(compiler + " pingpong.c: fatal error: mpi.h: no such file", refused.getMessage());
        }
    }

    @Test
    void aCommandThatIsNotInstalledIsNotFound() {
        assertFalse(ProgramPath.find("mvn").isEmpty() && ProgramPath.find("sh").isEmpty());
        assertTrue(ProgramPath.find("no-such-command").isEmpty());
    }
}
