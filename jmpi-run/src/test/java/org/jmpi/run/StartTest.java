package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.jmpi.run.jvm.JvmDefaults;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The ways to say what is to be started, and with what. */
@Timeout(120)
class StartTest {
    private static final String MAIN = RankProgram.class.getName();

    @TempDir
    private Path folder;

    private static List<String> sorted(Launch launch) {
        return launch.out().lines().sorted().collect(Collectors.toList());
    }

    private Path jar() throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, MAIN);
        manifest.getMainAttributes().putValue("Add-Opens", "java.base/java.lang");
        Path jar = folder.resolve("a program.jar");
        String entry = MAIN.replace('.', '/') + ".class";
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest)) {
            out.putNextEntry(new JarEntry(entry));
            Files.copy(Path.of(Launch.testClasses(), entry), out);
        }
        return jar;
    }

    @Test
    void aJarWithItsArguments() throws Exception {
        try (Launch launch =
                Launch.start("-np", "2", "-jar", jar().toString(), "all:join", "all:println=rank %", "all:finalized")) {
            launch.expect(0);
            assertEquals(List.of("rank 0", "rank 1"), sorted(launch));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "threads"})
    void aSourceFile(String transport) throws Exception {
        Path file = Files.writeString(folder.resolve("Greeting.java"), """
                class Greeting {
                    static int mains;

                    public static void main(String[] args) {
                        mpi.MPI.Init(args);
                        mains++;
                        mpi.Info env = mpi.MPI.INFO_ENV;
                        System.out.println("rank " + mpi.MPI.COMM_WORLD.Rank() + " main " + mains + new End(args[0])
                            + env.Get("argv") + env.Get("maxprocs"));
                        mpi.MPI.Finalize();
                        System.out.close();
                        System.exit(0);
                    }
                }
                record End(String text) {}
                """);
        try (Launch launch = Launch.start("-np", "2", "--transport", transport, file.toString(), "-x")
                .expect(0)) {
            assertEquals(List.of("rank 0 main 1End[text=-x]-x2", "rank 1 main 1End[text=-x]-x2"), sorted(launch));
        }
    }

    @Tag("full")
    @ParameterizedTest
    @ValueSource(strings = {"auto", "threads"})
    void previewFeatures(String transport) throws Exception {
        // The newest feature is a preview in 17 or in 25.
        String text = Runtime.version().feature() < 21
                ? "switch ((Object) 5) { case Integer i && i > 3 -> i; default -> 0; }"
                : "switch (5L) { case int i when i > 3 -> i; default -> 0; }";
        Path file = Files.writeString(folder.resolve("Preview.java"), """
                class Preview {
                    public static void main(String[] args) {
                        mpi.MPI.Init(args);
                        System.out.println("value " + %s);
                        mpi.MPI.Finalize();
                    }
                }
                """.formatted(text));
        String release = "" + Runtime.version().feature();
        List<String> words = List.of(
                "--enable-preview",
                "--release",
                release,
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                folder.toString(),
                "" + file);
        int code = ToolProvider.getSystemJavaCompiler().run(null, null, null, words.toArray(new String[0]));
        assertEquals(0, code);
        for (List<String> program : List.of(List.of("-cp", folder.toString(), "Preview"), List.of(file.toString()))) {
            List<String> args = new ArrayList<>(List.of("-np", "2", "--transport", transport, "--enable-preview"));
            args.addAll(program);
            try (Launch launch = Launch.start(args.toArray(new String[0])).expect(0)) {
                assertEquals(List.of("value 5", "value 5"), sorted(launch));
            }
        }
    }

    /** The folder is missing, a file, or one of a file system where nobody makes files. */
    @ParameterizedTest
    @ValueSource(strings = {"/no/such/folder", "/dev/null", "/proc"})
    void aTemporaryFolderThatTakesNoFileIsNamed(String temporary) throws Exception {
        Path file = Files.writeString(
                folder.resolve("Any.java"), "class Any { public static void main(String[] args) {} }");
        try (Launch launch = Launch.withOption("-Djava.io.tmpdir=" + temporary, "-np", "1", file.toString())
                .expect(2)) {
            assertEquals(1, launch.said().size(), launch.err());
            String line = launch.said().get(0);
            assertTrue(
                    line.startsWith("jmpirun: cannot keep the classes of " + file + " in the temporary folder "
                            + temporary + " ("),
                    line);
            assertTrue(line.endsWith("): name one with room by JDK_JAVA_OPTIONS=-Djava.io.tmpdir=FOLDER"), line);
        }
    }

    @Test
    void aSourceFileOfThreadsThatIsWrongIsCompiledOnce() throws Exception {
        Path file = Files.writeString(folder.resolve("Wrong.java"), "class Wrong { int x = \"text\"; }");
        try (Launch launch = Launch.start("-np", "2", "--transport", "threads", file.toString())
                .expect(2)) {
            assertTrue(launch.err().startsWith(file + ":1: error: incompatible types"), launch.err());
            assertEquals(
                    "jmpirun: cannot run " + file + ": compilation failed",
                    launch.said().get(0));
        }
    }

    @Tag("full")
    @ParameterizedTest
    @CsvSource({
        "auto, -p %s -m",
        "auto, java --module-path=%s -m",
        "threads, --module-path %s -m",
        "threads, java -p %s -m"
    })
    void aModuleFindsJmpiAsModules(String transport, String start) throws Exception {
        assumeTrue(Lib.isOfModules(), "the jars of the reactor are modules in mvn verify, not in mvn test");
        Path classes = module();
        List<String> args = new ArrayList<>(List.of("-np", "2", "--transport", transport));
        args.addAll(List.of(String.format(start, folder).split(" ")));
        args.addAll(List.of(classes.getFileName() + "/own.Main", "-m"));
        try (Launch launch = Launch.start(args.toArray(new String[0])).expect(0)) {
            assertEquals(List.of("rank 0 main 1 in module own -m", "rank 1 main 1 in module own -m"), sorted(launch));
        }
    }

    /** Returns the folder of a module's classes. */
    private Path module() throws IOException {
        Path sources = Files.createDirectories(folder.resolve("sources"));
        Path descriptor =
                Files.writeString(sources.resolve("module-info.java"), "module own { requires org.jmpi.api; }");
        Path main = Files.writeString(sources.resolve("Main.java"), """
                package own;
                class Main {
                    static int mains;

                    public static void main(String[] args) {
                        mpi.MPI.Init(args);
                        mains++;
                        String me = "rank " + mpi.MPI.COMM_WORLD.Rank() + " main " + mains;
                        System.out.println(me + " in " + Main.class.getModule() + " " + args[0]);
                        mpi.MPI.Finalize();
                        System.setOut(null);
                        Runtime.getRuntime().halt(0);
                    }
                }
                """);
        Path classes = folder.resolve("own");
        // The java command of the path may be older than the JVM of the tests.
        List<String> words =
                new ArrayList<>(List.of("--release", "17", "-p", Lib.folder().toString()));
        words.addAll(List.of("-d", classes.toString(), descriptor.toString(), main.toString()));
        int code = ToolProvider.getSystemJavaCompiler().run(null, null, null, words.toArray(new String[0]));
        assertEquals(0, code);
        return classes;
    }

    @Test
    void aJarByJava() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        try (Launch launch =
                Launch.start("-np", "2", java, "-Da=b", "-jar", jar().toString(), "all:join", "all:property=a")) {
            launch.expect(0);
            assertEquals(List.of("0 a=b", "1 a=b"), sorted(launch));
        }
    }

    @Test
    void aClassByJavaThatFindsTheJarsOfJmpi() throws Exception {
        try (Launch launch =
                Launch.start("-np", "1", "java", "-cp", jar().toString(), MAIN, "all:join", "all:println=-v")) {
            launch.expect(0);
            assertEquals(List.of("-v"), sorted(launch));
        }
    }

    @Test
    void aJvmIsStartedWithTheOptionsForItsCoresAndThoseOfTheUser() throws Exception {
        int cores = Runtime.getRuntime().availableProcessors();
        String[] args = {"-v", "-np", "" + (cores + 1), "-Xmx64m", "-cp", jar().toString(), MAIN, "all:println=here"};
        try (Launch launch = Launch.start(args).expect(0)) {
            for (String option : List.of(JvmDefaults.OF_BUSY_CORES.get(0), "-Xmx64m"))
                assertTrue(launch.err().contains(" " + option + " "), launch.err());
        }
    }

    @Test
    void aClassInAClassPathRelativeToWhereJmpirunWasCalled() throws Exception {
        String name = jar().getFileName().toString();
        String[] args = {"-np", "1", "-wdir", "/", "-cp", name, MAIN, "all:property=user.dir"};
        try (Launch launch = Launch.start(folder, Map.of(), args).expect(0)) {
            assertEquals(List.of("0 user.dir=/"), sorted(launch));
        }
    }

    @Test
    void aClassInTheVariableClasspath() throws Exception {
        Map<String, String> environment = Map.of("CLASSPATH", jar() + ":no such entry");
        try (Launch launch = Launch.start(folder, environment, "-np", "1", MAIN, "all:join", "all:println=found")) {
            launch.expect(0);
            assertEquals(List.of("found"), sorted(launch));
        }
    }

    @Test
    void aClassInTheCurrentFolderWithoutAClassPath() throws Exception {
        String[] args = {"-np", "1", "-Da=b c", "--add-opens", "java.base/java.lang=ALL-UNNAMED", MAIN, "all:property=a"
        };
        try (Launch launch = Launch.start(Path.of(Launch.testClasses()), Map.of("CLASSPATH", ""), args)
                .expect(0)) {
            assertEquals(List.of("0 a=b c"), sorted(launch));
        }
    }

    @Test
    void anyCommand() throws Exception {
        String script = "echo \"$JMPI_RANK of $JMPI_SIZE $1\"";
        try (Launch launch =
                Launch.start("-np", "3", "sh", "-c", script, "sh", "--timeout").expect(0)) {
            assertEquals(List.of("0 of 3 --timeout", "1 of 3 --timeout", "2 of 3 --timeout"), sorted(launch));
        }
    }

    @Test
    void aCommandThatStartsJavaFindsTheJarsOfJmpi() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String script = "'" + java + "' " + MAIN + " all:join all:println=%";
        try (Launch launch = Launch.start("-np", "2", "-x", "CLASSPATH=" + Launch.testClasses(), "sh", "-c", script)
                .expect(0)) {
            assertEquals(List.of("0", "1"), sorted(launch));
        }
    }

    @Test
    void aCommandsFailure() throws Exception {
        try (Launch launch = Launch.start("-np", "2", "sh", "-c", "test $JMPI_RANK != 1 || exit 9")
                .expect(9)) {
            assertEquals(List.of("jmpirun: rank 1 ended with exit code 9"), launch.said());
        }
    }

    @Test
    void variablesForTheRanks() throws Exception {
        List<String> options = List.of("-np", "1", "-x", "GIVEN=a=b", "-x", "PATH", "-x", "EMPTY=");
        try (Launch launch = Launch.ranks(options, "all:env=GIVEN", "all:env=EMPTY", "all:env=JMPI_TERMINAL")
                .expect(0)) {
            assertEquals(List.of("0 EMPTY=", "0 GIVEN=a=b", "0 JMPI_TERMINAL=null"), sorted(launch));
        }
    }

    @Test
    void ajobInsideAJobIsAJobOfItsOwn() throws Exception {
        String inner = Lib.jmpirun().stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
        String script = inner + " -np 2 -cp '" + Launch.testClasses() + "' " + MAIN + " all:join all:println=inner";
        try (Launch launch = Launch.start("-np", "2", "sh", "-c", script).expect(0)) {
            assertEquals(List.of("inner", "inner", "inner", "inner"), sorted(launch));
        }
    }

    @Test
    void theNumberOfCoresIsTheDefault() throws Exception {
        try (Launch launch = Launch.start("sh", "-c", "echo $JMPI_SIZE").expect(0)) {
            int cores = Runtime.getRuntime().availableProcessors();
            assertEquals(
                    cores, launch.out().lines().filter(("" + cores)::equals).count(), launch.out());
        }
    }

    @Tag("full")
    @Test
    void timeoutShowsRanksThatJoinedAndRanksThatDidNot() throws Exception {
        try (Launch launch = Launch.ranks(List.of("-np", "2", "--timeout", "10"), "0:join", "all:wait")
                .expect(110)) {
            String err = launch.err();
            String zero = err.substring(0, err.indexOf("--- rank 1, process "));
            assertTrue(zero.contains("RankProgram.join("), zero);
            assertTrue(zero.contains("queues of rank 0"), zero);
            String one = err.substring(err.indexOf("--- rank 1, process "));
            boolean hasJcmd = Files.exists(Path.of(System.getProperty("java.home"), "bin", "jcmd"));
            assertTrue(one.contains(hasJcmd ? "RankProgram.awaitForEver" : "there is no"), one);
            String none = "jmpirun: no rank waits in an MPI call";
            assertTrue(err.startsWith(none + "\n"), err);
            assertEquals(List.of(none, none, "jmpirun: --timeout: the job did not end within 10 s"), launch.said());
        }
    }

    @Test
    void aPortOfTheUsersChoice() throws Exception {
        int port;
        try (java.net.ServerSocket free = new java.net.ServerSocket(0)) {
            port = free.getLocalPort();
        }
        try (Launch launch = Launch.ranks(List.of("-np", "1", "--port", "" + port), "all:join", "all:env=JMPI_LAUNCHER")
                .expect(0)) {
            assertEquals(List.of("0 JMPI_LAUNCHER=127.0.0.1:" + port), sorted(launch));
        }
    }
}
