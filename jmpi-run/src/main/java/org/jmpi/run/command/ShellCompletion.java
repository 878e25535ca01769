package org.jmpi.run.command;

import java.util.List;
import org.jmpi.run.cli.OptionTable;
import org.jmpi.run.cli.Subcommand;
import org.jmpi.run.system.BadInputException;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Prints what a system wants to know about jmpirun's options: shells, and the reader of manual pages. */
final class ShellCompletion {
    private static final String MANUAL = "man";

    /** The words that {@code jmpirun completion} takes. */
    static final List<String> WORDS = List.of("bash", "zsh", MANUAL);

    /** Where the script of picocli offers commands at any place of the command line. */
    private static final String ANYWHERE = "${commands// /$'\\n'}${IFS}";

    private ShellCompletion() {}

    /**
     * Prints it.
     *
     * @param what the shell, or {@code man}
     * @return the exit code
     * @throws BadInputException if the word is another one
     */
    static int run(String what) {
        if (!WORDS.contains(what))
            throw new BadInputException("completion " + what + ": neither bash, zsh nor " + MANUAL);
        // The script of bash prepares zsh to run it.
        System.out.print(what.equals(MANUAL) ? ManualPage.text() : script());
        return 0;
    }

    static String script() {
        CommandSpec command = new OptionTable().completed();
        for (Subcommand each : Subcommand.values()) command.addSubcommand(each.toString(), SubcommandRun.spec(each));
        String script = AutoComplete.bash("jmpirun", new CommandLine(command));
        // Commands are the first word alone, and the shell goes on with the names of files.
        return script.replace(ANYWHERE, "").replaceAll("(?m)^.*compopt \\+o default\\R", "");
    }
}
