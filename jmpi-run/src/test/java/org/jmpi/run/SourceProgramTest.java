package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jmpi.run.program.Nesting;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs in source files, and the shell of Java. */
@Tag("job")
class SourceProgramTest {
    private static final String PROGRAM = """
            import mpi.MPI;
            record Parts(String property, String argument) {}
            public class Any {
                public static void main(String[] args) {
                    args = MPI.Init(args);
                    System.out.println(Helper.rank() + " " + new Parts(System.getProperty("a"), args[0]));
                    MPI.Finalize();
                }
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void aFileAndThoseThatItUses() throws Exception {
        Files.writeString(
                folder.resolve("Helper.java"),
                "class Helper { static int rank() { return mpi.MPI.COMM_WORLD.Rank(); } }");
        Path script = Files.writeString(folder.resolve("Script.java"), PROGRAM);
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        try (Launch launch = Launch.withOption(
                        "-Djava.io.tmpdir=" + temporary, "-np", "2", "-Da=b", script.toString(), "argument")
                .expect(0)) {
            String rest = " Parts[property=b, argument=argument]";
            assertEquals(
                    List.of("0" + rest, "1" + rest),
                    launch.out().lines().sorted().toList());
        }
        try (Stream<Path> left = Files.list(temporary)) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void directivesOfJbangAreCommentsAndAWarningSaysSo() throws Exception {
        String text = "///usr/bin/env jbang\n//DEPSX\n// DEPS a\n//JAVA_OPTIONS -Da=b \n//JAVA 99\n"
                + "class Script { public static void main(String[] args) {} }\n";
        Files.writeString(folder.resolve("Script.java"), text);
        String warning = "jmpirun: warning: Script.java: //JAVA_OPTIONS -Da=b is for jbang, and has no effect"
                + " here: jbang build Script.java && jmpirun -np 4 jbang Script.java, or jmpirun -np 4 -cp"
                + " \"$(jbang info classpath --deps-only Script.java)\" Script.java";
        try (Launch launch =
                Launch.start(folder, Map.of(), "-np", "1", "Script.java").expect(0)) {
            assertEquals(warning, launch.err().lines().findFirst().orElse(""));
        }
        Files.createDirectory(folder.resolve("libraries"));
        try (Launch launch = Launch.start(folder, Map.of(), "-np", "1", "-cp", "libraries", "Script.java")
                .expect(0)) {
            assertFalse(launch.err().contains("jbang"), launch.err());
        }
    }

    /** A rank that executed such a file would be another jmpirun, and so on without end. */
    @Test
    void aFileThatJmpirunRunsIsASourceFileUnderAnyName() throws Exception {
        Path tool = Files.writeString(folder.resolve("tool"), """
                #!/usr/bin/env -S jmpirun -np 2
                class Tool {
                    public static void main(String[] args) {
                        mpi.MPI.Init(args);
                        System.out.println("rank " + mpi.MPI.COMM_WORLD.Rank() + args[0]);
                        mpi.MPI.Finalize();
                    }
                }
                """);
        assertTrue(tool.toFile().setExecutable(true));
        Path link = Files.createSymbolicLink(folder.resolve("link"), tool);
        try (Launch launch = Launch.start("-np", "2", link.toString(), "!").expect(0)) {
            assertEquals(
                    List.of("rank 0!", "rank 1!"), launch.out().lines().sorted().toList());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "Shares, did you mean Shares.java?",
        "Sharez.java, did you mean Shares.java?",
        "4 Shares.java, did you mean -np 4?",
        "hallo, did you mean hello?",
        "dcotor, did you mean doctor?",
        "help, did you mean --help?",
    })
    @Tag("full")
    void aSlipHasAHint(String words, String hint) throws Exception {
        Files.writeString(folder.resolve("Shares.java"), "class Shares {}");
        try (Launch launch = Launch.start(folder, Map.of(), words.split(" ")).expect(2)) {
            assertTrue(launch.err().strip().endsWith(hint), launch.err());
        }
    }

    @Test
    void aJobThatIsNestedTooDeeplyIsRefused() throws Exception {
        Map<String, String> inside = Map.of(Nesting.DEPTH, "2", Nesting.LIMIT, "2");
        try (Launch launch = Launch.start(folder, inside, "-np", "1", "true").expect(2)) {
            assertTrue(launch.err().startsWith("jmpirun: true: jobs inside of each other: 3, but "), launch.err());
        }
    }

    @Test
    @Tag("full")
    void theShellHasAWorldOfRanks() throws Exception {
        String preferences = "-Djava.util.prefs.userRoot=" + folder;
        try (Launch launch = Launch.withOption(preferences, "-np", "3", "-Da=b", "jshell", "-s")) {
            String lines = "System.out.println(call(world -> world.allReduce(world.rank(), Integer::sum)"
                    + " * ranks + System.getProperty(\"a\")))\n"
                    + "run(world -> { if (world.rank() == 2) System.out.println(\"of \" + world.size()); })\n/exit 4\n";
            launch.stdin().write(lines.getBytes(StandardCharsets.UTF_8));
            launch.stdin().close();
            launch.expect(4);
            assertTrue(launch.out().contains("[9b, 9b, 9b]"), launch.out());
            assertTrue(launch.out().contains("of 3"), launch.out());
        }
    }
}
