package org.jmpi.run;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.module.FindException;
import java.lang.module.ModuleFinder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.jmpi.comm.session.ClassPathAgent;

/** A folder of jars as in a distribution: each JVM makes one of what the tests' class path has, but no test class. */
final class Lib {
    private static final List<String> OF_TESTS = List.of("junit", "opentest4j", "apiguardian", "surefire", "test");
    private static final String TOOLS = "tools";
    private static final List<String> OF_TOOLS = List.of("picocli-", "xchart-");
    private static final Path FOLDER =
            make(Path.of("target", "lib of jmpirun " + Integer.getInteger("jmpi.test.fork", 1))
                    .toAbsolutePath());
    /** Of the classes that jmpirun loads: its JVM starts in two thirds of the CPU time. */
    private static final Path ARCHIVE = archive(FOLDER.resolveSibling(FOLDER.getFileName() + ".jsa"));

    private Lib() {}

    /** Returns the words that start jmpirun as its script does. */
    static List<String> jmpirun(String... options) {
        List<String> all = new ArrayList<>(List.of("-XX:SharedArchiveFile=" + ARCHIVE, "-Xlog:cds*=off"));
        all.addAll(List.of(options));
        return words(all);
    }

    private static List<String> words(List<String> options) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classPath = Stream.of("jmpi-comm", "jmpi-run", "jmpi-tls")
                .map(Lib::jar)
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
        List<String> words = new ArrayList<>(List.of(java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        words.addAll(options);
        words.addAll(List.of(
                "-Xbootclasspath/a:" + jar("tools/picocli"),
                "-Djmpi.lib=" + FOLDER,
                "-cp",
                classPath,
                Jmpirun.class.getName()));
        return words;
    }

    private static Path archive(Path file) {
        List<String> words = words(List.of("-XX:ArchiveClassesAtExit=" + file));
        words.addAll(List.of("-np", "1", "true"));
        try {
            Files.deleteIfExists(file);
            Process run = new ProcessBuilder(words).redirectErrorStream(true).start();
            String printed = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (run.waitFor() != 0 || !Files.exists(file)) throw new IllegalStateException("no archive: " + printed);
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static Path folder() {
        return FOLDER;
    }

    /**
     * Returns whether the jars can be modules: the codec's descriptor opens a package that is there once it is packed.
     */
    static boolean isOfModules() {
        try {
            return ModuleFinder.of(FOLDER).find("org.jmpi.codec.kryo").isPresent();
        } catch (FindException e) {
            return false;
        }
    }

    private static Path jar(String name) {
        Path start = FOLDER.resolve(name);
        try (Stream<Path> files = Files.list(start.getParent())) {
            Optional<Path> jar = files.filter(file -> file.toString().startsWith(start.toString()))
                    .findFirst();
            return jar.orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path make(Path folder) {
        try {
            Files.createDirectories(folder.resolve(TOOLS));
            try (Stream<Path> old = Files.walk(folder)) {
                for (Path file : old.filter(Files::isRegularFile).toList()) Files.delete(file);
            }
            for (String entry : System.getProperty("java.class.path").split(File.pathSeparator))
                add(Path.of(entry), folder);
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void add(Path entry, Path folder) throws IOException {
        String name = entry.getFileName().toString();
        if (OF_TESTS.stream().anyMatch(name::contains)) return;
        boolean ofTools = OF_TOOLS.stream().anyMatch(name::startsWith);
        if (Files.isRegularFile(entry))
            Files.copy(entry, folder.resolve(ofTools ? TOOLS : ".").resolve(name));
        // A folder of classes is named after its module: jmpi-run/target/classes.
        if (Files.isDirectory(entry))
            pack(
                    entry,
                    folder.resolve(
                            entry.toAbsolutePath().getParent().getParent().getFileName() + ".jar"));
    }

    /** Returns a manifest as jmpi-comm has it. */
    private static Manifest manifest() {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", ClassPathAgent.class.getName());
        return manifest;
    }

    private static void pack(Path classes, Path jar) throws IOException {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> found = Files.walk(classes)) {
            found.filter(Files::isRegularFile).forEach(files::add);
        }
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest())) {
            for (Path path : files) {
                String name = classes.relativize(path).toString().replace(File.separatorChar, '/');
                if (name.equals(JarFile.MANIFEST_NAME)) continue;
                out.putNextEntry(new ZipEntry(name));
                Files.copy(path, out);
            }
        }
    }
}
