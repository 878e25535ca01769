package org.jmpi.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Stack;
import java.util.function.Consumer;
import picocli.CommandLine;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The part of the command line that is about one program: an application context. */
final class AppOptions {
    /** The word between two contexts. */
    static final String SEPARATOR = ":";

    /** The options, by their first names, that a context may have if it is not the first one. */
    private static final List<String> OWN = List.of("-np", "-cp", "-jar", "-m", "-x", "-env", "-envlist", "-wdir");

    /** The number of ranks; null if it is not said. */
    Integer ranks;

    String classPath;
    String jar;
    String module;
    List<String> variables = List.of();
    String directory;

    /** The program and its arguments; only the arguments if {@link #jar} or {@link #module} is the program. */
    final List<String> words = new ArrayList<>();

    /** The options of the JVM, in an order that it takes. */
    final List<String> jvmOptions = new ArrayList<>();

    private final OptionTable table = new OptionTable(
            new ProgramAndArguments("JAR", name -> jar = name),
            new ProgramAndArguments("MODULE[/CLASS]", name -> module = name));

    /**
     * Reads a command line, up to the next context.
     *
     * @throws CommandLine.ParameterException if an option's value is missing or malformed, or one is given twice
     */
    ParseResult parse(String... args) {
        // It warns of names such as --watch=web, whose beginning is another name.
        CommandLine.tracer().setLevel(CommandLine.TraceLevel.OFF);
        return new CommandLine(table.command(args))
                .setStopAtPositional(true)
                .setUnmatchedArgumentsAllowed(true)
                .setPosixClusteredShortOptionsAllowed(false)
                .setExpandAtFiles(false)
                .parseArgs(args);
    }

    String help() {
        return table.help();
    }

    /**
     * Takes the values of the context's options.
     *
     * @return the words of the next context; null if there is none
     * @throws BadInputException if there is an option that is neither jmpirun's nor the JVM's
     */
    List<String> take(ParseResult given) {
        ranks = given.matchedOptionValue("-np", null);
        classPath = given.matchedOptionValue("-cp", null);
        directory = given.matchedOptionValue("-wdir", null);
        variables = new ArrayList<>(List.of(given.matchedOptionValue("-x", new String[0])));
        addPairs(given.matchedOptionValue("-env", new String[0]), variables);
        for (String list : given.matchedOptionValue("-envlist", new String[0]))
            Collections.addAll(variables, list.split(","));
        takeJvmOptions(given);
        Collections.addAll(words, given.matchedPositionalValue(0, new String[0]));
        int end = words.indexOf(SEPARATOR);
        if (end < 0) return null;
        List<String> next = List.copyOf(words.subList(end + 1, words.size()));
        words.subList(end, words.size()).clear();
        return next;
    }

    /** Takes the values of a context that is not the first one. */
    private List<String> takeFurther(ParseResult given) {
        for (OptionSpec option : given.matchedOptions())
            if (!OWN.contains(option.names()[0]) && !JvmOptions.WITH_VALUE.contains(option.names()[0]))
                throw new BadInputException(
                        option.names()[0] + ": an option for all programs: write it in front of the first one");
        return take(given);
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
            next = app.takeFurther(app.parse(next.toArray(new String[0])));
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

    /** MPICH's options have name and value in two words. */
    static void addPairs(String[] pairs, List<String> settings) {
        for (int i = 0; i < pairs.length; i += 2) settings.add(pairs[i] + "=" + pairs[i + 1]);
    }

    private void takeJvmOptions(ParseResult given) {
        for (String name : JvmOptions.WITH_VALUE)
            for (String value : given.matchedOptionValue(name, new String[0]))
                Collections.addAll(jvmOptions, name, value);
        for (String word : given.unmatched()) {
            if (!JvmOptions.contains(word)) {
                String meant = Suggestion.text(word, table.names());
                throw new BadInputException(
                        "unknown option: " + word + meant + (meant.isEmpty() ? "; see" : " See") + " jmpirun --help");
            }
            jvmOptions.add(word);
        }
    }

    /** Takes the program and all that follows: options after the program belong to the program. */
    private final class ProgramAndArguments implements IParameterConsumer {
        private final String label;
        private final Consumer<String> program;

        ProgramAndArguments(String label, Consumer<String> program) {
            this.label = label;
            this.program = program;
        }

        @Override
        public void consumeParameters(Stack<String> args, ArgSpec option, CommandSpec command) {
            if (args.isEmpty())
                throw new MissingParameterException(
                        command.commandLine(),
                        option,
                        "Missing required parameter for option '" + ((OptionSpec) option).names()[0] + "' (" + label
                                + ")");
            program.accept(args.pop());
            while (!args.isEmpty()) words.add(args.pop());
        }
    }
}
