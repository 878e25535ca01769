package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Class paths as programs have them with java: with ranks that are processes, and with ranks that are threads. */
@Timeout(120)
@Tag("full")
class ProgramClassPathTest {
    private static final String HELLO = """
            public class Hello {
                public static void main(String[] args) {
                    mpi.MPI.Init(args);
                    System.out.println("OK " + mpi.MPI.COMM_WORLD.Size());
                    mpi.MPI.Finalize();
                }
            }
            """;

    /** What tools do with the class path of the program. */
    private static final String OWN = """
            import java.io.*;
            import java.nio.file.*;
            import java.util.*;
            import javax.tools.*;

            public class Own {
                public static class Child {
                    public static void main(String[] args) {
                        System.out.print("child");
                    }
                }

                public static void main(String[] args) throws Exception {
                    mpi.MPI.Init(args);
                    String path = System.getProperty("java.class.path");
                    List<String> bad = new ArrayList<>();
                    if (ClassLoader.getSystemResource("Own.class") == null) bad.add("getSystemResource");
                    if (ClassLoader.getSystemResource("note.txt") == null) bad.add("getSystemResource of a text");
                    if (Collections.list(Own.class.getClassLoader().getResources("note.txt")).size() != 1)
                        bad.add("getResources");
                    String java = System.getProperty("java.home") + "/bin/java";
                    Process child = new ProcessBuilder(java, "-cp", path, "Own$Child").start();
                    if (!new String(child.getInputStream().readAllBytes()).equals("child")) bad.add("another JVM");
                    Path folder = Files.createTempDirectory(Path.of(args[0]), "uses");
                    Path source = Files.writeString(folder.resolve("Uses.java"), "class Uses { Own a; mpi.MPI b; }");
                    ByteArrayOutputStream errors = new ByteArrayOutputStream();
                    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
                    if (compiler.run(null, errors, errors, "-d", folder + "", source + "") != 0) bad.add("" + errors);
                    System.out.println(bad.isEmpty() ? "OK 2" : "" + bad);
                    mpi.MPI.Finalize();
                }
            }
            """;

    @TempDir
    Path folder;

    private Path compile(String name, Map<String, String> sources) throws IOException {
        Path classes = Files.createDirectory(folder.resolve(name));
        List<String> words = new ArrayList<>(List.of("-d", classes.toString()));
        for (Map.Entry<String, String> each : sources.entrySet()) {
            Path source = folder.resolve(name + " sources").resolve(each.getKey());
            Files.createDirectories(source.getParent());
            words.add(Files.writeString(source, each.getValue()).toString());
        }
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, words.toArray(new String[0])));
        return classes;
    }

    /** Runs a program of two ranks, each of which prints one line. */
    private static void runs(String transport, String... words) throws Exception {
        List<String> all = new ArrayList<>(List.of("-np", "2", "--transport", transport));
        all.addAll(List.of(words));
        try (Launch launch = Launch.start(all.toArray(new String[0]))) {
            launch.expect(0);
            assertEquals(Collections.nCopies(2, "OK 2"), launch.out().lines().toList());
        }
    }

    private static String path(Object... entries) {
        List<String> words = new ArrayList<>();
        for (Object entry : entries) words.add(entry.toString());
        return String.join(File.pathSeparator, words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "socket"})
    void isThatOfTheJvm(String transport) throws Exception {
        Path classes = compile("classes", Map.of("Own.java", OWN));
        Files.writeString(classes.resolve("note.txt"), "once");
        runs(transport, "-cp", path(classes), "Own", folder.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "socket"})
    void passesOverWhatIsNoZipFile(String transport) throws Exception {
        Path classes = compile("classes", Map.of("Hello.java", HELLO));
        Path text = Files.writeString(folder.resolve("notes.txt"), "no classes");
        Path broken = Files.writeString(folder.resolve("broken.jar"), "PK no jar");
        Path empty = Files.createFile(folder.resolve("empty.jar"));
        runs(transport, "-cp", path(text, broken, empty, classes), "Hello");
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "socket"})
    void ofAnotherLibraryWithPackageMpiLoses(String transport) throws Exception {
        Path classes = compile("classes", Map.of("Hello.java", HELLO));
        Path other = compile(
                "other",
                Map.of(
                        "mpi/MPI.java",
                                "package mpi; public class MPI { static final int OTHER = 1 / Integer.signum(0); }",
                        "mpi/Comm.java", "package mpi; public class Comm {}"));
        runs(transport, "-cp", path(other, classes), "Hello");
        runs(transport, "-cp", path(classes, other), "Hello");
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "socket"})
    void ofAnotherBindingIsRefused(String transport) throws Exception {
        Path classes = compile("classes", Map.of("Hello.java", HELLO));
        Path other = compile("other", Map.of("mpi/MPI.java", "package mpi; public class MPI {}"));
        Path services = Files.createDirectories(other.resolve("META-INF/services"));
        Files.writeString(services.resolve("org.jmpi.comm.communicator.Dialect"), "mpi.Other");
        String line = "2 bindings with package mpi are on the class path or module path: leave one: ";
        try (Launch launch = Launch.start("-np", "2", "--transport", transport, "-cp", path(other, classes), "Hello")) {
            launch.expect(1);
            assertTrue(launch.err().contains(line) && launch.err().contains("other/mpi/MPI.class"), launch.err());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "socket"})
    void mayBeLongerThanAnArgumentOfAProcess(String transport) throws Exception {
        Path classes = compile("classes", Map.of("Hello.java", HELLO));
        runs(transport, "java", "@" + words(classes, "Hello"));
    }

    /** Writes a file of words with a long class path and a main class. */
    private Path words(Path last, String main) throws IOException {
        List<Object> entries = new ArrayList<>();
        for (int i = 0; i < 700; i++)
            entries.add(Files.createDirectory(
                    folder.resolve("a \"long\" name ".repeat(13).strip() + i)));
        entries.add(last);
        String path = path(entries.toArray()).replace("\"", "\\\"");
        return Files.writeString(folder.resolve("words"), "-cp \"" + path + "\" # a comment\n" + main);
    }

    /** It is in a file then, which stays as long as its process. */
    @Test
    void leavesNoFileBehind() throws Exception {
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        Path words = words(Path.of(Launch.testClasses()), RankProgram.class.getName());
        String[] options = {"-v", "-np", "2", "java", "@" + words, "1:pid", "1:wait"};
        try (Launch launch = Launch.withOption("-Djava.io.tmpdir=" + temporary, options)) {
            launch.awaitPids(1);
            assertTrue(launch.hasErr(".*rank 0 ended with exit code 0\n.*", 50));
            assertEquals(1, argumentFiles(temporary));
            launch.signal("TERM");
            launch.expect(143);
            assertEquals(0, argumentFiles(temporary));
        }
    }

    private static long argumentFiles(Path in) throws IOException {
        try (Stream<Path> files = Files.list(in)) {
            return files.filter(file -> file.toString().endsWith(".args")).count();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "socket"})
    void mayComeFromAWildcard(String transport) throws Exception {
        Path classes = compile("classes", Map.of("Hello.java", HELLO));
        Path jars = Files.createDirectories(folder.resolve("a-long-name-".repeat(12)));
        for (int i = 0; i < 700; i++) jar(jars.resolve("dependency-" + i + ".jar"), Map.of());
        jar(jars.resolve("program.jar"), Map.of("Hello.class", classes));
        runs(transport, "-cp", jars + "/*", "Hello");
    }

    private static void jar(Path jar, Map<String, Path> entries) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            for (Map.Entry<String, Path> each : entries.entrySet()) {
                out.putNextEntry(new JarEntry(each.getKey()));
                Files.copy(each.getValue().resolve(each.getKey()), out);
            }
        }
    }

    /** Of the classes of a signed package one is changed, which calls System.exit. */
    @Test
    void mayHaveSignedJars() throws Exception {
        Map<String, String> sources = Map.of(
                "p/First.java", "package p; public class First { public static int two() { return Second.two(); } }",
                "p/Second.java", """
                        package p;
                        public class Second {
                            static int two() {
                                if (System.getenv("NEVER") != null) System.exit(1);
                                return Third.two();
                            }
                        }
                        """,
                "p/Third.java", """
                        package p;
                        public class Third {
                            static int two() {
                                if (System.getenv("NEVER") != null) System.setOut(System.err);
                                return 2;
                            }
                        }
                        """,
                "Main.java", HELLO.replace("Hello", "Main").replace("mpi.MPI.COMM_WORLD.Size()", "p.First.two()"),
                "Last.java",
                        HELLO.replace("Hello", "Last")
                                .replace(
                                        "mpi.MPI.COMM_WORLD.Size()",
                                        "p.Third.class.getMethods().length"
                                                + " / p.Third.class.getMethods().length * 2"));
        Path classes = compile("classes", sources);
        Path jar = folder.resolve("dep.jar");
        jar(jar, Map.of("p/First.class", classes, "p/Second.class", classes, "p/Third.class", classes));
        for (String name : List.of("First", "Second", "Third")) Files.delete(classes.resolve("p/" + name + ".class"));
        sign(jar);
        runs("threads", "-cp", path(classes, jar), "Main");
        runs("threads", "-cp", path(jar, classes), "Last");
    }

    private void sign(Path jar) throws Exception {
        String store = folder.resolve("store").toString();
        tool("keytool", "-genkeypair", "-keystore", store, "-storepass", "changeit", "-keypass", "changeit");
        tool("jarsigner", "-keystore", store, "-storepass", "changeit", jar.toString(), "mykey");
    }

    private static void tool(String name, String... words) throws Exception {
        List<String> all = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/" + name));
        all.addAll(List.of(words));
        if (name.equals("keytool")) all.addAll(List.of("-alias", "mykey", "-dname", "CN=a", "-keyalg", "RSA"));
        Process process = new ProcessBuilder(all).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes());
        assertEquals(0, process.waitFor(), said);
    }
}
