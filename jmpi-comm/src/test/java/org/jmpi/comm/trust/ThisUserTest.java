package org.jmpi.comm.trust;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ThisUserTest {
    @TempDir
    private Path folder;

    @Test
    void whatAUserMakesIsTheUsers() throws IOException {
        assertEquals(Files.getOwner(folder), ThisUser.owner());
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void usersWithoutANameHaveOneOfTheirOwn() throws IOException {
        String own = "uid-" + Files.getOwner(folder).getName();
        assertEquals(own, ThisUser.name("?"));
        assertEquals(own, ThisUser.name(""));
        assertEquals(own, ThisUser.name(null));
        assertEquals("alice", ThisUser.name("alice"));
    }

    @Test
    void anyNameMakesAFolder() {
        String name = ThisUser.folder(folder, "news").getFileName().toString();
        assertTrue(name.matches("jmpi-news-[\\w.-]+"), name);
    }
}
