package org.jmpi.run.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class CommandPathTest {
    @Test
    void findsTheFirstFileThatMayBeExecuted(@TempDir Path folder) throws Exception {
        Path empty = Files.createDirectory(folder.resolve("empty"));
        Path first = Files.createDirectory(folder.resolve("first"));
        Path second = Files.createDirectory(folder.resolve("second"));
        Path file = Files.createFile(first.resolve("bind"));
        Path other = Files.createFile(second.resolve("bind"));
        CommandPath path = CommandPath.of(
                String.join(File.pathSeparator, empty.toString(), "", first.toString(), second.toString()));
        assertEquals(Optional.empty(), path.find("bind"));
        assertTrue(other.toFile().setExecutable(true));
        assertEquals(Optional.of(other), path.find("bind"));
        assertTrue(file.toFile().setExecutable(true));
        assertEquals(Optional.of(file), path.find("bind"));
        assertEquals(Optional.empty(), CommandPath.of(folder.toString()).find("first"), "a folder is no command");
    }

    @Test
    void leadsThroughLinks(@TempDir Path folder) throws Exception {
        Path file = Files.createFile(folder.resolve("real"));
        assertTrue(file.toFile().setExecutable(true));
        Files.createSymbolicLink(folder.resolve("link"), file);
        CommandPath path = CommandPath.of(folder.toString());
        assertTrue(path.leads("real", file));
        assertTrue(path.leads("link", file));
        assertFalse(path.leads("absent", file));
        assertFalse(path.leads("link", folder));
    }

    @Test
    void noVariableNamesNoFolder() {
        assertEquals(List.of(), CommandPath.of(null).folders());
        assertEquals(Optional.empty(), CommandPath.of(null).find("bind"));
    }
}
