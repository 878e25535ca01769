package org.jmpi.comm.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MissingModulesTest {
    private static final String DESCRIPTOR =
            "module program { requires java.sql; requires java.rmi; requires jdk.net; requires static java.prefs; }";

    @TempDir
    private Path folder;

    private void compile() throws Exception {
        Path descriptor = Files.writeString(folder.resolve("module-info.java"), DESCRIPTOR);
        Path source = Files.createDirectory(folder.resolve("program")).resolve("Any.java");
        Files.writeString(source, "package program; public class Any {}");
        String[] words = {"-d", folder.toString(), descriptor.toString(), source.toString()};
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, words));
    }

    private Path jar() throws Exception {
        Path jar = folder.resolve("any.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (String name : new String[] {"module-info.class", "program/Any.class"}) {
                out.putNextEntry(new JarEntry(name));
                Files.copy(folder.resolve(name), out);
            }
        }
        return jar;
    }

    private static Optional<String> missing(Path place, String... there) throws Exception {
        URL[] path = {place.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(path, null)) {
            return MissingModules.of(loader.loadClass("program.Any"), java.util.Set.of(there)::contains);
        }
    }

    @Test
    void theDescriptorOnTheClassPathTellsWhatAJarNeeds() throws Exception {
        compile();
        for (Path place : new Path[] {folder, jar()}) {
            assertEquals(Optional.empty(), missing(place, "java.base", "java.sql", "java.rmi", "jdk.net"));
            assertEquals(
                    Optional.of(
                            "this Java has no module java.rmi: take the Java of a JDK, or add what is missing to the"
                                    + " runtime (jlink --add-modules java.rmi)"),
                    missing(place, "java.base", "java.sql", "jdk.net"));
            assertEquals(
                    Optional.of("this Java has no module java.rmi and no module jdk.net: take the Java of a JDK, or add"
                            + " what is missing to the runtime (jlink --add-modules java.rmi,jdk.net)"),
                    missing(place, "java.base", "java.sql"));
        }
    }

    @Test
    void nothingIsKnownWithoutADescriptor() {
        assertEquals(Optional.empty(), MissingModules.of(MissingModulesTest.class, name -> false));
        assertEquals(Optional.empty(), MissingModules.of(String.class));
    }
}
