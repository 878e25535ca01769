package org.jmpi.run.launcher;

import java.util.List;
import java.util.stream.Collectors;

/** Words as one line for the login shell of a host: a POSIX shell, or csh. */
final class ShellCommand {
    private ShellCommand() {}

    /**
     * Returns a line that starts a command in place of the shell.
     *
     * <p>A word stands in single quotes. In a POSIX shell all is literal between them; csh expands '!' even there,
     * unless a backslash is before it, which a POSIX shell would keep. So '!' stands outside quotes, behind a
     * backslash, as a single quote does. A line break csh takes behind a backslash only, which would make a POSIX shell
     * drop it: words have none.
     */
    static String of(List<String> words) {
        return words.stream().map(ShellCommand::quote).collect(Collectors.joining(" ", "exec ", ""));
    }

    static String quote(String word) {
        if (word.matches("[\\w./:=,@%+-]+")) return word;
        StringBuilder quoted = new StringBuilder("'");
        for (char c : word.toCharArray()) {
            if (c == '\'' || c == '!') quoted.append("'\\").append(c).append('\'');
            else quoted.append(c);
        }
        return quoted.append('\'').toString();
    }
}
