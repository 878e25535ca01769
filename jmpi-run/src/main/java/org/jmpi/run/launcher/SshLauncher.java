package org.jmpi.run.launcher;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jmpi.comm.transport.DaemonThread;
import org.jmpi.run.system.CommandPath;

/**
 * Starts agents by ssh, or by a command that takes the same arguments: options, the host, one command for its shell.
 */
public final class SshLauncher implements Launcher {
    /**
     * The options of ssh: it asks for nothing, gives up when a host does not answer, uses no terminal, to which some
     * bytes would mean something, and stays the way for input and output, whatever the user's files say. An ssh before
     * 8.7 does not know the last two. The list of unknown options replaces that of the user's files, and so has all.
     * The options follow those of the user, which so have the last word.
     */
    static final List<String> OPTIONS = List.of(
            "-T",
            "-x",
            "-o",
            "BatchMode=yes",
            "-o",
            "ConnectTimeout=10",
            "-o",
            "LogLevel=ERROR",
            "-o",
            "IgnoreUnknown=*",
            "-o",
            "StdinNull=no",
            "-o",
            "ForkAfterAuthentication=no");

    private static final String ELSEWHERE = "look there at its login shell, the start-up files of that, ForceCommand in"
            + " sshd_config and command= in authorized_keys, and here at SessionType in ~/.ssh/config";

    /** Makes a process the leader of a session, so that Ctrl-C ends jmpirun and not its way to the agents. */
    private static final String SETSID = "setsid";

    /**
     * So many processes of ssh are started by one; more at once would be refused by sshd's MaxStartups where they meet.
     */
    private static final int FANOUT = 16;

    /** Called by {@link java.util.ServiceLoader}. */
    public SshLauncher() {}

    @Override
    public String name() {
        return "ssh";
    }

    @Override
    public int fanout() {
        return FANOUT;
    }

    @Override
    public void start(AgentStart start, StartListener listener) {
        for (String host : start.hosts()) start(start, host, listener);
    }

    private static void start(AgentStart start, String host, StartListener listener) {
        ProcessConnection connection;
        try {
            connection = start(start, host);
        } catch (IOException e) {
            listener.failed(host, e.getMessage());
            return;
        }
        listener.connected(host, connection);
        Preload preload = start.preload();
        if (preload != null) new DaemonThread(() -> preload.sendTo(connection), "jmpirun-ssh-" + host).start();
    }

    private static ProcessConnection start(AgentStart start, String host) throws IOException {
        List<String> command = AgentScript.of(start, List.of(), Preload.ofHost(host), false);
        return ProcessConnection.start(
                start.rshAgent().get(0),
                words(start.rshAgent(), host, command),
                new Diagnosis(host, start.command(), ELSEWHERE));
    }

    private static List<String> words(List<String> rshAgent, String host, List<String> command) {
        List<String> words = new ArrayList<>();
        if (CommandPath.ofSystem().isCommand(SETSID)) words.add(SETSID);
        words.addAll(rshAgent);
        if (Path.of(rshAgent.get(0)).endsWith("ssh")) words.addAll(OPTIONS);
        words.add(host);
        // The line end is for a start-up file that has printed text without one.
        List<String> begun =
                new ArrayList<>(List.of("sh", "-c", "echo; echo " + PrintedLines.BEGUN + "; exec \"$@\"", "sh"));
        begun.addAll(command);
        words.add(ShellCommand.of(begun));
        return words;
    }
}
