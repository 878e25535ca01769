package jpvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Runs of programs in processes of their own. */
final class Jobs {
    private static final int LIMIT_SECONDS = 200;
    private static final List<String> OF_TESTS = List.of("junit", "opentest4j", "apiguardian", "test-classes");

    private Jobs() {}

    /** Returns JMPI's own class path. */
    static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> OF_TESTS.stream().noneMatch(entry::contains))
                .collect(Collectors.joining(File.pathSeparator));
    }

    static List<String> java() {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return List.of(java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp");
    }

    /** Runs a program as one task by jmpirun, and returns what it prints. */
    static String jmpirun(Path folder, int exitCode, String transport, String classes, String... program)
            throws Exception {
        return jmpirun(folder, exitCode, List.of("--transport", transport), classes, program);
    }

    /** Does the same with options of jmpirun. */
    static String jmpirun(Path folder, int exitCode, List<String> options, String classes, String... program)
            throws Exception {
        List<String> words = new ArrayList<>(java());
        words.addAll(List.of(classPath(), "org.jmpi.run.Jmpirun", "-np", "1"));
        words.addAll(options);
        words.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx128m", "-cp", classes));
        words.addAll(List.of(program));
        return run(folder, exitCode, words);
    }

    /** Runs a command to its end, and returns what it prints. */
    static String run(Path folder, int exitCode, List<String> words) throws Exception {
        Path out = Files.createTempFile(folder, "out", "");
        Process process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        try {
            boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
            assertTrue(ended, () -> "it has not ended: " + read(out));
            assertEquals(exitCode, process.exitValue(), () -> read(out));
            return read(out);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    static String testClasses() {
        return Path.of("target", "test-classes").toAbsolutePath().toString();
    }
}
