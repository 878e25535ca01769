package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The jar of the micro-benchmarks contains each of them and all that they need. */
class MicroBenchmarksTest {
    private static final Path MODULE =
            Path.of("..", "jmpi-bench").toAbsolutePath().normalize();
    private static final Path SOURCES = MODULE.resolve("src/test/java");
    private static final String MEASURED = "# Benchmark: ";
    private static final int LIMIT_SECONDS = 100;

    @TempDir
    Path folder;

    @Test
    @Tag("full")
    @Timeout(LIMIT_SECONDS + 10)
    void everyBenchmarkRuns() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String jar = MODULE.resolve("target/benchmarks.jar").toString();
        List<String> words = new ArrayList<>(List.of(java, "-Djmh.ignoreLock=true", "-jar", jar));
        words.addAll(List.of("-f 0 -wi 0 -i 1 -r 1ms -foe true".split(" ")));
        Distribution.Ended ended = Distribution.runWords(folder, LIMIT_SECONDS, Map.of(), words);
        assertEquals(0, ended.exitCode(), ended::toString);
        assertEquals(classesOfSources(), classesMeasured(ended.out()), ended::toString);
    }

    private static Set<String> classesOfSources() throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            return files.filter(file -> file.toString().endsWith("Benchmark.java"))
                    .filter(file -> !file.endsWith("MicroBenchmark.java"))
                    .map(file -> SOURCES.relativize(file).toString().replace(".java", ""))
                    .map(name -> name.replace(File.separatorChar, '.'))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static Set<String> classesMeasured(List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith(MEASURED))
                .map(line -> line.substring(MEASURED.length(), line.lastIndexOf('.')))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
