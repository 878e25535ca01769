package org.jmpi.comm.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** HotSpot does what it is told. */
@Timeout(120)
class QuickCompilationTest {
    private static final String LEFT = Work.class.getName() + "::left";
    private static final String OTHER = Work.class.getName() + "::other";

    /** How the lines of HotSpot's log end. */
    private static final String BEGUN = "bytes)";

    private static final String GIVEN_UP = "COMPILE SKIPPED: out of nodes parsing method (retry at different tier)";

    /** Two methods that are alike. */
    static final class Work {
        private static final long MOST_NANOS = 60_000_000_000L;

        private Work() {}

        public static void main(String[] args) {
            long state = 1;
            long start = System.nanoTime();
            while (System.nanoTime() - start < MOST_NANOS && state != 0) state = left(state) + other(state);
        }

        private static long left(long state) {
            long mixed = state;
            for (int i = 0; i < 50; i++) mixed = mixed * 31 + (mixed >>> 7);
            return mixed | 1;
        }

        private static long other(long state) {
            long mixed = state;
            for (int i = 0; i < 50; i++) mixed = mixed * 31 + (mixed >>> 7);
            return mixed & ~1;
        }
    }

    @Test
    void methodsThatAreLeftToTheQuickCompilerAreNotOptimized() throws Exception {
        List<String> log = new ArrayList<>();
        Process process = start(QuickCompilation.options(List.of(LEFT)));
        try (BufferedReader output = process.inputReader()) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                log.add(line);
                if (count(log, 1, LEFT, BEGUN) > 0 && count(log, 4, OTHER, BEGUN) > 0) break;
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
        String all = String.join("\n", log);
        assertTrue(count(log, 1, LEFT, BEGUN) > 0, all);
        assertTrue(count(log, 4, OTHER, BEGUN) > 0, all);
        assertEquals(count(log, 4, LEFT, BEGUN), count(log, 4, LEFT, GIVEN_UP), all);
        assertEquals(0, count(log, 4, OTHER, GIVEN_UP), all);
    }

    /** Counts the lines with an end that are of a method's compilation at a level. */
    private static long count(List<String> log, int level, String method, String end) {
        Pattern line = Pattern.compile(".* " + level + " +" + Pattern.quote(method) + " .*" + Pattern.quote(end));
        return log.stream().filter(each -> line.matcher(each).matches()).count();
    }

    private static Process start(List<String> options) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:CompileCommand=quiet");
        command.addAll(options);
        command.add("-XX:+PrintCompilation");
        command.add("-cp");
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        command.add(Work.class.getName());
        return new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
    }

    static List<String> packagesOfComm() {
        return QuickCompilation.TO_TRANSPORT.stream()
                .filter(methods -> methods.startsWith("org.jmpi.comm."))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("packagesOfComm")
    void theWayThroughCommIsThere(String methods) {
        assertTrue(methods.endsWith(".*::*"), methods);
        String name = methods.substring(0, methods.length() - ".*::*".length());
        assertFalse(new ClassFileImporter().importPackages(name).isEmpty(), methods);
    }

    @Test
    void aTransportThatNamesNoMethodsChangesNothing() {
        assertEquals(List.of(), QuickCompilation.options(List.of()));
    }
}
