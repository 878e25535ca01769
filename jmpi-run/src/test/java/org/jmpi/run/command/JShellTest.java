package org.jmpi.run.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.stream.Collectors;
import jdk.jshell.tool.JavaShellToolBuilder;
import org.jmpi.run.program.ClassPath;
import org.junit.jupiter.api.Test;

/** The shell has imported what calls of MPI need, as far as the class path has it. */
class JShellTest {
    private static final String TYPED = """
            System.out.println(call(world -> world.allReduce(world.rank(), Operator.SUM)));
            MpiFuture<Integer> future;
            """;

    private static final String MPI_JAVA = """
            run(world -> System.out.println(MPI.COMM_WORLD.Size()))
            Status status;
            """;

    /** Returns the entries of the tests' class path that hold no package mpi, or all. */
    private static ClassPath path(boolean binding) throws IOException {
        ClassPath all =
                ClassPath.read(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        ClassPath path = new ClassPath(all.entries().stream()
                .filter(entry -> binding || !entry.toString().contains("jmpi-api"))
                .collect(Collectors.toList()));
        try (URLClassLoader loader = path.loader(null)) {
            assertEquals(binding, loader.findResource("mpi/MPI.class") != null, path::toString);
        }
        return path;
    }

    /** Returns what a shell of two ranks prints, without its greeting and the snippets. */
    private static String output(boolean binding, String snippets) throws Exception {
        List<String> words = JShell.words(path(binding), 2);
        words.addAll(List.of("-s", "-R-XX:TieredStopAtLevel=1"));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        JavaShellToolBuilder.builder()
                .in(new ByteArrayInputStream((snippets + "/exit\n").getBytes(StandardCharsets.UTF_8)), null)
                .out(new PrintStream(out, true, StandardCharsets.UTF_8))
                .persistence(new HashMap<>())
                .start(words.toArray(new String[0]));
        return out.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.matches("JMPI with .*|  .*|-> .*"))
                .collect(Collectors.joining("\n"))
                .strip();
    }

    @Test
    void typedCallsNeedNoBinding() throws Exception {
        assertEquals("[1, 1]", output(false, TYPED));
    }

    @Test
    void thePackagesOfBothAreImported() throws Exception {
        assertEquals("[1, 1]\n2\n2", output(true, TYPED + MPI_JAVA));
    }
}
