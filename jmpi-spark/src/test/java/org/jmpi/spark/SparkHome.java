package org.jmpi.spark;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** A folder with Spark's jars, from which Spark starts processes: links to those of the class path. */
final class SparkHome {
    private static final Path FOLDER = Path.of(System.getenv("SPARK_HOME"));

    private SparkHome() {}

    /** Makes the folder, and returns the place of the jars in it. */
    static Path jars() throws IOException {
        Path jars = Files.createDirectories(FOLDER.resolve("jars"));
        for (Path entry : classPath()) {
            Path link = jars.resolve(entry.getFileName());
            if (isJar(entry) && !isOurs(entry) && !Files.isSymbolicLink(link)) Files.createSymbolicLink(link, entry);
        }
        return jars;
    }

    /** Returns the class path of this JVM without Spark's jars. */
    static List<Path> ours() {
        return classPath().stream()
                .filter(entry -> !isJar(entry) || isOurs(entry))
                .collect(Collectors.toList());
    }

    private static List<Path> classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .collect(Collectors.toList());
    }

    private static boolean isJar(Path entry) {
        return entry.toString().endsWith(".jar");
    }

    private static boolean isOurs(Path jar) {
        return jar.getFileName().toString().startsWith("jmpi");
    }
}
