package org.jmpi.comm.dynamic;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jmpi.comm.control.SpawnOrder;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.object.Info;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpawnArgumentsTest {
    private static Info info(String... words) {
        Info info = new Info();
        for (int i = 0; i < words.length; i += 2) info.set(words[i], words[i + 1]);
        return info;
    }

    private static SpawnOrder.Program program(int processes, Info info) {
        return new SpawnArguments(new String[] {"Main"}, null, new int[] {processes}, () -> new Info[] {info})
                .programs()
                .get(0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "8; 8",
                "3; 3",
                "1:4; 4",
                "2:10:3; 8",
                "1:10:4; 5",
                "10:2:-3; 7",
                "12:1:-5; 7",
                "1,3,5; 5",
                "0:8; 8",
                "4,9; 4",
                "0:2147483647; 8",
                "2147483647:0:-1; 8",
                " 2 : 6 : 2 ; 6"
            })
    void softChoosesTheLargestNumber(String soft, int chosen) {
        SpawnOrder.Program program = program(8, info("soft", soft));
        assertEquals(chosen, program.processes());
        assertEquals(Map.of(), program.info());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "9:20", "-3:-1", "10:9:-1", "5:4"})
    void softThatAllowsNoNumberFails(String soft) {
        CommException failure = assertThrows(CommException.class, () -> program(8, info("soft", soft)));
        assertEquals(ErrorClass.SPAWN, failure.errorClass());
        assertTrue(failure.getMessage().contains("soft=" + soft + ", maxprocs=8"), failure.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "1:2:3:4", "1:5:0", "1,,2", "1:"})
    void malformedSoftFails(String soft) {
        CommException failure = assertThrows(CommException.class, () -> program(8, info("soft", soft)));
        assertEquals(ErrorClass.INFO_VALUE, failure.errorClass());
        assertTrue(failure.getMessage().contains(": " + soft), failure.getMessage());
    }

    @Test
    void eachProcessIsStartedOrNot() {
        Info[] hints = {info("soft", "1"), null};
        SpawnArguments arguments = new SpawnArguments(new String[] {"A", "B"}, null, new int[] {3, 2}, () -> hints);
        List<SpawnOrder.Program> programs = arguments.programs();
        assertArrayEquals(new byte[] {1, 0, 0, 1, 1}, arguments.started(programs));
    }

    @Test
    void aFileAddsHints(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(
                folder.resolve("hints"), "# two hosts\nhost = a,b\nwdir: /from/file\nunknown = x\nfile = other\n");
        SpawnOrder.Program program = program(2, info("file", file.toString(), "wdir", "/own"));
        assertEquals(Map.of("host", "a,b", "wdir", "/own"), program.info());
    }

    @Test
    void aFileThatCannotBeReadFails(@TempDir Path folder) throws Exception {
        Path malformed = Files.writeString(folder.resolve("hints"), "host = \\u12\n");
        for (String file : List.of(folder.resolve("none").toString(), malformed.toString())) {
            CommException failure = assertThrows(CommException.class, () -> program(1, info("file", file)));
            assertEquals(ErrorClass.INFO_VALUE, failure.errorClass());
            assertTrue(failure.getMessage().contains(file), failure.getMessage());
        }
    }

    @Test
    void anotherArchitectureFails() {
        assertEquals(
                Map.of(),
                program(1, info("arch", System.getProperty("os.arch"))).info());
        CommException failure = assertThrows(CommException.class, () -> program(1, info("arch", "vax")));
        assertEquals(ErrorClass.SPAWN, failure.errorClass());
        assertTrue(failure.getMessage().contains("arch=vax"), failure.getMessage());
    }

    @Test
    void theSumHasALimit() {
        SpawnArguments arguments = new SpawnArguments(new String[] {"A", "B"}, null, new int[] {1_000_000, 1}, null);
        assertEquals(
                ErrorClass.ARG,
                assertThrows(CommException.class, arguments::programs).errorClass());
    }
}
