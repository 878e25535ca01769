package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import mpi.examples.Careful;
import org.jmpi.run.jvm.WrappedJava;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that start JVMs by a class path of their own, and what differs from rank to rank. */
@Tag("job")
@Timeout(120)
class WrapperTest {
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private static final String MAIN = RankProgram.class.getName();

    @TempDir
    private Path folder;

    private static List<String> sorted(Launch launch) {
        return launch.out().lines().sorted().collect(Collectors.toList());
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "socket"})
    void aScriptThatSetsTheClassPathKeepsJmpi(String transport) throws Exception {
        Path script = folder.resolve("a launcher");
        Files.writeString(
                script, "#!/bin/sh\nexec '" + JAVA + "' -cp '" + Launch.testClasses() + "' " + MAIN + " \"$@\"\n");
        assertTrue(script.toFile().setExecutable(true));
        try (Launch launch = Launch.start(
                        "-np", "2", "--transport", transport, script.toString(), "all:join", "all:println=rank %")
                .expect(0)) {
            assertEquals(List.of("rank 0", "rank 1"), sorted(launch));
            assertEquals("", launch.err());
        }
    }

    @Test
    void optionsOfTheUserInTheVariableStay() throws Exception {
        String script = "'" + JAVA + "' -cp '" + Launch.testClasses() + "' " + MAIN + " all:join all:property=a 2>&1";
        Map<String, String> environment = Map.of("JDK_JAVA_OPTIONS", "-Da=b");
        try (Launch launch = Launch.start(Path.of(""), environment, "-np", "1", "sh", "-c", script)
                .expect(0)) {
            assertEquals(List.of("0 a=b"), sorted(launch));
        }
    }

    @Test
    void ranksAsThreadsInsideACommandKeepClassesOfTheirOwn() throws Exception {
        String inner = Lib.jmpirun().stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
        String script =
                inner + " -np 3 --transport threads -cp '" + Launch.testClasses() + "' " + Careful.class.getName();
        try (Launch launch = Launch.start("-np", "1", "sh", "-c", script).expect(0)) {
            assertEquals(
                    List.of("rank 0: sum 3, calls 2", "rank 1: sum 3, calls 2", "rank 2: sum 3, calls 2"),
                    sorted(launch));
            assertEquals("", launch.err());
        }
    }

    @Test
    void patternsOfClassesAreAddedToThoseOfTheEnvironment() throws Exception {
        String[] args = {
            "-np", "1", "--serial-allow", "b.**", "--serial-allow", "c.D", "sh", "-c", "echo $JMPI_OBJECT_FILTER"
        };
        try (Launch launch = Launch.start(Path.of(""), Map.of("JMPI_OBJECT_FILTER", "a.*"), args)
                .expect(0)) {
            assertEquals("a.*;b.**;c.D\n", launch.out());
        }
    }

    @Test
    void anOuterJobsOptionIsTakenOutOfTheVariable() {
        Map<String, String> environment = new HashMap<>(Map.of("JDK_JAVA_OPTIONS", "-Da=b"));
        new WrappedJava("-javaagent:x=y").addTo(environment);
        assertEquals("NOTE: Picked up JDK_JAVA_OPTIONS: -Da=b -javaagent:x=y", WrappedJava.note(environment));
        WrappedJava.removeFrom(environment);
        assertEquals(Map.of("JDK_JAVA_OPTIONS", "-Da=b"), environment);
        assertNull(WrappedJava.note(environment));
    }

    @Test
    void aVariableThatTheUserHasEmptiedStaysEmpty() {
        Map<String, String> environment = new HashMap<>(Map.of("JDK_JAVA_OPTIONS", ""));
        new WrappedJava("-javaagent:x=y").addTo(environment);
        assertEquals(Map.of("JDK_JAVA_OPTIONS", ""), environment);
    }

    @Test
    void eachProcessHasItsRankInOptionsAndVariables() throws Exception {
        String log = folder.resolve("gc-{rank}.log").toString();
        try (Launch launch = Launch.ranks(
                        List.of("-np", "2", "-Da=x{rank}", "-Xlog:gc:file=" + log, "-x", "B=y{100+rank}"),
                        "all:property=a",
                        "all:env=B",
                        "all:println={rank}")
                .expect(0)) {
            assertEquals(List.of("0 B=y100", "0 a=x0", "1 B=y101", "1 a=x1", "{rank}", "{rank}"), sorted(launch));
        }
        assertTrue(Files.exists(folder.resolve("gc-0.log")) && Files.exists(folder.resolve("gc-1.log")));
        assertFalse(Files.exists(folder.resolve("gc-{rank}.log")));
    }

    @Test
    void aJvmOfSeveralRanksHasItsFirstRankInOptions() throws Exception {
        try (Launch launch = Launch.ranks(
                        List.of("-np", "4", "--threads-per-process", "2", "-Da={rank}"), "all:property=a")
                .expect(0)) {
            assertEquals(List.of("0 a=0", "1 a=0", "2 a=2", "3 a=2"), sorted(launch));
        }
    }
}
