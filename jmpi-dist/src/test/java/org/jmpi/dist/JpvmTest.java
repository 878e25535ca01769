package org.jmpi.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jmpi.dist.Distribution.Ended;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs for JPVM run with the distribution, by jmpirun and without it. */
class JpvmTest {
    private static final int LIMIT_SECONDS = 60;

    @TempDir
    Path folder;

    @BeforeEach
    void compile() throws Exception {
        try (Stream<Path> files = Files.list(Path.of("..", "examples", "jpvm"))) {
            List<Path> sources =
                    files.filter(file -> file.toString().endsWith(".java")).toList();
            Sources.compile(sources, Distribution.classPath(), folder.resolve("classes"));
        }
    }

    @Test
    void jmpirunStartsTheFirstTask() throws Exception {
        assertEquals(
                List.of("1 tasks", "tag 12345: Hello from a task"),
                Distribution.jmpirun(folder, List.of("-np", "1", "-cp", "classes", "hello", "1")));
    }

    @Test
    void javaStartsTheFirstTask() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classPath = Distribution.FOLDER.resolve("lib") + "/*" + File.pathSeparator + "classes";
        Ended ended = Distribution.runWords(
                folder,
                LIMIT_SECONDS,
                Map.of("JMPI_USER_FOLDER", userFolder()),
                List.of(java, "-cp", classPath, "hello", "1"));
        assertEquals(List.of("1 tasks", "tag 12345: Hello from a task"), ended.out(), ended::toString);
    }

    /** Returns a folder in which no daemon has a file. */
    private String userFolder() {
        return folder.resolve("user").toString();
    }
}
