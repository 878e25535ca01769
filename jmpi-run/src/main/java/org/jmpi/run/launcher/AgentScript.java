package org.jmpi.run.launcher;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The script that runs an agent on a host. The shell outlives an agent that is killed: it then ends the agent's
 * processes by another JVM, and removes the folder that was made for the agent.
 */
final class AgentScript {
    private AgentScript() {}

    /**
     * Returns the words that start the shell.
     *
     * @param options further words of the agent's command
     * @param hostInShell the name of the host, as the shell reads it
     * @param passes whether the shell passes signals on to the agent; SIGINT then reaches it as SIGTERM
     * @throws IOException if the jar that is to be copied cannot be read
     */
    static List<String> of(AgentStart start, List<String> options, String hostInShell, boolean passes)
            throws IOException {
        Preload preload = start.preload();
        String receiving = preload == null ? "" : preload.receiving(hostInShell);
        String removal = preload == null ? "" : Preload.REMOVAL;
        String end = words(start, List.of(Launcher.END_JOB, start.job())) + " </dev/null";
        // The channel has to end at once, not when the processes are gone, so that jmpirun knows the cause.
        String cleaning = "[ $c -lt 128 ] || { exec >/dev/null 2>&1; " + end + "; }; ";
        String agent = words(start, options);
        // A trap that does nothing, unlike a signal that is ignored, is not inherited by the agent.
        return List.of(
                "sh",
                "-c",
                "trap : HUP INT TERM PIPE USR1; " + receiving + (passes ? passing(agent) : agent + "; c=$?; ")
                        + cleaning + removal + "exit $c");
    }

    /**
     * A shell runs no trap while it waits for a command in the foreground, and one in the background has no input and
     * ignores SIGINT unless something else is said.
     */
    private static String passing(String agent) {
        return "exec 3<&0; " + agent + " <&3 3<&- & a=$!; trap 'kill -HUP $a' HUP; trap 'kill -TERM $a' INT TERM; "
                + "trap 'kill -USR1 $a' USR1; wait $a; c=$?; while kill -0 $a 2>/dev/null; do wait $a; c=$?; done; ";
    }

    private static String words(AgentStart start, List<String> options) {
        List<String> words = new ArrayList<>(start.command());
        words.addAll(options);
        return words.stream()
                .map(word -> word.equals(Preload.PLACEHOLDER) ? "\"$f\"/" + Preload.JAR : ShellCommand.quote(word))
                .collect(Collectors.joining(" "));
    }
}
