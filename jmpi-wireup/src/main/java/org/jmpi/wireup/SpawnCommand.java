package org.jmpi.wireup;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jmpi.comm.control.SpawnOrder;

/**
 * The command of a process manager for a program that a rank spawns. As jmpirun does, it takes a class, a jar, a source
 * file or another command; class path and options of the JVM are those of this one unless a hint names others.
 */
final class SpawnCommand {
    private static final String DEBUGGER = "-agentlib:jdwp";

    private final SpawnOrder.Program program;
    private final Map<String, String> info;
    private final List<String> words = new ArrayList<>();
    private String classPath;

    private SpawnCommand(SpawnOrder.Program program) {
        this.program = program;
        this.info = program.info();
        classPath = info.getOrDefault("jmpi_class_path", System.getProperty("java.class.path"));
    }

    /** @throws IOException if there is no such program */
    static KeyValueSpace.Command of(SpawnOrder.Program program) throws IOException {
        return new SpawnCommand(program).make();
    }

    private KeyValueSpace.Command make() throws IOException {
        Path file = file();
        boolean isFile = Files.isRegularFile(file);
        String command = program.command();
        if (isFile && !command.endsWith(".jar") && !command.endsWith(".java")) words.add(file.toString());
        else addJava(command, isFile ? file : null);
        words.addAll(program.arguments());
        Map<String, String> hints = new LinkedHashMap<>();
        for (String key : List.of("host", "hostfile", "wdir")) if (info.containsKey(key)) hints.put(key, info.get(key));
        return new KeyValueSpace.Command(words, program.processes(), hints);
    }

    /** Returns the file that the command may name; folders of the hint come first in the class path. */
    private Path file() {
        Path file = Path.of(program.command());
        for (String folder : info.getOrDefault("path", "").split(File.pathSeparator)) {
            if (folder.isEmpty()) continue;
            if (Files.isRegularFile(Path.of(folder, program.command()))) file = Path.of(folder, program.command());
            else classPath = folder + File.pathSeparator + classPath;
        }
        return file.toAbsolutePath();
    }

    private void addJava(String command, Path file) throws IOException {
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(options());
        if (command.endsWith(".jar")) {
            if (file == null) throw new IOException(command + ": no such jar");
            classPath = file + File.pathSeparator + classPath;
        }
        words.addAll(List.of("-cp", absolute(classPath)));
        if (command.endsWith(".jar")) words.add(mainClass(file));
        else if (file != null) words.add(file.toString());
        else addClass(command);
    }

    private void addClass(String command) throws IOException {
        if (command.indexOf('/') > 0) words.add("-m");
        else if (!info.containsKey("jmpi_class_path")
                && !info.containsKey("path")
                && ClassLoader.getSystemResource(command.replace('.', '/') + ".class") == null)
            throw new IOException("no class " + command + " in the class path");
        words.add(command);
    }

    private List<String> options() throws IOException {
        String asked = info.get("jmpi_jvm_options");
        if (asked == null)
            return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                    .filter(option -> !option.startsWith(DEBUGGER))
                    .toList();
        if (asked.matches(".*[\"'].*"))
            throw new IOException("info key jmpi_jvm_options: this launcher takes options without quotes: " + asked);
        return Stream.of(asked.split(" +")).filter(word -> !word.isEmpty()).toList();
    }

    private static String absolute(String classPath) {
        return Stream.of(classPath.split(File.pathSeparator))
                .map(entry -> entry.endsWith("*")
                        ? entry
                        : Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static String mainClass(Path jar) throws IOException {
        try (JarFile open = new JarFile(jar.toFile())) {
            Manifest manifest = open.getManifest();
            String name = manifest == null ? null : manifest.getMainAttributes().getValue("Main-Class");
            if (name == null) throw new IOException(jar + ": its manifest names no main class");
            return name;
        }
    }
}
