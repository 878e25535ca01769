package org.jmpi.comm.wireup;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jmpi.comm.trust.ThisUser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OnceTest {
    @TempDir
    private Path folder;

    @Test
    void aUserIsToldOnce() {
        assertTrue(new Once(folder).isFirst("news"));
        assertFalse(new Once(folder).isFirst("news"));
        assertTrue(new Once(folder).isFirst("other"));
    }

    @Test
    void nobodyElseKeepsAUserFromBeingTold() throws Exception {
        assumeTrue(System.getProperty("user.name").equals("root"), "only root can give a folder away");
        Path others = Files.createDirectory(ThisUser.folder(folder, "news"));
        Files.setAttribute(others, "unix:uid", 654_321);
        assertTrue(new Once(folder).isFirst("news"));
    }

    @Test
    void aUserIsToldWhereNothingCanBeWritten() {
        Once once = new Once(folder.resolve("missing"));
        assertTrue(once.isFirst("news"));
        assertTrue(once.isFirst("news"));
    }
}
