package org.jmpi.comm.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.jmpi.comm.config.JmpiConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class HostTest {
    private static Host host(String name, Path folder) {
        Properties settings = new Properties();
        if (folder != null) settings.setProperty("jmpi.shm.folder", folder.toString());
        return Host.ofProcess(name, JmpiConfig.load(settings, Map.of()));
    }

    @Test
    void processesThatShareMemoryAreOnOneHostWhateverItsName() {
        assertEquals(host("here", null), host("here", null));
        if (Files.exists(Path.of("/proc/self/ns/pid"))) assertEquals(host("here", null), host("there", null));
        assertEquals("here", host("here", null).toString());
        assertFalse(host("here", null).id().isBlank());
    }

    @Test
    void hostsOfOneNameAreTwo() {
        assertNotEquals(new Host("localhost", "1"), new Host("localhost", "2"));
        assertNotEquals(host("localhost", null), Host.named("localhost"));
    }

    @Test
    void processesWithFoldersOfTheirOwnAreOnTwoHosts(@TempDir Path one, @TempDir Path other) {
        if (!Files.exists(Path.of("/proc/self/ns/pid"))) return; // there is no id but the hardware's
        assertEquals(host("here", one), host("here", one));
        assertNotEquals(host("here", one), host("here", other));
        assertTrue(host("here", one.resolve("none")).id().endsWith(" none"));
    }
}
