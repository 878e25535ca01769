package org.jmpi.run.command;

import java.io.IOException;
import java.io.InputStream;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jdk.jshell.tool.JavaShellToolBuilder;
import org.jmpi.run.cli.AppOptions;
import org.jmpi.run.cli.OptionTable;
import org.jmpi.run.cli.Options;
import org.jmpi.run.program.ClassPath;
import org.jmpi.run.program.Installation;
import org.jmpi.run.system.BadInputException;

/** Java's shell with a world of ranks to play with, which are threads: {@code jmpirun -np 4 jshell}. */
public final class JShell {
    private static final String SCRIPT = "start-up.jsh";

    private JShell() {}

    /** Returns whether the command line asks for the shell. */
    public static boolean isAskedFor(Options options) {
        List<String> words = options.apps.get(0).words;
        return options.apps.size() == 1 && !words.isEmpty() && words.get(0).equals(OptionTable.SHELL);
    }

    /**
     * Runs the shell until the user ends it.
     *
     * @return the exit code
     * @throws BadInputException if this JVM has none
     */
    public static int run(Options options, Installation installation) {
        AppOptions app = options.apps.get(0);
        int ranks = app.ranks == null ? options.mapPolicy.defaultRanks(options.hosts) : app.ranks;
        if (ranks < 1) throw new BadInputException("-np " + ranks + ": at least 1 rank is needed");
        ClassPath own = app.classPath == null ? ClassPath.of(List.of()) : ClassPath.parse(app.classPath);
        List<String> words = words(own.plus(installation.ranks()), ranks);
        for (String option : app.jvmOptions) words.add("-R" + option);
        words.addAll(app.words.subList(1, app.words.size()));
        try {
            return JavaShellToolBuilder.builder().start(words.toArray(new String[0]));
        } catch (NoClassDefFoundError e) {
            throw new BadInputException("jshell: this JVM has no jshell, take that of a JDK", e);
        } catch (Exception e) {
            throw new BadInputException("jshell: " + e.getMessage(), e);
        }
    }

    /** Returns the arguments of a shell with ranks, whose programs have a class path. */
    static List<String> words(ClassPath path, int ranks) {
        List<String> words = new ArrayList<>();
        words.addAll(List.of("--class-path", path.toString()));
        words.addAll(
                List.of("--startup", "DEFAULT", "--startup", script(path, ranks).toString()));
        return words;
    }

    private static Path script(ClassPath path, int ranks) {
        try (InputStream in = JShell.class.getResourceAsStream(SCRIPT);
                URLClassLoader programs = path.loader(null)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("${ranks}", Integer.toString(ranks))
                    .replace("${imports}", programs.findResource("mpi/MPI.class") == null ? "" : "import mpi.*;");
            Path file = Files.createTempFile("jmpirun-", ".jsh");
            file.toFile().deleteOnExit();
            return Files.writeString(file, text);
        } catch (IOException e) {
            throw new BadInputException("jshell: cannot write its start-up script: " + e.getMessage(), e);
        }
    }
}
