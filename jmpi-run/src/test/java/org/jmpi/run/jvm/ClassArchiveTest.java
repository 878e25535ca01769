package org.jmpi.run.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClassArchiveTest {
    @TempDir
    private Path folder;

    private List<String> archives(String transport) {
        return ClassArchive.options(folder.toString(), transport).stream()
                .filter(option -> option.startsWith("-XX:SharedArchiveFile="))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"auto, auto", "threads, threads", "socket, socket", "shm, auto", "rmi, auto"})
    void aTransportWithoutAnArchiveOfItsOwnUsesThatOfTheDefault(String transport, String name) throws IOException {
        for (String made : List.of("auto", "threads", "socket", "shm")) Files.createFile(folder.resolve(made + ".jsa"));
        assertEquals(List.of("-XX:SharedArchiveFile=" + folder.resolve(name + ".jsa")), archives(transport));
    }

    @Test
    void thereAreNoOptionsWithoutAnArchive() throws IOException {
        Files.createFile(folder.resolve("auto.jsa"));
        assertEquals(List.of(), ClassArchive.options(folder.toString(), "threads"));
        assertEquals(List.of(), ClassArchive.options(folder.resolve("none").toString(), "auto"));
        assertEquals(List.of(), ClassArchive.options(null, "auto"));
    }
}
