package org.jmpi.run.launcher;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import org.jmpi.comm.trust.SocketCarrier;

/**
 * A jar that is copied to each host before its agent starts. It lies in a folder that is made for it. The folder is
 * removed when the agent has ended, however that ends, or when the copy ends early.
 *
 * @param bundle the jar on this host; its position plays no role
 * @param base the beginning of the folder's path on each host, whose end is the name of the host
 */
public record Preload(FileChannel bundle, String base) {
    /** The name of the jar in its folder. */
    public static final String JAR = "jmpi-agent.jar";

    /** Stands for the path of the jar in the command of an agent. */
    public static final String PLACEHOLDER = "@JMPI-AGENT-JAR@";

    /** The name of the host in a script of a task of srun. */
    static final String SLURM_NODE = "\"$SLURMD_NODENAME\"";

    /** The command of the shell that removes the folder. */
    static final String REMOVAL = "rm -rf \"$f\"; ";

    /**
     * {@return the folder on a host}
     *
     * @param host its name
     */
    public String folder(String host) {
        return base + name(host);
    }

    /** A folder of a class path has no colon in its name. */
    private static String name(String host) {
        return host.replaceAll("[^\\w.-]", "_");
    }

    static String ofHost(String host) {
        return ShellCommand.quote(name(host));
    }

    /**
     * Returns the commands of the shell that make the folder and copy the first bytes of standard input to it. A
     * connection that is cut ends that input early, so the shell compares the lengths. It outlives a signal that ends
     * the copy.
     *
     * @throws IOException if the jar cannot be read
     */
    String receiving(String hostInShell) throws IOException {
        String jar = "\"$f\"/" + JAR;
        long bytes = bundle.size();
        return folderInShell(hostInShell) + "; (umask 077; mkdir \"$f\") || exit 1; head -c " + bytes + " >" + jar
                + "; c=$?; n=$(wc -c <" + jar + "); [ $n -eq " + bytes + " ] || { " + REMOVAL
                + "[ $c -ne 0 ] || echo \"only\" $n \"of " + bytes
                + " bytes of the class path have come there\" >&2; exit 1; }; ";
    }

    /** Writes the jar to the shell of a host. If that fails, the shell finds the copy too short, and says so. */
    void sendTo(AgentConnection connection) {
        try {
            WritableByteChannel out = Channels.newChannel(connection.out());
            for (long sent = 0; sent < bundle.size(); ) sent += bundle.transferTo(sent, bundle.size() - sent, out);
            connection.out().flush();
        } catch (IOException e) {
            SocketCarrier.hangUp(connection.out());
        }
    }

    private String folderInShell(String hostInShell) {
        return "f=" + ShellCommand.quote(base) + hostInShell;
    }
}
