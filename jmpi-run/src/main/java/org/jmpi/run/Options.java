package org.jmpi.run;

import java.util.ArrayList;
import java.util.Arrays;
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
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The command line of jmpirun. It is described by picocli's model: annotations would be read by reflection at each start. */
final class Options {
    int ranks = Runtime.getRuntime().availableProcessors();
    String transport;
    Integer threadsPerProcess;
    String objectCodec;
    String binding;
    String classPath;
    String jar;
    String module;
    List<String> variables;
    String directory;
    boolean tag;
    String outputFolder;
    String input;
    Double timeoutSeconds;
    boolean check;
    Integer port;
    boolean verbose;

    /** The program and its arguments; only the arguments if {@link #jar} or {@link #module} is the program. */
    final List<String> words = new ArrayList<>();

    private final List<String> jvmOptions = new ArrayList<>();

    /**
     * Reads the command line.
     *
     * @return whether that is all, because it asked for help or the version, which have been printed
     * @throws ParameterException if an option's value is missing or malformed, or one is given twice
     * @throws BadInputException if there is an option that is neither jmpirun's nor the JVM's
     */
    boolean parse(String... args) {
        CommandLine parser = new CommandLine(command())
                .setStopAtPositional(true)
                .setUnmatchedArgumentsAllowed(true)
                .setPosixClusteredShortOptionsAllowed(false)
                .setExpandAtFiles(false);
        ParseResult given = parser.parseArgs(args);
        if (printed(parser, given)) return true;
        take(given);
        takeJvmOptions(given);
        return false;
    }

    private static boolean printed(CommandLine parser, ParseResult given) {
        if (given.isUsageHelpRequested()) parser.usage(System.out);
        else if (given.isVersionHelpRequested()) System.out.println(Version.text());
        else return false;
        return true;
    }

    /** Returns the options of the JVM in an order that it takes. */
    List<String> jvmOptions() {
        return jvmOptions;
    }

    private CommandSpec command() {
        CommandSpec command = CommandSpec.create().name("jmpirun");
        describe(command.usageMessage());
        addOptionsOfJob(command);
        addOptionsOfRanks(command);
        addOptionsOfJmpirun(command);
        for (String name : JvmOptions.WITH_VALUE)
            command.addOption(
                    option(name).type(String[].class).arity("1").hidden(true).build());
        return command.addPositional(PositionalParamSpec.builder()
                .type(String[].class)
                .arity("0..*")
                .hidden(true)
                .build());
    }

    private static void describe(UsageMessageSpec usage) {
        usage.sortOptions(false);
        usage.customSynopsis(
                "jmpirun [-np N] [options] [jvm options] [-cp PATH] CLASS [arguments]",
                "       jmpirun [-np N] [options] [jvm options] [-cp PATH] FILE.java [arguments]",
                "       jmpirun [-np N] [options] [jvm options] [-jar] JAR [arguments]",
                "       jmpirun [-np N] [options] [jvm options] --module-path PATH -m MODULE[/CLASS] [arguments]",
                "       jmpirun [-np N] [options] hello|ring|pingpong|mandelbrot|matrix|init|ibm [args]",
                "       jmpirun [-np N] [options] java|COMMAND [arguments]",
                "       jmpirun suite|bench|figures [--help | options of the tool]");
        usage.description(
                "Starts N ranks of an MPI program and waits for their end.",
                "What starts with -X, -D, -ea, -agentlib, -javaagent, --add-opens and the like goes to the JVM of each rank;"
                        + " everything after the program goes to the program.",
                "");
        usage.footer(
                "",
                "Exit code: 0 if every rank ended well, else that of the rank that failed first, 128 plus the signal if it was"
                        + " killed; 2 if nothing could be started, 110 after --timeout.");
    }

    private static OptionSpec.Builder option(String... names) {
        return OptionSpec.builder(names[0], Arrays.copyOfRange(names, 1, names.length));
    }

    private static OptionSpec value(Class<?> type, String label, String description, String... names) {
        return option(names)
                .type(type)
                .paramLabel(label)
                .description(description)
                .build();
    }

    private static OptionSpec flag(String description, String... names) {
        return option(names).type(boolean.class).description(description).build();
    }

    private void addOptionsOfJob(CommandSpec command) {
        command.addOption(value(int.class, "N", "number of ranks (default: the number of cores)", "-np", "-n"));
        command.addOption(value(
                String.class,
                "NAME",
                "how messages travel: 'threads' (all ranks in one JVM), 'shm' (shared memory), 'socket' (TCP), 'rmi' or"
                        + " 'rmi-kryo' (remote method invocation) or 'auto' (the best for each pair of ranks, the default)",
                "--transport"));
        command.addOption(value(
                int.class,
                "T",
                "makes T ranks the threads of a JVM; they exchange messages there, and the JVMs by the transport",
                "--threads-per-process"));
        command.addOption(value(
                String.class,
                "NAME",
                "what turns objects into bytes: 'java' (Java serialisation, the default), 'kryo' (faster) or one of your own",
                "--object-codec"));
        command.addOption(value(
                String.class,
                "core|none",
                "'core' gives each rank a core, in turn, by the command taskset; 'none' leaves them to the scheduler (default:"
                        + " 'core' where each core gets as many processes as any other, else 'none')",
                "--bind-to"));
        command.addOption(value(
                String.class,
                "PATH",
                "class path of the program; JMPI's own jars are added",
                "-cp",
                "-classpath",
                "--class-path"));
        command.addOption(option("-jar")
                .type(String.class)
                .arity("1")
                .paramLabel("JAR")
                .description("jar of the program; ends the options")
                .parameterConsumer(new ProgramAndArguments("JAR", name -> jar = name))
                .build());
        command.addOption(option("-m", "--module")
                .type(String.class)
                .paramLabel("MODULE[/CLASS]")
                .description("module of the program, which --module-path leads to; ends the options")
                .parameterConsumer(new ProgramAndArguments("MODULE[/CLASS]", name -> module = name))
                .build());
    }

    private static void addOptionsOfRanks(CommandSpec command) {
        command.addOption(value(
                String[].class,
                "VAR[=VALUE]",
                "sets an environment variable for the ranks, or checks that it is set; may be repeated",
                "-x"));
        command.addOption(value(String.class, "DIR", "folder in which the ranks start", "-wdir", "--wdir"));
        command.addOption(flag("prefixes each line of output with [rank]", "--tag-output"));
        command.addOption(value(
                String.class,
                "DIR",
                "writes each rank's output to DIR/rank-N.out and DIR/rank-N.err instead",
                "--output-dir"));
        command.addOption(
                value(String.class, "RANK|all|none", "who reads standard input (default: rank 0)", "--stdin"));
    }

    private static void addOptionsOfJmpirun(CommandSpec command) {
        command.addOption(value(
                double.class,
                "SECONDS",
                "after this time prints every rank's Java stacks and queues, ends all ranks, exits 110",
                "--timeout"));
        command.addOption(flag(
                "looks for mistakes in the program: collective calls that differ, buffers that overlap ...",
                "--check"));
        command.addOption(
                value(int.class, "PORT", "port on which the ranks find jmpirun (default: any that is free)", "--port"));
        command.addOption(flag("tells what is started, where ranks are, and how they end", "-v"));
        command.addOption(option("-h", "--help")
                .usageHelp(true)
                .description("prints this text")
                .build());
        command.addOption(option("--version")
                .versionHelp(true)
                .description("prints the version")
                .build());
    }

    private void take(ParseResult given) {
        ranks = given.matchedOptionValue("-np", ranks);
        transport = given.matchedOptionValue("--transport", null);
        threadsPerProcess = given.matchedOptionValue("--threads-per-process", null);
        objectCodec = given.matchedOptionValue("--object-codec", null);
        binding = given.matchedOptionValue("--bind-to", null);
        classPath = given.matchedOptionValue("-cp", null);
        variables = List.of(given.matchedOptionValue("-x", new String[0]));
        directory = given.matchedOptionValue("-wdir", null);
        tag = given.hasMatchedOption("--tag-output");
        outputFolder = given.matchedOptionValue("--output-dir", null);
        input = given.matchedOptionValue("--stdin", "0");
        timeoutSeconds = given.matchedOptionValue("--timeout", null);
        check = given.hasMatchedOption("--check");
        port = given.matchedOptionValue("--port", null);
        verbose = given.hasMatchedOption("-v");
        Collections.addAll(words, given.matchedPositionalValue(0, new String[0]));
    }

    private void takeJvmOptions(ParseResult given) {
        for (String name : JvmOptions.WITH_VALUE)
            for (String value : given.matchedOptionValue(name, new String[0]))
                Collections.addAll(jvmOptions, name, value);
        for (String word : given.unmatched()) {
            if (!JvmOptions.contains(word))
                throw new BadInputException("unknown option: " + word + "; see jmpirun --help");
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
