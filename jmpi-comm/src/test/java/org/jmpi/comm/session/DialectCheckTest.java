package org.jmpi.comm.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.jmpi.comm.communicator.Dialect;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DialectCheckTest {
    private static final String SERVICE = "META-INF/services/" + Dialect.class.getName();

    @TempDir
    private Path folder;

    /** @param provider null for a library that is not ours */
    private URL binding(String name, String provider) throws IOException {
        Path root = folder.resolve(name);
        Files.createDirectories(root.resolve("mpi"));
        Files.write(root.resolve("mpi/MPI.class"), new byte[4]);
        if (provider != null) {
            Files.createDirectories(root.resolve("META-INF/services"));
            Files.writeString(root.resolve(SERVICE), "# a comment\n" + provider + "\n");
        }
        return root.toUri().toURL();
    }

    private URL jar(String name, String provider) throws IOException {
        Path jar = folder.resolve(name);
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file)) {
            out.putNextEntry(new JarEntry("mpi/MPI.class"));
            out.putNextEntry(new JarEntry(SERVICE));
            out.write(provider.getBytes());
        }
        return jar.toUri().toURL();
    }

    private static void check(URL... classPath) throws IOException {
        try (URLClassLoader loader = new URLClassLoader(classPath, null)) {
            DialectCheck.check(loader);
        }
    }

    @Test
    void oneBindingOrNoneIsFine() throws IOException {
        check();
        check(binding("a folder", "mpi.MpiJava"));
    }

    @Test
    void copiesOfOneAndOtherLibrariesAreFine() throws IOException {
        URL one = jar("one.jar", "mpi.MpiJava");
        check(one, jar("copy.jar", "mpi.MpiJava"), binding("a folder", "mpi.MpiJava"), binding("other", null));
        check(binding("other", null), one);
        check(jar("tests.jar", "org.own.StubDialect"), one);
    }

    @Test
    void twoBindingsAreRefusedByTheirPlaces() throws IOException {
        URL one = jar("one.jar", "mpi.MpiJava");
        URL two = binding("two", "mpi.Other");
        for (URL[] path : new URL[][] {{one, two}, {two, binding("no binding", null), one}}) {
            CommException failure = assertThrows(CommException.class, () -> check(path));
            assertEquals(ErrorClass.OTHER, failure.errorClass());
            String message = failure.getMessage();
            assertTrue(message.startsWith("2 bindings with package mpi are on the class path or module path"), message);
            assertTrue(message.contains("one.jar!/mpi/MPI.class") && message.contains("/two/mpi/MPI.class"), message);
        }
    }
}
