package org.jmpi.run.command;

import java.util.Arrays;
import java.util.List;
import org.jmpi.run.cli.Subcommand;
import org.jmpi.run.doctor.Doctor;
import org.jmpi.run.program.Installation;
import org.jmpi.run.system.BadInputException;
import org.jmpi.run.system.ThisHost;
import org.jmpi.run.watch.JobFolder;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** What the commands of jmpirun do that start no job. */
public final class SubcommandRun {
    private static final String WEB = "--web";

    private SubcommandRun() {}

    /** Returns the model of the command line behind a command's name. */
    static CommandSpec spec(Subcommand command) {
        CommandSpec spec = CommandSpec.create().name("jmpirun " + command);
        spec.usageMessage().description(command.description()).width(110);
        spec.addOption(OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("prints this text")
                .build());
        switch (command) {
            case PS -> {}
            case DOCTOR -> Doctor.addOptions(spec);
            case NEW -> spec.addPositional(positional("1", "FOLDER", List.of(), "its name is that of the project"));
            case COMPLETION -> {
                String label = String.join("|", ShellCompletion.WORDS);
                spec.addPositional(
                        positional("1", label, ShellCompletion.WORDS, "the shell, or 'man' for the manual page"));
            }
            default ->
                spec.addPositional(positional(
                        "0..1",
                        "JOB",
                        List.of(),
                        "the name of the job, as 'jmpirun ps' lists it, or its beginning, or the process id of its"
                                + " jmpirun; may be left out if only one job runs"));
        }
        if (command == Subcommand.WATCH)
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
     * Runs a command.
     *
     * @param command which one
     * @param args the command line that it is first in
     * @return the exit code
     * @throws CommandLine.ParameterException if there is an option that it does not know
     * @throws BadInputException if it cannot do what is asked for
     */
    public static int run(Subcommand command, String... args) {
        CommandLine line = new CommandLine(spec(command));
        String[] own = Arrays.copyOfRange(args, 1, args.length);
        ParseResult given = line.parseArgs(own);
        if (given.isUsageHelpRequested()) {
            System.out.print(line.getUsageMessage(CommandLine.Help.Ansi.OFF));
            return 0;
        }
        if (command == Subcommand.DOCTOR) return Doctor.run(System.out, own);
        String word = command == Subcommand.PS ? null : given.matchedPositionalValue(0, null);
        JobCommands commands = new JobCommands(JobFolder.ofUser(ThisHost.temporaryFolder()), System.out, System.err);
        return switch (command) {
            case PS -> commands.list();
            case STACKS -> commands.stacks(word);
            case STOP -> commands.stop(word);
            case WATCH -> commands.watch(word, given.hasMatchedOption(WEB));
            case NEW -> NewProject.run(word, Installation.repository());
            case COMPLETION -> ShellCompletion.run(word);
            case DOCTOR -> throw new IllegalStateException("it has run");
        };
    }
}
