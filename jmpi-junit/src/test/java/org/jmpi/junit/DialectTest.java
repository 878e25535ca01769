package org.jmpi.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs and tests are compiled and run beside any dialect, or none: its {@code Dialect} is all that JMPI knows. */
@Timeout(120)
class DialectTest {
    private static final String SERVICE = "META-INF/services/org.jmpi.comm.communicator.Dialect";

    @TempDir
    private Path folder;

    /** Runs the ranks of a program, and the tests of a class. */
    private static final String LAUNCHER = """
            package any;

            import java.util.List;
            import org.jmpi.Jmpi;
            import org.jmpi.Operator;
            import org.jmpi.World;
            import org.junit.platform.engine.discovery.DiscoverySelectors;
            import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
            import org.junit.platform.launcher.core.LauncherFactory;
            import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

            public class Launcher {
                public static void main(String[] args) throws Exception {
                    List<Integer> sums = Jmpi.call(3, () -> {
                        try (World world = Jmpi.world()) {
                            return world.allReduce(world.rank(), Operator.SUM);
                        }
                    });
                    System.out.println("run " + sums);
                    SummaryGeneratingListener tests = new SummaryGeneratingListener();
                    LauncherFactory.create().execute(
                            LauncherDiscoveryRequestBuilder.request()
                                    .selectors(DiscoverySelectors.selectClass(Class.forName(args[0])))
                                    .build(),
                            tests);
                    tests.getSummary().getFailures().forEach(failure -> System.out.println(failure.getException()));
                    System.out.println("passed " + tests.getSummary().getTestsSucceededCount());
                    System.exit(0);
                }
            }
            """;

    private static final String OF_NONE = """
            package any;

            import static org.junit.jupiter.api.Assertions.assertEquals;
            import static org.junit.jupiter.api.Assertions.assertThrows;

            import org.jmpi.MpiException;
            import org.jmpi.World;
            import org.jmpi.junit.JmpiAssertions;
            import org.jmpi.junit.MpiTest;

            class OfNone {
                @MpiTest(np = 2)
                void exchanges(World world) {
                    int peer = 1 - world.rank();
                    assertEquals(peer, world.sendReceive(world.rank(), peer, int.class, peer));
                    JmpiAssertions.onAllRanks(world, () -> assertEquals(2, world.size()));
                    MpiException failure = assertThrows(MpiException.class, () -> world.send(1, 2));
                    assertEquals(MpiException.class, failure.getClass());
                }
            }
            """;

    private static final String OF_STUB = """
            package org.jmpi.junit;

            import static org.junit.jupiter.api.Assertions.assertEquals;

            import org.jmpi.Communicator;
            import org.jmpi.World;

            class OfStub {
                @MpiTest(np = 2)
                void isItsCommunicator(StubComm stub, World world) {
                    assertEquals(world.rank(), stub.rank());
                    assertEquals(1, Communicator.of(stub).allReduce(stub.rank(), Integer::sum));
                    assertEquals(2, world.as(StubComm.class).size());
                    JmpiAssertions.onAllRanks(stub, () -> assertEquals(2, stub.size()));
                }
            }
            """;

    /** Returns the class path of this test without package mpi; without all dialects unless the tests' own stays. */
    private static List<String> classPath(boolean withStub) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(place -> !has(place, "mpi/MPI.class") && (withStub || !has(place, SERVICE)))
                .collect(Collectors.toList());
    }

    private static boolean has(String place, String resource) {
        Path path = Path.of(place);
        if (!Files.isRegularFile(path)) return Files.exists(path.resolve(resource));
        try (JarFile jar = new JarFile(path.toFile())) {
            return jar.getEntry(resource) != null;
        } catch (IOException e) {
            return false;
        }
    }

    /** Compiles sources, and runs the first one's main; returns what it prints. */
    private String run(List<String> classPath, String tests, String source) throws Exception {
        Path launcher = write("any.Launcher", LAUNCHER);
        Path ofTests = write(tests, source);
        String path = Stream.concat(Stream.of(folder.toString()), classPath.stream())
                .collect(Collectors.joining(File.pathSeparator));
        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-cp",
                        path,
                        "-d",
                        folder.toString(),
                        launcher.toString(),
                        ofTests.toString());
        assertEquals(0, compiled);
        Path output = folder.resolve("output");
        Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        path,
                        "any.Launcher",
                        tests)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertEquals(true, jvm.waitFor(100, TimeUnit.SECONDS), "the JVM has not ended");
        } finally {
            jvm.destroyForcibly();
        }
        return Files.readString(output);
    }

    private Path write(String name, String source) throws IOException {
        Path file = folder.resolve("src").resolve(name.replace('.', '/') + ".java");
        Files.createDirectories(file.getParent());
        return Files.writeString(file, source);
    }

    private static void assertRan(String output) {
        assertEquals("run [3, 3, 3]\npassed 1\n", output.replace("\r", ""));
    }

    @Test
    void noDialectIsNeeded() throws Exception {
        List<String> path = classPath(false);
        assertFalse(path.stream().anyMatch(place -> has(place, SERVICE)), path.toString());
        assertRan(run(path, "any.OfNone", OF_NONE));
    }

    @Test
    void anotherDialectStandsAlone() throws Exception {
        assertRan(run(classPath(true), "org.jmpi.junit.OfStub", OF_STUB));
    }
}
