package org.jmpi.run.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TerminationTest {
    @TempDir
    private Path folder;

    @Test
    void dataOfJvmsLieInFoldersOfThisUserUnderAnyName() throws Exception {
        Path named = Files.createDirectory(folder.resolve("hsperfdata_alice"));
        Path nameless = Files.createDirectory(folder.resolve("hsperfdata_654321"));
        Files.createDirectory(folder.resolve("other"));
        Files.createFile(folder.resolve("hsperfdata_file"));
        Files.createSymbolicLink(folder.resolve("hsperfdata_link"), folder.resolve("other"));
        assertEquals(Set.of(named, nameless), new TreeSet<>(Termination.performanceFolders(folder)));
        assertEquals(List.of(), Termination.performanceFolders(folder.resolve("missing")));
    }

    @Test
    void foldersOfOthersAreLeftAlone() throws Exception {
        assumeTrue(System.getProperty("user.name").equals("root"), "only root can give a folder away");
        Path others = Files.createDirectory(folder.resolve("hsperfdata_bob"));
        Files.setAttribute(others, "unix:uid", 654_321);
        assertEquals(List.of(), Termination.performanceFolders(folder));
    }
}
