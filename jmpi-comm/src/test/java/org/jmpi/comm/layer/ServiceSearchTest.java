package org.jmpi.comm.layer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.jmpi.comm.frame.Layer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServiceSearchTest {
    private static final String SERVICE = "META-INF/services/org.jmpi.comm.frame.Layer";

    @TempDir
    private Path folder;

    private static boolean finds(URL... urls) throws IOException {
        try (URLClassLoader loader = new URLClassLoader(urls, ServiceSearch.class.getClassLoader())) {
            return ServiceSearch.mayFind(loader, Layer.class);
        }
    }

    @Test
    void thisClassPathHasNoLayer() {
        assertFalse(ServiceSearch.mayFind(ServiceSearch.class.getClassLoader(), Layer.class));
    }

    @ParameterizedTest
    @CsvSource({"META-INF/services/org.jmpi.comm.frame.Layer, true", "META-INF/services/other.Layer, false"})
    void aFolderAndAJarOfAProgram(String file, boolean found) throws IOException {
        Path classes = folder.resolve("classes");
        Files.createDirectories(classes.resolve(file).getParent());
        Files.writeString(classes.resolve(file), "a.Layer\n");
        assertEquals(found, finds(classes.toUri().toURL()));
        assertEquals(found, finds(jar(new Manifest(), file).toUri().toURL()));
    }

    /** The search goes on for these: a jar that names others, and what is no file. */
    @Test
    void whatCannotBeSeenMayHaveOne() throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, "lib/other.jar");
        assertEquals(true, finds(jar(manifest, "a").toUri().toURL()));
        assertEquals(true, finds(URI.create("http://host/classes/").toURL()));
        assertEquals(
                true, ServiceSearch.mayFind(new ClassLoader(ServiceSearch.class.getClassLoader()) {}, Layer.class));
    }

    @Test
    void aFileThatIsMissingOrNoJarHasNone() throws IOException {
        Path text = Files.writeString(folder.resolve("a.jar"), "text");
        assertEquals(
                false,
                finds(text.toUri().toURL(), folder.resolve("b.jar").toUri().toURL()));
    }

    private Path jar(Manifest manifest, String entry) throws IOException {
        manifest.getMainAttributes().putIfAbsent(Attributes.Name.MANIFEST_VERSION, "1.0");
        Path jar = folder.resolve("program.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out, manifest)) {
            if (entry.equals(SERVICE)) entries.putNextEntry(new ZipEntry("META-INF/services/"));
            entries.putNextEntry(new ZipEntry(entry));
        }
        return jar;
    }
}
