package org.jmpi.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The program of examples/spark, submitted with JMPI's jars: Spark loads them by a class loader of its own. */
@Tag("full")
class SubmitTest {
    private static final Path SOURCE = Path.of("..", "examples", "spark", "src", "main", "java", "app", "SparkPi.java");
    private static final int LIMIT_SECONDS = 100;

    @TempDir
    Path folder;

    @Test
    @Timeout(LIMIT_SECONDS + 20)
    void theExamplePrintsPi() throws Exception {
        Path classes = folder.resolve("classes");
        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-d", classes.toString(), SOURCE.toString());
        assertEquals(0, compiled);
        Path app = jar(classes, "app.jar");
        List<String> jars = new ArrayList<>();
        for (Path entry : SparkHome.ours())
            jars.add((Files.isDirectory(entry) ? jar(entry, "jmpi-" + jars.size() + ".jar") : entry).toString());
        List<String> out = submit(
                "--master",
                "local[4]",
                "--conf",
                "spark.ui.enabled=false",
                "--class",
                "app.SparkPi",
                "--jars",
                String.join(",", jars),
                app.toString(),
                "4");
        assertEquals(List.of("pi is 3.141592654, by 4 ranks"), out);
    }

    /** Does what the script spark-submit does. */
    private List<String> submit(String... arguments) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--add-opens") || argument.startsWith("-XX:+Ignore"))
                .collect(Collectors.toList()));
        words.addAll(List.of("-cp", SparkHome.jars() + "/*", "org.apache.spark.deploy.SparkSubmit"));
        words.addAll(List.of(arguments));
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        Process process = new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        try {
            assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), "not ended in " + LIMIT_SECONDS + " s");
            assertEquals(0, process.exitValue(), Files.readString(err));
            return Files.readAllLines(out);
        } finally {
            process.destroyForcibly();
        }
    }

    private Path jar(Path classes, String name) throws IOException {
        Path jar = folder.resolve(name);
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).collect(Collectors.toList())) add(out, classes, file);
        }
        return jar;
    }

    private static void add(JarOutputStream out, Path classes, Path file) throws IOException {
        out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        Files.copy(file, (OutputStream) out);
    }
}
