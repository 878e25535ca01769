package org.jmpi.run;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.Deflater;

/**
 * A program in a source file. jmpirun compiles it once, in memory, for all ranks, which load its classes from a jar
 * that goes away with jmpirun. A program whose command names another {@code java} is compiled by that one, in each
 * rank.
 */
final class SourceProgram {
    private static final String FIRST_LINE = "#!";

    private SourceProgram() {}

    static boolean is(Program program) {
        return program instanceof Program.Java java && java.main().kind() == EntryPoint.Kind.SOURCE && java.isHere();
    }

    /**
     * Compiles a program.
     *
     * @param release the Java that runs it
     * @param notes gets lines about directives that have no effect
     * @return the same program, by its main class
     * @throws BadInputException if it is not a program; the compiler has said why on standard error
     */
    static Program.Java compile(
            Program.Java program, JavaRelease release, Installation installation, List<String> notes) {
        Path file = Path.of(program.main().name());
        SourceDirectives directives = SourceDirectives.read(file);
        notes.addAll(directives.notes);
        List<Path> artifacts = MavenArtifacts.resolve(
                others(directives.dependencies, installation), directives.repositories, MavenArtifacts.cache());
        ClassPath classPath = program.classPath().plus(artifacts);
        RankModules.Options options = JvmOptions.divideForSource(program.jvmOptions());
        List<String> ofCompiler = join(options.ofLayers(), directives.compilerOptions);
        ClassPath all = classPath.plus(installation.ranks());
        List<String> ofJvm = join(directives.jvmOptions, options.ofJvm());
        SourceCompiler compiler = new SourceCompiler(file, List.copyOf(directives.sources), all, ofCompiler);
        Map<String, byte[]> classes = compiler.compile();
        String main = directives.mainClass == null ? compiler.mainClass(classes) : directives.mainClass;
        Path jar = jar(file, classes, directives.files);
        ClassPath own = ClassPath.of(List.of(jar));
        MainClass.check(main, own.plus(all.entries()), release.withPreview(ofJvm.contains(JavaRelease.ENABLE_PREVIEW)));
        return new Program.Java(
                program.java(), ofJvm, own.plus(classPath.entries()), EntryPoint.ofClass(main), program.arguments());
    }

    /** Returns the artifacts other than those of this installation, which the ranks have already. */
    private static List<String> others(List<String> dependencies, Installation installation) {
        return dependencies.stream().filter(name -> !isOwn(name, installation)).toList();
    }

    private static boolean isOwn(String dependency, Installation installation) {
        String[] words = dependency.split(":");
        if (!words[0].equals("org.jmpi") || words.length < 2) return false;
        if (words[1].equals("jmpi")) return true;
        return Stream.concat(installation.ranks().stream(), Stream.of(installation.run()))
                .anyMatch(jar -> jar.getFileName().toString().matches(words[1] + "-\\d.*"));
    }

    private static List<String> join(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    private static Path jar(Path source, Map<String, byte[]> classes, Map<String, Path> files) {
        Map<String, byte[]> all = new TreeMap<>();
        classes.forEach((name, bytes) -> all.put(name.replace('.', '/') + ".class", bytes));
        try {
            for (Map.Entry<String, Path> each : files.entrySet())
                all.put(each.getKey(), Files.readAllBytes(each.getValue()));
        } catch (IOException e) {
            throw new BadInputException("cannot read the files of " + source + ": " + e, e);
        }
        try {
            Path jar = Files.createTempFile("jmpirun-", ".jar");
            jar.toFile().deleteOnExit();
            write(jar, all);
            return jar;
        } catch (IOException e) {
            throw new BadInputException(
                    "cannot keep the classes of " + shown(source) + " in the temporary folder "
                            + System.getProperty("java.io.tmpdir") + " (" + reason(e)
                            + "): name one with room by JDK_JAVA_OPTIONS=-Djava.io.tmpdir=FOLDER",
                    e);
        }
    }

    private static String reason(IOException e) {
        if (e instanceof NoSuchFileException) return "no such folder";
        if (e instanceof AccessDeniedException) return "permission denied";
        String reason = e instanceof FileSystemException of ? of.getReason() : e.getMessage();
        return reason == null ? e.toString() : reason;
    }

    private static void write(Path jar, Map<String, byte[]> files) throws IOException {
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out)) {
            entries.setLevel(Deflater.BEST_SPEED);
            for (Map.Entry<String, byte[]> each : files.entrySet()) {
                entries.putNextEntry(new JarEntry(each.getKey()));
                entries.write(each.getValue());
                entries.closeEntry();
            }
        }
    }

    /** Returns a source file's text with its first line empty if that names an interpreter. */
    static String withoutInterpreter(String text) {
        return text.startsWith(FIRST_LINE) ? text.replaceFirst("^[^\\r\\n]*", "") : text;
    }

    /** Returns the path of a file relative to the current folder. */
    static String shown(Path file) {
        Path here = Path.of("").toAbsolutePath();
        return (file.startsWith(here) ? here.relativize(file) : file).toString();
    }
}
