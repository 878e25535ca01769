package org.jmpi.run.cli;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jmpi.run.program.JvmOptions;
import org.jmpi.run.system.BadInputException;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/** The part of the command line that is about one program: an application context. */
public final class AppOptions {
    /** The word between two contexts. */
    static final String SEPARATOR = ":";

    /** The number of ranks; null if it is not said. */
    public Integer ranks;

    public String classPath;
    public String jar;
    public String module;
    public final List<String> variables = new ArrayList<>();
    public String directory;

    /** The program and its arguments; only the arguments if {@link #jar} or {@link #module} is the program. */
    public final List<String> words = new ArrayList<>();

    /** The options of the JVM, in an order that it takes. */
    public final List<String> jvmOptions = new ArrayList<>();

    /**
     * Reads a command line, up to the next context.
     *
     * @throws CommandLine.ParameterException if an option's value is missing or malformed, or one is given twice
     */
    static ParseResult parse(String... args) {
        // It warns of names such as --watch=web, whose beginning is another name.
        CommandLine.tracer().setLevel(CommandLine.TraceLevel.OFF);
        return new CommandLine(OptionTable.command(args))
                .setStopAtPositional(true)
                .setUnmatchedArgumentsAllowed(true)
                .setPosixClusteredShortOptionsAllowed(false)
                .setExpandAtFiles(false)
                .parseArgs(args);
    }

    /**
     * Takes the values of the context's options.
     *
     * @param rows the values
     * @param job takes those of the options for all contexts
     * @return the words of the next context; null if there is none
     * @throws BadInputException if there is an option that is neither jmpirun's nor the JVM's, or one that asks for
     *     what jmpirun cannot do
     */
    List<String> take(ParseResult given, OptionRows rows, Options job) {
        OptionTable.take(rows, job, this);
        for (String word : given.unmatched()) {
            if (!JvmOptions.contains(word)) throw unknown(word);
            jvmOptions.add(word);
        }
        Collections.addAll(words, given.matchedPositionalValue(0, new String[0]));
        int end = words.indexOf(SEPARATOR);
        if (end < 0) return null;
        List<String> next = List.copyOf(words.subList(end + 1, words.size()));
        words.subList(end, words.size()).clear();
        return next;
    }

    private static BadInputException unknown(String word) {
        String meant = Suggestion.text(word, new OptionTable().names());
        return new BadInputException(
                "unknown option: " + word + meant + (meant.isEmpty() ? "; see" : " See") + " jmpirun --help");
    }

    /**
     * Reads further contexts.
     *
     * @throws CommandLine.ParameterException if an option's value is missing or malformed, or one is given twice
     * @throws BadInputException if a context has an option that is for all of them, or no program
     */
    static List<AppOptions> parseFurther(List<String> words) {
        List<AppOptions> apps = new ArrayList<>();
        for (List<String> next = words; next != null; ) {
            AppOptions app = new AppOptions();
            ParseResult given = parse(next.toArray(new String[0]));
            next = app.take(given, OptionRows.of(given, true), new Options());
            if (app.isEmpty()) throw new BadInputException("':' and no program behind it");
            apps.add(app);
        }
        return apps;
    }

    /** Takes what the command line says for all contexts of a file, as far as this one does not. */
    void takeDefaults(AppOptions line) {
        if (classPath == null) classPath = line.classPath;
        if (directory == null) directory = line.directory;
        variables.addAll(0, line.variables);
        jvmOptions.addAll(0, line.jvmOptions);
    }

    /** Returns whether no program is named. */
    boolean isEmpty() {
        return words.isEmpty() && jar == null && module == null;
    }
}
