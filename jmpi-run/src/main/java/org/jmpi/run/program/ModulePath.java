package org.jmpi.run.program;

import java.io.File;
import java.lang.module.FindException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jmpi.run.system.BadInputException;

/** The module path among the options of a JVM: absolute jars, folders of a module's classes, and folders of modules. */
public record ModulePath(List<Path> entries) {
    private static final List<String> NAMES = List.of("--module-path", "-p");
    private static final String ATTACHED = "--module-path=";

    /**
     * Reads the module path that options name last, as the JVM does.
     *
     * @throws BadInputException if an entry does not exist
     */
    public static ModulePath of(List<String> options) {
        String text = "";
        for (int i = 0; i < options.size(); i++) {
            String option = options.get(i);
            if (option.startsWith(ATTACHED)) text = option.substring(ATTACHED.length());
            else if (NAMES.contains(option) && i + 1 < options.size()) text = options.get(++i);
        }
        return parse(text);
    }

    /** Reads a path that {@link #toString} has written, or a user. */
    public static ModulePath parse(String text) {
        List<Path> entries = new ArrayList<>();
        for (String word : text.split(File.pathSeparator))
            if (!word.isEmpty()) entries.add(Path.of(word).toAbsolutePath().normalize());
        for (Path entry : entries)
            if (!Files.exists(entry)) throw new BadInputException("no such module path entry: " + entry);
        return new ModulePath(entries);
    }

    /** Returns options without those that name a module path. */
    public static List<String> without(List<String> options) {
        List<String> rest = new ArrayList<>();
        for (int i = 0; i < options.size(); i++) {
            if (NAMES.contains(options.get(i))) i++;
            else if (!options.get(i).startsWith(ATTACHED)) rest.add(options.get(i));
        }
        return rest;
    }

    ModulePath plus(List<Path> more) {
        List<Path> all = new ArrayList<>(entries);
        all.addAll(more);
        return new ModulePath(all);
    }

    /** Returns the option that names this path; none if it is empty. */
    List<String> option() {
        return entries.isEmpty() ? List.of() : List.of("--module-path", toString());
    }

    public ModuleFinder finder() {
        return ModuleFinder.of(entries.toArray(new Path[0]));
    }

    /**
     * Checks that a Java could run a program.
     *
     * @param program a module, or a module and a class of it
     * @throws BadInputException if it could not
     */
    public void check(String program, Installation installation, JavaRelease release) {
        String module = module(program);
        try {
            ModuleFinder finder = plus(installation.ranks()).finder();
            ModuleReference found = finder.find(module)
                    .orElseThrow(() -> new BadInputException("no module " + module + " in the module path " + this));
            String mainClass = mainClass(program, found.descriptor());
            ClassPath classes = ClassPath.of(finder.findAll().stream()
                    .flatMap(reference -> reference.location().stream())
                    .map(Path::of)
                    .collect(Collectors.toList()));
            if (!MainClass.exists(mainClass, classes))
                throw new BadInputException("no class " + mainClass + " in the module " + module);
            MainClass.check(mainClass, classes, release);
        } catch (FindException e) {
            throw new BadInputException("cannot read the module path " + this + ": " + e.getMessage(), e);
        }
    }

    public static String module(String program) {
        return program.split("/", 2)[0];
    }

    /** Returns the class that a program names, or else its module's. */
    public static String mainClass(String program, ModuleDescriptor module) {
        String[] parts = program.split("/", 2);
        if (parts.length > 1) return parts[1];
        return module.mainClass()
                .orElseThrow(() -> new BadInputException("the module " + module.name()
                        + " has no main class of its own: use -m " + module.name() + "/CLASS"));
    }

    @Override
    public String toString() {
        return entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }
}
