package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** JMPI's jars are modules with names of their own, and a program that is a module runs with all of them. */
@Timeout(150)
class ModuleTest {
    private static final int LIMIT_SECONDS = 50;
    private static final Path LIB = Distribution.FOLDER.resolve("lib");

    private static final String DESCRIPTOR = "module program { requires org.jmpi; }";

    /**
     * It sends objects of classes in a package that no other module may look into; Unused could not be sent by Kryo.
     */
    private static final String MAIN = """
            package program;
            import java.io.Serializable;
            import java.util.*;
            import mpi.*;
            public class Main {
                enum Colour { RED, GREEN }
                record Point(int x, double y) implements Serializable {}
                static class Node implements Serializable {
                    private static final long serialVersionUID = 1;
                    private final Date date = new Date(7);
                    @SuppressWarnings("serial") // List.of is Serializable
                    private final List<Point> points = List.of(new Point(1, 2));
                    private Node next;
                }
                static class Unused {
                    private int value;
                }
                public static void main(String[] args) throws Exception {
                    MPI.Init(args);
                    Node node = new Node();
                    node.next = new Node();
                    boolean root = MPI.COMM_WORLD.Rank() == 0;
                    Object[] objects = root ? new Object[] {node, new Point(3, 4), Colour.GREEN} : new Object[3];
                    MPI.COMM_WORLD.Bcast(objects, 0, 3, MPI.OBJECT, 0);
                    Node last = ((Node) objects[0]).next;
                    System.out.println(last.date.getTime() + " " + last.points + " " + objects[1] + " " + objects[2]
                            + " " + Main.class.getModule().isOpen("program") + " " + MPI.class.getModule().getName()
                            + " " + ModuleLayer.boot().findModule("java.sql").isPresent());
                    MPI.Finalize();
                }
            }
            """;

    private static final String LINE = "7 [Point[x=1, y=2.0]] Point[x=3, y=4.0] GREEN false org.jmpi.api false";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"shm, java", "socket, kryo", "threads, kryo"})
    void aModuleRunsAndNothingIsSaidOnStandardError(String transport, String codec) throws Exception {
        Path classes = new Program(folder).source(DESCRIPTOR).source(MAIN).compile("--module-path", LIB.toString());
        Distribution.Ended ended = Distribution.run(
                folder,
                LIMIT_SECONDS,
                List.of(
                        "-np",
                        "2",
                        "--transport",
                        transport,
                        "--object-codec",
                        codec,
                        "-Djmpi.object.classes=program.Main$Node,program.Main$Unused,program.Main$Point",
                        "--module-path",
                        classes.toString(),
                        "-m",
                        "program/program.Main"));
        // The JVM of ranks that are threads runs no module, and so has all modules of the JDK.
        String line = transport.equals("threads") ? LINE.replaceFirst("false$", "true") : LINE;
        assertEquals(new Distribution.Ended(0, List.of(line, line), List.of()), ended);
    }

    @ParameterizedTest
    @Tag("full")
    @CsvSource({"shm, kryo", "socket, java", "rmi, java", "rmi-kryo, kryo"})
    void aModuleRunsByTheOthersToo(String transport, String codec) throws Exception {
        aModuleRunsAndNothingIsSaidOnStandardError(transport, codec);
    }

    @Test
    void aModuleRunsInAJvmThatAScriptStarts() throws Exception {
        Path classes = new Program(folder).source(DESCRIPTOR).source(MAIN).compile("--module-path", LIB.toString());
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        List<String> words = List.of("-np", "2", "sh", "-c", "$0 -p $1:$2 -m program/program.Main");
        List<String> all = new ArrayList<>(words);
        all.addAll(List.of(java.toString(), classes.toString(), LIB.toString()));
        assertEquals(List.of(LINE, LINE), Distribution.jmpirun(folder, all));
    }

    @Test
    void aSourceFileImportsTheModuleAndRunsFromTheClassPath() throws Exception {
        assumeTrue(Runtime.version().feature() >= 25, "module imports came with Java 25");
        Path file = Files.writeString(folder.resolve("Imports.java"), """
                import module org.jmpi;
                class Imports {
                    public static void main(String[] args) {
                        MPI.Init(args);
                        System.out.println(Jmpi.world().size() + " " + MPI.class.getModule().isNamed());
                        MPI.Finalize();
                    }
                }
                """);
        List<String> words = List.of("-np", "2", file.toString());
        assertEquals(List.of("2 false", "2 false"), Distribution.jmpirun(folder, words));
    }

    static List<Path> jars() throws IOException {
        try (Stream<Path> files = Files.list(LIB)) {
            return files.filter(file -> file.toString().endsWith(".jar")).toList();
        }
    }

    @ParameterizedTest
    @MethodSource("jars")
    void eachJarIsAModuleAndHoldsNoNameOfOthers(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            List<String> foreign = file.stream()
                    .map(entry -> entry.getName())
                    .filter(name -> !name.endsWith("/"))
                    .filter(name -> !name.matches("(org/jmpi|mpi|jpvm)/.*|module-info\\.class"))
                    .filter(name -> !name.matches("META-INF/(MANIFEST\\.MF|LICENSE|NOTICE)"))
                    .filter(name -> !name.matches("META-INF/(services/org\\.jmpi|maven/org\\.jmpi)[./].*"))
                    .toList();
            assertEquals(List.of(), foreign);
            assertTrue(file.getEntry("module-info.class") != null, "no module descriptor");
            assertTrue(file.getEntry("META-INF/LICENSE") != null, "no license");
        }
    }

    @Test
    void libraryClassesAreAttributed() throws IOException {
        List<String> of = new ArrayList<>();
        for (Path jar : jars())
            try (JarFile file = new JarFile(jar.toFile())) {
                boolean bundles =
                        file.stream().anyMatch(entry -> entry.getName().matches(".*/(netty|kryo5)/.*"));
                assertEquals(bundles, file.getEntry("META-INF/NOTICE") != null, jar::toString);
                if (bundles) of.add(jar.getFileName().toString().replaceAll("-\\d.*", ""));
            }
        assertEquals(Set.of("jmpi-codec-kryo", "jmpi-transport-socket"), Set.copyOf(of));
    }

    /** So an image that is linked of a program has all transports and codecs. */
    @Test
    void theModuleOfAllRequiresEveryProvider() {
        ModuleFinder lib = ModuleFinder.of(LIB);
        Set<String> required = lib.find("org.jmpi").orElseThrow().descriptor().requires().stream()
                .map(ModuleDescriptor.Requires::name)
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> providers = lib.findAll().stream()
                .map(ModuleReference::descriptor)
                .filter(module -> module.provides().stream()
                        .anyMatch(provided -> provided.service().startsWith("org.jmpi.comm.")))
                .map(ModuleDescriptor::name)
                .collect(Collectors.toCollection(TreeSet::new));
        required.remove("java.base");
        assertEquals(providers, required);
    }
}
