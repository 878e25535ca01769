package org.jmpi.run.source;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.Deflater;
import org.jmpi.run.program.ClassPath;
import org.jmpi.run.program.DividedOptions;
import org.jmpi.run.program.EntryPoint;
import org.jmpi.run.program.Installation;
import org.jmpi.run.program.JavaRelease;
import org.jmpi.run.program.JvmOptions;
import org.jmpi.run.program.MainClass;
import org.jmpi.run.program.Program;
import org.jmpi.run.system.BadInputException;

/**
 * A program in a source file. jmpirun compiles it once, in memory, for all ranks, which load its classes from a jar
 * that goes away with jmpirun. A program whose command names another {@code java} is compiled by that one, in each
 * rank.
 */
public final class SourceProgram {
    private static final String FIRST_LINE = "#!";

    /** A directive of jbang that changes what is compiled or run. */
    private static final Pattern JBANG = Pattern.compile("(?m)^//(?:DEPS|REPOS|SOURCES|FILES|JAVA|JAVAC_OPTIONS"
            + "|COMPILE_OPTIONS|JAVA_OPTIONS|RUNTIME_OPTIONS|MAIN|PREVIEW|MODULE|JAVAAGENT)\\b(?:\\h.*\\S)?");

    private SourceProgram() {}

    public static boolean is(Program program) {
        return program instanceof Program.Java java && java.main().kind() == EntryPoint.Kind.SOURCE && java.isHere();
    }

    /**
     * Compiles a program.
     *
     * @param release the Java that runs it
     * @return the same program, by its main class
     * @throws BadInputException if it is not a program; the compiler has said why on standard error
     */
    public static Program.Java compile(Program.Java program, JavaRelease release, Installation installation) {
        Path file = Path.of(program.main().name());
        ClassPath classPath = program.classPath();
        if (classPath.equals(ClassPath.ofEnvironment())) warnOfJbang(file);
        DividedOptions options = JvmOptions.divideForSource(program.jvmOptions());
        ClassPath all = classPath.plus(installation.ranks());
        SourceCompiler compiler = new SourceCompiler(file, all, options.ofLayers());
        Map<String, byte[]> classes = compiler.compile();
        String main = compiler.mainClass(classes);
        ClassPath own = ClassPath.of(List.of(jar(file, classes)));
        List<String> ofJvm = options.ofJvm();
        MainClass.check(main, own.plus(all.entries()), release.withPreview(ofJvm.contains(JavaRelease.ENABLE_PREVIEW)));
        return new Program.Java(
                program.java(), ofJvm, own.plus(classPath.entries()), EntryPoint.ofClass(main), program.arguments());
    }

    /** A user who names a class path has that of the directives, and knows of them. */
    private static void warnOfJbang(Path file) {
        Matcher directive = JBANG.matcher(text(file));
        if (!directive.find()) return;
        System.err.printf(
                "jmpirun: warning: %1$s: %2$s is for jbang, and has no effect here: jbang build %1$s && jmpirun -np 4"
                        + " jbang %1$s, or jmpirun -np 4 -cp \"$(jbang info classpath --deps-only %1$s)\" %1$s%n",
                shown(file), directive.group());
    }

    /** Returns a source file's text with its first line empty if that names an interpreter. */
    static String text(Path file) {
        try {
            String text = Files.readString(file);
            return text.startsWith(FIRST_LINE) ? text.replaceFirst("^[^\\r\\n]*", "") : text;
        } catch (MalformedInputException e) {
            throw new BadInputException("cannot read " + file + ": it is not encoded in UTF-8", e);
        } catch (IOException e) {
            throw new BadInputException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    private static Path jar(Path source, Map<String, byte[]> classes) {
        try {
            Path jar = Files.createTempFile("jmpirun-", ".jar");
            jar.toFile().deleteOnExit();
            write(jar, classes);
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

    private static void write(Path jar, Map<String, byte[]> classes) throws IOException {
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out)) {
            entries.setLevel(Deflater.BEST_SPEED);
            for (Map.Entry<String, byte[]> each : classes.entrySet()) {
                entries.putNextEntry(new JarEntry(each.getKey().replace('.', '/') + ".class"));
                entries.write(each.getValue());
                entries.closeEntry();
            }
        }
    }

    /** Returns the path of a file relative to the current folder. */
    static String shown(Path file) {
        Path here = Path.of("").toAbsolutePath();
        return (file.startsWith(here) ? here.relativize(file) : file).toString();
    }
}
