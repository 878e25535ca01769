package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks run on a runtime that jlink has made of the module java.base alone, or are told what it lacks. */
@Timeout(150)
@Tag("job")
class LinkedRuntimeTest {
    private static final int LIMIT_SECONDS = 50;

    private static final String SUM = """
            import mpi.MPI;
            public class Sum {
                public static void main(String[] args) throws Exception {
                    MPI.Init(args);
                    int[] sum = {MPI.COMM_WORLD.Rank() + 1};
                    MPI.COMM_WORLD.Allreduce(MPI.IN_PLACE, 0, sum, 0, 1, MPI.INT, MPI.SUM);
                    System.out.println(sum[0]);
                    MPI.Finalize();
                }
            }
            """;

    @TempDir
    private static Path folder;

    private static Path java;
    private static Path classes;

    @BeforeAll
    static void link() throws Exception {
        java = image("java.base");
        classes = new Program(folder).source(SUM).compile("-cp", Distribution.classPath());
    }

    private static Path image(String modules) {
        Path image = folder.resolve(modules);
        StringWriter said = new StringWriter();
        PrintWriter out = new PrintWriter(said);
        String[] words = {"--add-modules", modules, "--output", image.toString()};
        ToolProvider jlink = ToolProvider.findFirst("jlink").orElse(null);
        assumeTrue(jlink != null, "this Java has no jlink");
        int code = jlink.run(out, out, words);
        boolean hasModules = Files.isDirectory(Path.of(System.getProperty("java.home"), "jmods"));
        assumeTrue(code == 0 || hasModules, () -> "this JDK has no modules to link: " + said);
        assertEquals(0, code, said::toString);
        return image.resolve("bin/java");
    }

    private static Distribution.Ended run(Map<String, String> environment, String... words) throws Exception {
        List<String> all = new ArrayList<>(List.of("-np", "2", "-cp", classes.toString()));
        all.addAll(List.of(words));
        return Distribution.run(folder, LIMIT_SECONDS, environment, all);
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "socket", "threads"})
    void theModuleBaseIsEnough(String transport) throws Exception {
        Distribution.Ended expected = new Distribution.Ended(0, List.of("3", "3"), List.of());
        assertEquals(expected, run(Map.of(), "--transport", transport, "--java", java.toString(), "Sum"));
        // Here the job's launcher, too, has no other module.
        Map<String, String> home =
                Map.of("JAVA_HOME", java.getParent().getParent().toString());
        assertEquals(expected, run(home, "--transport", transport, "--object-codec", "kryo", "Sum"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rmi", "rmi-kryo"})
    void oneLineNamesTheModuleThatIsMissing(String transport) throws Exception {
        Distribution.Ended ended = run(Map.of(), "--transport", transport, "--java", java.toString(), "Sum");
        String line = ended.err().size() == 1 ? ended.err().get(0).replaceFirst("rank [01]", "rank N") : "";
        assertEquals(
                "jmpirun: rank N failed: mpi.MPIException: MPI.ERR_OTHER: transport " + transport + " does not open:"
                        + " this Java has no module java.rmi: take the Java of a JDK, or add what is missing to the"
                        + " runtime (jlink --add-modules java.rmi)",
                line,
                ended::toString);
    }
}
