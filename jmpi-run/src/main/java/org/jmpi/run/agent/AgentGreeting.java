package org.jmpi.run.agent;

import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jmpi.run.launcher.PrintedLines;
import org.jmpi.run.system.ThisHost;
import org.jmpi.run.system.Version;

/**
 * The first line that an agent writes. Lines before it are those of a login shell's start-up files. Nothing is sent to
 * an agent before its greeting is read, so that no shell gets the secret of the job.
 *
 * @param version of JMPI
 * @param java the version of the agent's JVM
 * @param hostName the name that the host has given itself
 */
record AgentGreeting(String version, String java, String hostName) {
    /** Its last word is the version of the protocol that follows. */
    private static final String SIGN = "JMPI-AGENT-2";

    /** A greeting of any version. A login shell may print a line that only begins like it. */
    private static final Pattern GREETING = Pattern.compile("(JMPI-AGENT-\\d+) (\\d\\S*|development) (\\d\\S*) (.+)");

    private static final int MOST_LINES = 100_000;

    static AgentGreeting own() {
        return new AgentGreeting(Version.number(), System.getProperty("java.version"), ThisHost.name());
    }

    /** Returns the line. A line end is before it: a login shell may have printed text without one. */
    byte[] line() {
        return ("\n" + SIGN + " " + this + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Returns what stands behind the sign. */
    @Override
    public String toString() {
        return version + " " + java + " " + hostName;
    }

    /**
     * Reads the line. Not a byte behind it is read.
     *
     * @throws EOFException if the stream ends before it
     * @throws IOException if another version of JMPI greets, or nothing that a login shell prints; the message says
     *     what to do
     */
    static AgentGreeting read(PrintedLines lines) throws IOException {
        for (int i = 0; i < MOST_LINES; i++) {
            String line = lines.readLine();
            if (line == null) throw new EOFException();
            Matcher greeting = GREETING.matcher(line);
            if (greeting.matches()) return parse(greeting);
        }
        throw new IOException("it greets with " + MOST_LINES + " lines, the last of them: " + lines.last());
    }

    private static AgentGreeting parse(Matcher greeting) throws IOException {
        String version = greeting.group(2);
        String here = Version.number();
        if (!greeting.group(1).equals(SIGN) || !version.equals(here))
            throw new IOException("JMPI " + version + " is there, and " + here
                    + " here: install the same one there, or use --preload");
        return new AgentGreeting(version, greeting.group(3), greeting.group(4));
    }
}
