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
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The command line of jmpirun, read. */
final class Options {
    int ranks = Runtime.getRuntime().availableProcessors();
    String transport;
    Integer threadsPerProcess;
    String objectCodec;
    String binding;
    String oversubscribeLimit;
    String classPath;
    String jar;
    String module;
    List<String> variables;
    String directory;
    List<String> serialAllow;
    boolean mpjArgs;
    boolean tag;
    String outputFolder;
    String input;
    Double timeoutSeconds;
    boolean check;
    Integer port;
    boolean verbose;
    boolean train;

    /** The program and its arguments; only the arguments if {@link #jar} or {@link #module} is the program. */
    final List<String> words = new ArrayList<>();

    private final List<String> jvmOptions = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    /**
     * Reads the command line.
     *
     * @return whether that is all, because it asked for help or the version, which have been printed
     * @throws ParameterException if an option's value is missing or malformed, or one is given twice
     * @throws BadInputException if there is an option that is neither jmpirun's nor the JVM's, or one that asks for
     *     what jmpirun cannot do
     */
    boolean parse(String... args) {
        OptionTable table = new OptionTable(
                new ProgramAndArguments("JAR", name -> jar = name),
                new ProgramAndArguments("MODULE[/CLASS]", name -> module = name));
        CommandLine parser = new CommandLine(table.command(args))
                .setStopAtPositional(true)
                .setUnmatchedArgumentsAllowed(true)
                .setPosixClusteredShortOptionsAllowed(false)
                .setExpandAtFiles(false);
        ParseResult given = parser.parseArgs(args);
        if (given.isUsageHelpRequested()) System.out.print(table.help());
        else if (given.isVersionHelpRequested()) System.out.println(Version.text());
        if (given.isUsageHelpRequested() || given.isVersionHelpRequested()) return true;
        takeJvmOptions(table, given);
        take(given);
        notes.addAll(ForeignOptions.check(given));
        return false;
    }

    /** Returns the options of the JVM in an order that it takes. */
    List<String> jvmOptions() {
        return jvmOptions;
    }

    /** Returns the lines about options that have no effect. */
    List<String> notes() {
        return notes;
    }

    private void take(ParseResult given) {
        ranks = given.matchedOptionValue("-np", perHost(given));
        transport = given.matchedOptionValue("--transport", device(given));
        threadsPerProcess = given.matchedOptionValue("--threads-per-process", null);
        objectCodec = given.matchedOptionValue("--object-codec", null);
        binding = given.matchedOptionValue("--bind-to", oldBinding(given));
        oversubscribeLimit = given.matchedOptionValue("--oversubscribe-limit", null);
        classPath = given.matchedOptionValue("-cp", null);
        variables = variables(given);
        directory = given.matchedOptionValue("-wdir", null);
        serialAllow = List.of(given.matchedOptionValue("--serial-allow", new String[0]));
        mpjArgs = given.hasMatchedOption("--mpj-args");
        tag = given.hasMatchedOption("--tag-output");
        outputFolder = given.matchedOptionValue("--output-dir", null);
        input = given.matchedOptionValue("--stdin", "0");
        timeoutSeconds = given.matchedOptionValue("--timeout", null);
        check = given.hasMatchedOption("--check");
        port = given.matchedOptionValue("--port", null);
        verbose = given.hasMatchedOption("-v");
        train = given.hasMatchedOption("--train");
        Collections.addAll(words, given.matchedPositionalValue(0, new String[0]));
        int colon = words.indexOf(":");
        if (colon >= 0 && words.subList(colon + 1, words.size()).stream().anyMatch(OptionTable.NUMBER::contains))
            throw new BadInputException(
                    "':' and another program: all ranks run the same program, with the same arguments");
    }

    /** Returns the number of ranks that an option for hosts asks for, or else the default. */
    private int perHost(ParseResult given) {
        int slots = 0;
        if (given.hasMatchedOption("--host"))
            slots = HostList.parse("--host", given.matchedOptionValue("--host", ""))
                    .slots();
        if (given.hasMatchedOption("--hostfile"))
            slots = HostList.read("--hostfile", given.matchedOptionValue("--hostfile", ""))
                    .slots();
        int perHost = given.hasMatchedOption("-pernode") ? 1 : given.matchedOptionValue("-ppn", slots);
        Integer asked = given.matchedOptionValue("-np", null);
        if (given.hasMatchedOption("-ppn") && asked != null && asked > perHost)
            throw new BadInputException("-np " + asked + " with " + perHost + " ranks per host needs several hosts:"
                    + " jobs run on this host only");
        return perHost > 0 ? perHost : ranks;
    }

    /** Returns the transport that MPJ Express's name for it stands for; null if that is not given. */
    private static String device(ParseResult given) {
        String device = given.matchedOptionValue("-dev", null);
        if (device == null) return null;
        return switch (device) {
            case "multicore", "smpdev", "hybdev" -> Installation.THREADS;
            case "niodev" -> "socket";
            case "native" -> Installation.AUTO;
            default ->
                throw new BadInputException("-dev " + device + ": jmpirun has --transport instead; it takes"
                        + " multicore, hybdev (--transport threads), niodev (socket) and native (auto)");
        };
    }

    private static String oldBinding(ParseResult given) {
        if (given.hasMatchedOption("-bind-to-core")) return "core";
        return given.hasMatchedOption("-bind-to-none") ? "none" : null;
    }

    /** Returns the settings of variables; MPICH's options have name and value in two words. */
    private static List<String> variables(ParseResult given) {
        List<String> settings = new ArrayList<>(List.of(given.matchedOptionValue("-x", new String[0])));
        String[] pairs = given.matchedOptionValue("-genv", new String[0]);
        for (int i = 0; i < pairs.length; i += 2) settings.add(pairs[i] + "=" + pairs[i + 1]);
        for (String list : given.matchedOptionValue("-genvlist", new String[0]))
            Collections.addAll(settings, list.split(","));
        return settings;
    }

    private void takeJvmOptions(OptionTable table, ParseResult given) {
        for (String name : JvmOptions.WITH_VALUE)
            for (String value : given.matchedOptionValue(name, new String[0]))
                Collections.addAll(jvmOptions, name, value);
        for (String word : given.unmatched()) {
            if (!JvmOptions.contains(word))
                throw new BadInputException(
                        "unknown option: " + word + Suggestion.text(word, table.names()) + "; see jmpirun --help");
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
