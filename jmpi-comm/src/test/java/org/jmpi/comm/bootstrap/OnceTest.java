package org.jmpi.comm.bootstrap;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OnceTest {
    @TempDir
    private Path folder;

    @Test
    void aUserIsToldOnce() throws Exception {
        String user = Files.getOwner(folder).getName();
        assertTrue(new Once(folder, user).isFirst("news"));
        assertFalse(new Once(folder, user).isFirst("news"));
        assertTrue(new Once(folder, user).isFirst("other"));
    }

    @Test
    void nobodyElseKeepsAUserFromBeingTold() throws Exception {
        Files.createDirectory(folder.resolve("jmpi-news-no_body"));
        assertTrue(new Once(folder, "no body").isFirst("news"));
    }

    @Test
    void aUserIsToldWhereNothingCanBeWritten() {
        Once once = new Once(folder.resolve("missing"), "alice");
        assertTrue(once.isFirst("news"));
        assertTrue(once.isFirst("news"));
    }
}
