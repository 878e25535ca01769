package org.jmpi.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The directives of jbang in a source file, and in those that it names: comments such as {@code //DEPS g:a:1.0}. */
final class SourceDirectives {
    private static final Pattern DIRECTIVE = Pattern.compile("//([A-Z_]+)(?:\\s+(.*))?");
    private static final Pattern JAVA = Pattern.compile("(?:1\\.)?(\\d{1,3})(\\+?)");

    /** Directives of jbang that change what runs, and that jmpirun does not know. */
    private static final Set<String> IGNORED = Set.of("MODULE", "JAVAAGENT", "MANIFEST", "KOTLIN", "GROOVY");

    /** The artifacts of Maven that the program needs, {@code group:artifact:version} each. */
    final List<String> dependencies = new ArrayList<>();

    /** Where Maven finds them, besides its usual repositories: {@code name=URL} or URL each. */
    final List<String> repositories = new ArrayList<>();

    final List<String> compilerOptions = new ArrayList<>();
    final List<String> jvmOptions = new ArrayList<>();

    /** Further source files. */
    final Set<Path> sources = new LinkedHashSet<>();

    /** Files that the program finds as resources, by their names. */
    final Map<String, Path> files = new LinkedHashMap<>();

    /** The main class; null if the source files do not say. */
    String mainClass;

    /** Lines about directives that have no effect. */
    final List<String> notes = new ArrayList<>();

    private final Path program;

    private SourceDirectives(Path program) {
        this.program = program;
    }

    /**
     * Reads a program's.
     *
     * @throws BadInputException if a file cannot be read, or a directive makes no sense or asks for another Java
     */
    static SourceDirectives read(Path program) {
        SourceDirectives directives = new SourceDirectives(program);
        directives.readFile(program);
        return directives;
    }

    /** Returns the text of a source file. */
    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (MalformedInputException e) {
            throw new BadInputException("cannot read " + file + ": it is not encoded in UTF-8", e);
        } catch (IOException e) {
            throw new BadInputException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    private void readFile(Path file) {
        for (String line : text(file).lines().toList()) {
            Matcher matcher = DIRECTIVE.matcher(line);
            if (matcher.matches()) take(file, matcher.group(1), value(matcher.group(2)));
        }
    }

    /** A comment may follow. */
    private static String value(String text) {
        if (text == null) return "";
        int comment = text.indexOf(" // ");
        return (comment < 0 ? text : text.substring(0, comment)).strip();
    }

    private void take(Path file, String name, String value) {
        String place = file.getFileName() + ": //" + name;
        switch (name) {
            case "DEPS" -> dependencies.addAll(list(value));
            case "REPOS" -> repositories.addAll(list(value));
            case "JAVA" -> takeJava(place, value);
            case "JAVAC_OPTIONS", "COMPILE_OPTIONS" -> compilerOptions.addAll(CommandWords.of(place, value));
            case "JAVA_OPTIONS", "RUNTIME_OPTIONS" -> jvmOptions.addAll(CommandWords.of(place, value));
            case "PREVIEW" -> takePreview();
            case "SOURCES" -> list(value).forEach(pattern -> takeSources(file, place, pattern));
            case "FILES" -> list(value).forEach(pattern -> takeFiles(file, place, pattern));
            case "MAIN" -> mainClass = value;
            default -> {
                if (IGNORED.contains(name)) notes.add(place + " has no effect: jmpirun does not know it");
            }
        }
    }

    private static List<String> list(String value) {
        return Arrays.stream(value.split("[\\s,;]+"))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    /** A newer JVM compiles for the release that is asked for. */
    private void takeJava(String place, String value) {
        Matcher matcher = JAVA.matcher(value);
        if (!matcher.matches()) throw new BadInputException(place + " " + value + ": not a version such as 17 or 17+");
        int asked = Integer.parseInt(matcher.group(1));
        int feature = Runtime.version().feature();
        if (feature < asked)
            throw new BadInputException(place + " " + value + ": this is Java " + feature + ": set JAVA_HOME to a JDK "
                    + asked + " or newer");
        if (feature > asked && matcher.group(2).isEmpty()) compilerOptions.addAll(List.of("--release", "" + asked));
    }

    private void takePreview() {
        compilerOptions.addAll(List.of(
                JavaRelease.ENABLE_PREVIEW, "--release", "" + Runtime.version().feature()));
        jvmOptions.add(JavaRelease.ENABLE_PREVIEW);
    }

    private void takeSources(Path file, String place, String pattern) {
        for (Path source : expand(file, place, pattern))
            if (!source.equals(program) && sources.add(source)) readFile(source);
    }

    private void takeFiles(Path file, String place, String pattern) {
        int equals = pattern.indexOf('=');
        String to = equals < 0 ? null : pattern.substring(0, equals);
        for (Path each : expand(file, place, pattern.substring(equals + 1))) {
            String relative = file.getParent().relativize(each).toString().replace('\\', '/');
            if (relative.startsWith("..")) relative = each.getFileName().toString();
            if (to != null) relative = to.isEmpty() || to.endsWith("/") ? to + each.getFileName() : to;
            files.put(relative, each);
        }
    }

    /** Returns the files that a path or a pattern means, relative to the file with the directive. */
    private static List<Path> expand(Path file, String place, String pattern) {
        Path folder = file.getParent();
        try {
            if (!pattern.matches(".*[*?{\\[].*"))
                return List.of(existing(place, folder.resolve(pattern).normalize()));
            Path start =
                    folder.resolve(pattern.replaceFirst("[^/]*[*?{\\[].*", "")).normalize();
            PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
            try (Stream<Path> all = Files.walk(start)) {
                List<Path> found = all.filter(Files::isRegularFile)
                        .filter(each -> matcher.matches(folder.relativize(each)))
                        .sorted()
                        .toList();
                if (!found.isEmpty()) return found;
            }
            throw new BadInputException(place + " " + pattern + ": no such files in " + folder);
        } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
            throw new BadInputException(place + " " + pattern + ": cannot read these files: " + e.getMessage(), e);
        }
    }

    private static Path existing(String place, Path file) {
        if (Files.isRegularFile(file)) return file;
        throw new BadInputException(place + ": no such file: " + file);
    }
}
