package org.jmpi.run;

import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Prints what a system wants to know about jmpirun's options: shells, and the reader of manual pages. */
final class Completion {
    private Completion() {}

    /**
     * Prints it.
     *
     * @param what the shell, or {@code man}
     * @return the exit code
     * @throws BadInputException if the word is another one
     */
    static int run(String what) {
        System.out.print(
                switch (what) {
                    // The script of bash prepares zsh to run it.
                    case "bash", "zsh" -> script();
                    case "man" -> ManualPage.text();
                    default -> throw new BadInputException("completion " + what + ": neither bash, zsh nor man");
                });
        return 0;
    }

    static String script() {
        CommandSpec command = new OptionTable(null, null).completed();
        // Where the script knows no word, the shell goes on with the names of files.
        return AutoComplete.bash("jmpirun", new CommandLine(command)).replaceAll("(?m)^.*compopt \\+o default\\R", "");
    }
}
