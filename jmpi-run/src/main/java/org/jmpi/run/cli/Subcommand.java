package org.jmpi.run.cli;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The commands of jmpirun that start no job, by the first word of the command line. */
public enum Subcommand {
    PS("Lists the running jobs that this user has started on this host."),
    STACKS("Prints the Java stacks and queues of all ranks of a running job, and which ranks wait for which."),
    STOP("Ends a running job as Ctrl-C does, and waits for its end."),
    WATCH("Shows every second what each rank of a running job does, until the job has ended."),
    NEW("Writes a Maven project into a new or empty folder: a program, a test of it with four ranks, and a jar."),
    COMPLETION("Prints the script with which a shell completes jmpirun's options: source <(jmpirun completion bash)."),
    DOCTOR("Says what would keep jobs from running well, and the remedy. The exit code is 1 if jobs would fail.");

    private final String description;

    Subcommand(String description) {
        this.description = description;
    }

    /** Returns the command that a command line begins with. */
    public static Optional<Subcommand> startedBy(String... args) {
        for (Subcommand command : values())
            if (args.length > 0 && command.toString().equals(args[0])) return Optional.of(command);
        return Optional.empty();
    }

    static String names() {
        return Arrays.stream(values()).map(Subcommand::toString).collect(Collectors.joining("|"));
    }

    /** Returns what the command does. */
    public String description() {
        return description;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
