package org.jmpi.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Stack;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Unmatched;

/** The command line of jmpirun as picocli fills it in. */
@Command(
        name = "jmpirun",
        sortOptions = false,
        versionProvider = Version.class,
        customSynopsis = {
            "jmpirun [-np N] [options] [jvm options] [-cp PATH] CLASS [arguments]",
            "       jmpirun [-np N] [options] [jvm options] -jar JAR [arguments]",
            "       jmpirun [-np N] [options] hello|ring|pingpong|mandelbrot|ibm [arguments]",
            "       jmpirun [-np N] [options] java|COMMAND [arguments]",
            "       jmpirun suite [--help | options of the suite]"
        },
        description = {
            "Starts N ranks of an MPI program and waits for their end.",
            "What starts with -X, -D, -ea, -agentlib, -javaagent, --add-opens and the like goes to the JVM of each rank;",
            "everything after the program goes to the program."
        },
        footer = {
            "",
            "Exit code: 0 if every rank ended well, else that of the rank that failed first, 128 plus the signal if it was",
            "killed; 2 if nothing could be started, 110 after --timeout."
        })
final class Options {
    @Option(
            names = {"-np", "-n"},
            paramLabel = "N",
            description = "number of ranks (default: the number of cores)")
    int ranks = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--transport",
            paramLabel = "NAME",
            description =
                    "how messages travel: 'threads' (all ranks in one JVM), 'shm' (shared memory), 'socket' (TCP) or 'auto'"
                            + " (the best for each pair of ranks, the default)")
    String transport;

    @Option(
            names = "--threads-per-process",
            paramLabel = "T",
            description =
                    "makes T ranks the threads of a JVM; they exchange messages there, and the JVMs by the transport")
    Integer threadsPerProcess;

    @Option(
            names = "--bind-to",
            paramLabel = "core|none",
            description = "'core' gives each rank a core, in turn, by the command taskset (default: none)")
    String binding = "none";

    @Option(
            names = {"-cp", "-classpath", "--class-path"},
            paramLabel = "PATH",
            description = "class path of the program; JMPI's own jars are added")
    String classPath;

    @Option(
            names = "-jar",
            paramLabel = "JAR",
            parameterConsumer = JarAndArguments.class,
            description = "jar of the program; ends the options")
    String jar;

    @Option(
            names = "-x",
            paramLabel = "VAR[=VALUE]",
            description = "sets an environment variable for the ranks, or checks that it is set; may be repeated")
    List<String> variables = new ArrayList<>();

    @Option(
            names = {"-wdir", "--wdir"},
            paramLabel = "DIR",
            description = "folder in which the ranks start")
    String directory;

    @Option(names = "--tag-output", description = "prefixes each line of output with [rank]")
    boolean tag;

    @Option(
            names = "--output-dir",
            paramLabel = "DIR",
            description = "writes each rank's output to DIR/rank-N.out and DIR/rank-N.err instead")
    String outputFolder;

    @Option(names = "--stdin", paramLabel = "RANK|all|none", description = "who reads standard input (default: rank 0)")
    String input = "0";

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "after this time prints every rank's Java stacks and queues, ends all ranks, exits 110")
    Double timeoutSeconds;

    @Option(
            names = "--check",
            description = "looks for mistakes in the program: collective calls that differ, buffers that overlap ...")
    boolean check;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "port on which the ranks find jmpirun (default: any that is free)")
    Integer port;

    @Option(names = "-v", description = "tells what is started, where ranks are, and how they end")
    boolean verbose;

    @Option(
            names = {"--help", "-h"},
            usageHelp = true,
            description = "prints this text")
    boolean help;

    @Option(names = "--version", versionHelp = true, description = "prints the version")
    boolean version;

    @Unmatched
    List<String> unmatched = new ArrayList<>();

    @Parameters(hidden = true)
    List<String> words = new ArrayList<>();

    private final CommandLine parser;

    Options() {
        CommandSpec spec = CommandSpec.forAnnotatedObject(this);
        for (String name : JvmOptions.WITH_VALUE)
            spec.addOption(OptionSpec.builder(name)
                    .arity("1")
                    .type(String[].class)
                    .hidden(true)
                    .build());
        parser = new CommandLine(spec)
                .setStopAtPositional(true)
                .setUnmatchedArgumentsAllowed(true)
                .setPosixClusteredShortOptionsAllowed(false)
                .setExpandAtFiles(false);
    }

    /**
     * Reads the command line.
     *
     * @return whether that is all, because it asked for help or the version, which have been printed
     * @throws ParameterException if an option's value is missing or malformed
     */
    boolean parse(String... args) {
        return CommandLine.printHelpIfRequested(parser.parseArgs(args));
    }

    /**
     * Returns the options of the JVM in an order that it takes.
     *
     * @throws BadInputException if there is an option that is neither jmpirun's nor the JVM's
     */
    List<String> jvmOptions() {
        for (String word : unmatched)
            if (!JvmOptions.contains(word))
                throw new BadInputException("unknown option: " + word + "; see jmpirun --help");
        List<String> options = new ArrayList<>();
        for (String name : JvmOptions.WITH_VALUE)
            for (String value : parser.getParseResult().matchedOptionValue(name, new String[0]))
                Collections.addAll(options, name, value);
        options.addAll(unmatched);
        return options;
    }

    /** Takes the jar and all that follows: options after the program belong to the program. */
    static final class JarAndArguments implements IParameterConsumer {
        @Override
        public void consumeParameters(Stack<String> args, ArgSpec arg, CommandSpec command) {
            if (args.isEmpty()) throw new ParameterException(command.commandLine(), "no jar given after -jar");
            arg.setValue(args.pop());
            List<String> words = ((Options) command.userObject()).words;
            while (!args.isEmpty()) words.add(args.pop());
        }
    }
}
