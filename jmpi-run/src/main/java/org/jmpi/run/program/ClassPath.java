package org.jmpi.run.program;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jmpi.run.system.BadInputException;

/** A class path: absolute folders and jars, in the order in which they are searched. */
public record ClassPath(List<Path> entries) {

    public static ClassPath of(List<Path> entries) {
        List<Path> absolute = new ArrayList<>();
        for (Path entry : entries) {
            Path path = entry.toAbsolutePath().normalize();
            if (!absolute.contains(path)) absolute.add(path);
        }
        return new ClassPath(absolute);
    }

    /**
     * Reads a class path that the user gave; an empty entry is the current folder, one that ends in {@code *} is all
     * jars of a folder.
     *
     * @throws BadInputException if an entry does not exist or cannot be read
     */
    public static ClassPath parse(String text) {
        List<Path> entries = new ArrayList<>();
        for (String word : text.split(File.pathSeparator, -1)) entries.addAll(expand(word));
        for (Path entry : entries) check(entry);
        return of(entries);
    }

    /** Returns the class path that java would use if none is given: CLASSPATH, or else the current folder. */
    public static ClassPath ofEnvironment() {
        String variable = System.getenv("CLASSPATH");
        if (variable == null || variable.isEmpty()) return of(List.of(Path.of(".")));
        return of(Arrays.stream(variable.split(File.pathSeparator, -1))
                .flatMap(word -> expand(word).stream())
                .filter(Files::exists)
                .collect(Collectors.toList()));
    }

    /** Returns the class path that java would use for a module if none is given: CLASSPATH, or else an empty one. */
    public static ClassPath ofVariable() {
        String variable = System.getenv("CLASSPATH");
        return variable == null || variable.isEmpty() ? of(List.of()) : ofEnvironment();
    }

    private static List<Path> expand(String word) {
        if (word.isEmpty()) return List.of(Path.of("."));
        if (!word.equals("*") && !word.endsWith("/*") && !word.endsWith(File.separator + "*"))
            return List.of(Path.of(word));
        return jars(Path.of(word.length() == 1 ? "." : word.substring(0, word.length() - 1)));
    }

    /**
     * Returns the jars of a folder in the order of their names.
     *
     * @throws BadInputException if it is not a folder that can be read
     */
    static List<Path> jars(Path folder) {
        String[] names = folder.toFile().list();
        if (names == null) throw new BadInputException("cannot read the folder " + folder + " of the class path");
        Arrays.sort(names);
        List<Path> jars = new ArrayList<>();
        for (String name : names) if (name.endsWith(".jar") || name.endsWith(".JAR")) jars.add(folder.resolve(name));
        return jars;
    }

    private static void check(Path entry) {
        if (!Files.exists(entry)) throw new BadInputException("no such class path entry: " + entry);
        if (!Files.isReadable(entry)) throw new BadInputException("cannot read the class path entry " + entry);
    }

    public ClassPath plus(List<Path> more) {
        List<Path> all = new ArrayList<>(entries);
        all.addAll(more);
        return of(all);
    }

    public URLClassLoader loader(ClassLoader parent) {
        return new URLClassLoader(urls(), parent);
    }

    /** Reads what {@link #toString} has written. */
    public static ClassPath read(String text) {
        return new ClassPath(
                text.isEmpty()
                        ? List.of()
                        : Stream.of(text.split(File.pathSeparator))
                                .map(Path::of)
                                .toList());
    }

    /** Returns what names this class path as a part of a longer one, in which it begins at an index. */
    String partFrom(int at) {
        return at + "+" + entries.size();
    }

    /** Returns the part that {@link #partFrom} has named. */
    ClassPath part(String name) {
        String[] numbers = name.split("\\+");
        int first = Integer.parseInt(numbers[0]);
        return new ClassPath(entries.subList(first, first + Integer.parseInt(numbers[1])));
    }

    public URL[] urls() {
        return entries.stream().map(ClassPath::url).toArray(URL[]::new);
    }

    private static URL url(Path entry) {
        try {
            return entry.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new BadInputException("class path entry has no URL: " + entry, e);
        }
    }

    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(File.pathSeparator);
        for (Path entry : entries) text.add(entry.toString());
        return text.toString();
    }
}
