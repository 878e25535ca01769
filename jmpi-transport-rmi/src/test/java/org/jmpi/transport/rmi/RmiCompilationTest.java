package org.jmpi.transport.rmi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Executable;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jmpi.comm.transport.TransportProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the compiler is told of is there. */
class RmiCompilationTest {
    static List<String> units() {
        return RmiCompilation.UNITS;
    }

    static List<String> quick() {
        return RmiCompilation.QUICK;
    }

    @ParameterizedTest
    @MethodSource("units")
    void eachUnitIsAMethod(String method) throws Exception {
        assertIsMethod(method);
    }

    @ParameterizedTest
    @MethodSource("quick")
    void whatIsLeftToTheQuickCompilerIsThere(String methods) throws Exception {
        String[] parts = methods.split("::");
        if (!parts[1].equals("*")) {
            assertIsMethod(methods);
            return;
        }
        if (!parts[0].endsWith("*")) {
            Class.forName(parts[0]);
            return;
        }
        String path = parts[0].replace("*", "").replace('.', '/');
        int folder = path.lastIndexOf('/');
        boolean found = false;
        for (Path root : roots())
            found |= contains(root.resolve(path.substring(0, folder)), path.substring(folder + 1));
        assertTrue(found, methods);
    }

    private static void assertIsMethod(String method) throws ClassNotFoundException {
        String[] parts = method.split("::");
        Class<?> owner = Class.forName(parts[0]);
        Executable[] all = parts[1].equals("<init>") ? owner.getDeclaredConstructors() : owner.getDeclaredMethods();
        assertTrue(Stream.of(all)
                .map(Executable::getName)
                .anyMatch(name -> parts[1].equals("<init>") || name.equals(parts[1])));
    }

    /** Returns where the classes of the JDK that are called lie, and this module's own. */
    private static List<Path> roots() throws Exception {
        Path modules = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules");
        Path own = Path.of(RmiCompilation.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        return List.of(modules.resolve("java.base"), modules.resolve("java.rmi"), own);
    }

    private static boolean contains(Path folder, String prefix) throws IOException {
        if (!Files.isDirectory(folder)) return false;
        try (Stream<Path> files = Files.list(folder)) {
            return files.anyMatch(file -> file.getFileName().toString().startsWith(prefix));
        }
    }

    @Test
    void bothTransportsNameThem() {
        for (TransportProvider provider :
                new TransportProvider[] {new RmiTransportProvider(), new RmiKryoTransportProvider()}) {
            assertEquals(RmiCompilation.UNITS, provider.compilationUnits());
            assertEquals(RmiCompilation.QUICK, provider.quickCompilation());
        }
    }
}
