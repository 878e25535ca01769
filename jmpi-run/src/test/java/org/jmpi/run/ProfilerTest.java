package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfilerTest {
    private static final Path PROFILES = Path.of("/profiles");
    private static final CommandPath NO_COMMANDS = new CommandPath(List.of());

    @TempDir
    private Path home;

    private Path install() throws IOException {
        Path lib = Files.createDirectories(home.resolve("lib"));
        return Files.createFile(lib.resolve(System.mapLibraryName("asyncProfiler")));
    }

    @Test
    void theUsersAsyncProfilerComesFirst() throws IOException {
        Path library = install();
        Profiler profiler = Profiler.choose(PROFILES, true, Map.of(Profiler.HOME, home.toString()), NO_COMMANDS);
        assertEquals(
                List.of("-agentpath:" + library + "=start,event=itimer,log=stderr,file=/profiles/rank-{rank}.html"),
                profiler.options());
    }

    @Test
    void itIsFoundByItsCommand() throws IOException {
        Path library = install();
        Path command = Files.createDirectory(home.resolve("bin")).resolve("asprof");
        Files.createFile(command).toFile().setExecutable(true);
        Path links = Files.createDirectory(home.resolve("links"));
        Files.createSymbolicLink(links.resolve("asprof"), command);
        Profiler profiler = Profiler.choose(PROFILES, false, Map.of(), new CommandPath(List.of(links)));
        assertEquals(library.toRealPath(), profiler.library());
    }

    @Test
    void otherHostsHaveFlightRecorderForCertain() throws IOException {
        install();
        Profiler profiler = Profiler.choose(PROFILES, true, Map.of(), new CommandPath(List.of(home.resolve("bin"))));
        assertEquals(
                List.of(
                        "-XX:StartFlightRecording=settings=profile,dumponexit=true,filename=/profiles/rank-{rank}.jfr",
                        "-Xlog:jfr+startup=error"),
                profiler.options());
        assertEquals(
                "profile: each JVM writes /profiles/rank-{rank}.jfr at its end, by Flight Recorder", profiler.line());
    }

    @Test
    void aWrongFolderIsNamed() {
        Map<String, String> environment = Map.of(Profiler.HOME, home.toString());
        String message = assertThrows(
                        BadInputException.class, () -> Profiler.choose(PROFILES, false, environment, NO_COMMANDS))
                .getMessage();
        String library = System.mapLibraryName("asyncProfiler");
        assertEquals(
                "--profile: no " + library + " in " + home + " or its lib, where ASYNC_PROFILER_HOME leads", message);
    }

    @Test
    void itsLibraryAloneIsEnough() throws IOException {
        Path library = install();
        Map<String, String> environment =
                Map.of(Profiler.HOME, library.getParent().toString());
        assertEquals(
                library,
                Profiler.choose(PROFILES, false, environment, NO_COMMANDS).library());
    }
}
