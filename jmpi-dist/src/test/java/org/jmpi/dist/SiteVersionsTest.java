package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The list of versions has every folder of one, and {@code latest} is the newest release. */
class SiteVersionsTest {
    @TempDir
    Path site;

    private void add(String version) throws IOException {
        Path folder = Files.createDirectories(site.resolve(version));
        Files.writeString(folder.resolve("index.html"), "page of " + version);
        SiteVersions.writePages(folder);
        SiteVersions.of(site).write();
    }

    private String read(String file) throws IOException {
        return Files.readString(site.resolve(file));
    }

    @Test
    void theHighestVersionIsTheFirst() throws IOException {
        Files.createDirectories(site.resolve("pictures"));
        for (String version : List.of("0.9.0", "1.10.0", "1.9.1", "1.0.0-rc1", "1.0.0", "1.0.0-rc10", "1.0.0-rc2"))
            add(version);
        assertEquals(
                List.of("1.10.0", "1.9.1", "1.0.0", "1.0.0-rc10", "1.0.0-rc2", "1.0.0-rc1", "0.9.0"),
                SiteVersions.of(site).all());
    }

    @Test
    void latestIsTheNewestRelease() throws IOException {
        add("1.0.0-rc1");
        assertEquals("page of 1.0.0-rc1", read("latest/index.html"));
        add("1.1.0");
        add("1.0.1");
        add("1.2.0-SNAPSHOT");
        assertEquals("page of 1.1.0", read("latest/index.html"));
        assertEquals(
                "window.versions = { newest: \"1.1.0\","
                        + " all: [\"1.2.0-SNAPSHOT\", \"1.1.0\", \"1.0.1\", \"1.0.0-rc1\"] };\n",
                read("versions.js"));
        assertTrue(read("index.html").contains("url=latest/index.html"));
    }

    @Test
    void latestHasNoPageOfAnEarlierVersion() throws IOException {
        Path dropped = Files.createDirectories(site.resolve("1.0.0/docs")).resolve("dropped.html");
        Files.writeString(dropped, "");
        add("1.0.0");
        assertEquals("window.pages = [\n\"docs/dropped.html\",\n\"index.html\"\n];\n", read("latest/pages.js"));
        add("1.1.0");
        assertFalse(Files.exists(site.resolve("latest/docs")));
        assertTrue(Files.exists(dropped), "an old version is kept");
    }
}
