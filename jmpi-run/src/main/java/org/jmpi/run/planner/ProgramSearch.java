package org.jmpi.run.planner;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jmpi.run.cli.AppOptions;
import org.jmpi.run.cli.OptionTable;
import org.jmpi.run.cli.Subcommand;
import org.jmpi.run.cli.Suggestion;
import org.jmpi.run.program.ClassPath;
import org.jmpi.run.program.EntryPoint;
import org.jmpi.run.program.Installation;
import org.jmpi.run.program.JavaCommand;
import org.jmpi.run.program.JavaRelease;
import org.jmpi.run.program.JvmOptions;
import org.jmpi.run.program.MainClass;
import org.jmpi.run.program.ModulePath;
import org.jmpi.run.program.Program;
import org.jmpi.run.program.ProgramJar;
import org.jmpi.run.program.ShippedProgram;
import org.jmpi.run.program.ShippedTool;
import org.jmpi.run.system.BadInputException;
import org.jmpi.run.system.CommandPath;

/**
 * Finds out what a command line starts. A class of the user's own comes first if the class path was given, else a
 * shipped program, {@code java}, a class in the default class path, and a command.
 */
final class ProgramSearch {
    /** Options that start no program, and that other commands have as words. */
    private static final List<String> OPTIONS_WITHOUT_PROGRAM = List.of("--help", "--version", "--train");

    private final AppOptions options;
    private final Installation installation;
    private final List<String> jvmOptions;

    private ProgramSearch(AppOptions options, Installation installation) {
        this.options = options;
        this.installation = installation;
        jvmOptions = options.jvmOptions;
    }

    /** @throws BadInputException if there is nothing that could be started */
    static Program find(AppOptions options, Installation installation) {
        return new ProgramSearch(options, installation).find();
    }

    private Program find() {
        if (options.jar != null) return jar(options.jar, options.words);
        if (options.module != null)
            return Program.Java.here(
                    jvmOptions, modulesClassPath(), EntryPoint.ofModule(options.module), options.words);
        if (options.words.isEmpty())
            throw new BadInputException("no program given: name a class, -jar and a jar, a command, or one of "
                    + ShippedProgram.names() + "; see jmpirun --help");
        String word = options.words.get(0);
        List<String> arguments = options.words.subList(1, options.words.size());
        if (EntryPoint.isSource(word) || jvmOptions.contains(JvmOptions.SOURCE)) return source(word, arguments);
        if (ProgramJar.is(word)) return jar(word, arguments);
        if (options.classPath != null) return inClassPath(word, arguments);
        Optional<ShippedProgram> shipped = ShippedProgram.named(word);
        if (shipped.isPresent()) return shipped(shipped.get(), arguments);
        if (JavaCommand.is(word)) return JavaCommand.parse(executable(word), jvmOptions);
        ClassPath classPath = ClassPath.ofEnvironment();
        if (isClass(word, classPath))
            return Program.Java.here(jvmOptions, classPath, EntryPoint.ofClass(word), arguments);
        return command(word, classPath);
    }

    private ClassPath modulesClassPath() {
        return options.classPath == null ? ClassPath.ofVariable() : ClassPath.parse(options.classPath);
    }

    private Program source(String file, List<String> arguments) {
        if (!Files.isRegularFile(Path.of(file))) throw new BadInputException("no such source file: " + file);
        ClassPath classPath =
                options.classPath == null ? ClassPath.ofEnvironment() : ClassPath.parse(options.classPath);
        return Program.Java.here(jvmOptions, classPath, EntryPoint.ofSource(file), arguments);
    }

    private Program jar(String name, List<String> arguments) {
        Program.Java program = Program.Java.ofJar(jvmOptions, ProgramJar.read(name), arguments);
        if (options.classPath == null) return program;
        ClassPath both =
                program.classPath().plus(ClassPath.parse(options.classPath).entries());
        return new Program.Java(program.java(), program.jvmOptions(), both, program.main(), program.arguments());
    }

    private Program inClassPath(String word, List<String> arguments) {
        ClassPath classPath = ClassPath.parse(options.classPath);
        if (isClass(word, classPath))
            return Program.Java.here(jvmOptions, classPath, EntryPoint.ofClass(word), arguments);
        return ShippedProgram.named(word)
                .map(program -> shipped(program, arguments))
                .orElseThrow(() -> new BadInputException("no class " + word + " in the class path " + classPath));
    }

    private Program shipped(ShippedProgram program, List<String> arguments) {
        ClassPath own = options.classPath == null ? ClassPath.of(List.of()) : ClassPath.parse(options.classPath);
        return Program.Java.here(jvmOptions, own, EntryPoint.ofClass(program.mainClass()), arguments);
    }

    private boolean isClass(String word, ClassPath classPath) {
        return word.matches("[^/.\\\\:*?\"<>|]+([/.][^/.\\\\:*?\"<>|]+)*")
                && MainClass.exists(word, classPath.plus(installation.ranks()));
    }

    private Program command(String word, ClassPath classPath) {
        if (word.endsWith(".java"))
            throw new BadInputException("no such source file: " + word + Suggestion.text(word, sources()));
        if (word.endsWith(".jar")) throw new BadInputException("no such jar: " + word);
        if (!isExecutable(word))
            throw new BadInputException("no program " + word + ": not a class in the class path " + classPath
                    + ", not a command, and not one of " + ShippedProgram.names() + slip(word));
        if (!jvmOptions.isEmpty())
            throw new BadInputException(
                    "JVM option " + jvmOptions.get(0) + " given, but " + word + " is not a Java program");
        return new Program.Command(executable(word));
    }

    /** Returns a question that names what may be meant. */
    private static String slip(String word) {
        if (word.matches("\\d+")) return Suggestion.text("-np" + word, List.of());
        if (isFile(word + ".java")) return "; did you mean " + word + ".java?";
        List<String> names = sources();
        for (Object[] each : List.of(ShippedProgram.values(), ShippedTool.values(), Subcommand.values()))
            for (Object name : each) names.add(name.toString());
        names.add(OptionTable.SHELL);
        names.addAll(OPTIONS_WITHOUT_PROGRAM);
        return Suggestion.text(word, names);
    }

    private static List<String> sources() {
        String[] found = new File(".").list((folder, name) -> name.endsWith(".java"));
        return found == null ? new ArrayList<>() : new ArrayList<>(List.of(found));
    }

    private static boolean isFile(String name) {
        return new File(name).isFile();
    }

    /** Returns the words with a command's relative path resolved here, as ranks may start in another folder. */
    private List<String> executable(String word) {
        if (!isExecutable(word)) throw new BadInputException("no command " + word + " that can be executed");
        List<String> words = new ArrayList<>(options.words);
        if (word.indexOf(File.separatorChar) >= 0)
            words.set(0, Path.of(word).toAbsolutePath().toString());
        return words;
    }

    private static boolean isExecutable(String word) {
        // Windows also tries names with its extensions.
        if (File.separatorChar == '\\') return true;
        return CommandPath.ofSystem().isCommand(word);
    }

    /** @throws BadInputException if a Java could not run the program */
    static void check(Program.Java program, JavaRelease release, Installation installation) {
        EntryPoint main = program.main();
        if (main.kind() == EntryPoint.Kind.MODULE) {
            ModulePath.of(program.jvmOptions()).check(main.name(), installation, release);
        } else if (main.kind() == EntryPoint.Kind.CLASS) {
            ClassPath all = program.classPath().plus(installation.ranks());
            if (!MainClass.exists(main.name(), all))
                throw new BadInputException("no class " + main.name() + " in the class path " + program.classPath());
            MainClass.check(main.name(), all, release);
        }
    }
}
