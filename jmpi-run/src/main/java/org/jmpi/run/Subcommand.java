package org.jmpi.run;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jmpi.run.watch.JobFolder;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** What jmpirun does besides starting a job, by the very first word of the command line. */
enum Subcommand {
    PS("Lists the running jobs that this user has started on this host."),
    STACKS("Prints the Java stacks and queues of all ranks of a running job, and which ranks wait for which."),
    STOP("Ends a running job as Ctrl-C does, and waits for its end."),
    WATCH("Shows every second what each rank of a running job does, until the job has ended."),
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
        if (this == DOCTOR) Doctor.addOptions(spec);
        else if (this != PS) spec.addPositional(job());
        if (this == WATCH)
            spec.addOption(OptionSpec.builder(WEB)
                    .type(boolean.class)
                    .description("shows it as a page on this host, whose address is printed")
                    .build());
        return spec;
    }

    private static PositionalParamSpec job() {
        return PositionalParamSpec.builder()
                .index("0")
                .arity("0..1")
                .type(String.class)
                .paramLabel("JOB")
                .description("the name of the job, as 'jmpirun ps' lists it, or its beginning, or the process id of its"
                        + " jmpirun; may be left out if only one job runs")
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
        JobCommands commands = new JobCommands(JobFolder.ofUser(ThisHost.temporaryFolder()), System.out, System.err);
        String job = this == PS ? null : given.matchedPositionalValue(0, null);
        return switch (this) {
            case PS -> commands.list();
            case STACKS -> commands.stacks(job);
            case STOP -> commands.stop(job);
            case WATCH -> commands.watch(job, given.hasMatchedOption(WEB));
            case DOCTOR -> throw new IllegalStateException("it has run");
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
