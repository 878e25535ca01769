package org.jmpi.run;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jmpi.run.watch.JobFolder;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** The commands of jmpirun that start no job, by the first word of the command line. */
enum Subcommand {
    PS("Lists the running jobs that this user has started on this host."),
    STACKS("Prints the Java stacks and queues of all ranks of a running job, and which ranks wait for which."),
    STOP("Ends a running job as Ctrl-C does, and waits for its end."),
    WATCH("Shows every second what each rank of a running job does, until the job has ended."),
    NEW("Writes a Maven project into a new or empty folder: a program, a test of it with four ranks, and a jar."),
    COMPLETION("Prints the script with which a shell completes jmpirun's options: source <(jmpirun completion bash)."),
    DOCTOR("Says what would keep jobs from running well, and the remedy. The exit code is 1 if jobs would fail.");

    private static final String WEB = "--web";

    private final String description;

    Subcommand(String description) {
        this.description = description;
    }

    /** Returns the command that a command line begins with. */
    static Optional<Subcommand> startedBy(String... args) {
        for (Subcommand command : values())
            if (args.length > 0 && command.toString().equals(args[0])) return Optional.of(command);
        return Optional.empty();
    }

    static String names() {
        return Arrays.stream(values()).map(Subcommand::toString).collect(Collectors.joining("|"));
    }

    /** Returns the model of the command line behind the command's name. */
    CommandSpec spec() {
        CommandSpec spec = CommandSpec.create().name("jmpirun " + this);
        spec.usageMessage().description(description).width(110);
        spec.addOption(OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("prints this text")
                .build());
        switch (this) {
            case PS -> {}
            case DOCTOR -> Doctor.addOptions(spec);
            case NEW -> spec.addPositional(positional("1", "FOLDER", List.of(), "its name is that of the project"));
            case COMPLETION -> {
                String label = String.join("|", Completion.WORDS);
                spec.addPositional(positional("1", label, Completion.WORDS, "the shell, or 'man' for the manual page"));
            }
            default ->
                spec.addPositional(positional(
                        "0..1",
                        "JOB",
                        List.of(),
                        "the name of the job, as 'jmpirun ps' lists it, or its beginning, or the process id of its"
                                + " jmpirun; may be left out if only one job runs"));
        }
        if (this == WATCH)
            spec.addOption(OptionSpec.builder(WEB)
                    .type(boolean.class)
                    .description("shows it as a page on this host, whose address is printed")
                    .build());
        return spec;
    }

    private static PositionalParamSpec positional(String arity, String label, List<String> words, String description) {
        return PositionalParamSpec.builder()
                .index("0")
                .arity(arity)
                .required(!arity.startsWith("0"))
                .type(String.class)
                .paramLabel(label)
                .completionCandidates(words.isEmpty() ? null : words)
                .description(description)
                .build();
    }

    /**
     * Runs the command.
     *
     * @param args the command line that it is first in
     * @return the exit code
     * @throws CommandLine.ParameterException if there is an option that it does not know
     * @throws BadInputException if it cannot do what is asked for
     */
    int run(String... args) {
        CommandLine line = new CommandLine(spec());
        String[] own = Arrays.copyOfRange(args, 1, args.length);
        ParseResult given = line.parseArgs(own);
        if (given.isUsageHelpRequested()) {
            System.out.print(line.getUsageMessage(CommandLine.Help.Ansi.OFF));
            return 0;
        }
        if (this == DOCTOR) return Doctor.run(System.out, own);
        String word = this == PS ? null : given.matchedPositionalValue(0, null);
        JobCommands commands = new JobCommands(JobFolder.ofUser(ThisHost.temporaryFolder()), System.out, System.err);
        return switch (this) {
            case PS -> commands.list();
            case STACKS -> commands.stacks(word);
            case STOP -> commands.stop(word);
            case WATCH -> commands.watch(word, given.hasMatchedOption(WEB));
            case NEW -> NewProject.run(word, Installation.repository());
            case COMPLETION -> Completion.run(word);
            case DOCTOR -> throw new IllegalStateException("it has run");
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
