package org.jmpi.run;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

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
    private static final String SIGN = "JMPI-AGENT-1";

    private static final int LONGEST_LINE = 4096;
    private static final int MOST_LINES = 1000;

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
     * @throws EOFException if the stream ends before it; the message is the last line that is not blank
     * @throws IOException if another version of JMPI greets, or anything else; the message says what to do
     */
    static AgentGreeting read(InputStream in) throws IOException {
        String last = "";
        for (int i = 0; i < MOST_LINES; i++) {
            String line = readLine(in, last);
            if (line.startsWith("JMPI-AGENT-")) return parse(line);
            if (!line.isBlank()) last = line;
        }
        throw new IOException("it greets with " + MOST_LINES + " lines, the last of them: " + last);
    }

    private static AgentGreeting parse(String line) throws IOException {
        String[] words = line.split(" ", 4);
        String here = Version.number();
        if (words.length < 4 || !words[0].equals(SIGN) || !words[1].equals(here))
            throw new IOException("JMPI " + (words.length < 2 ? "of an unknown version" : words[1]) + " is there, and "
                    + here + " here: install the same one there, or use --preload");
        return new AgentGreeting(words[1], words[2], words[3]);
    }

    private static String readLine(InputStream in, String before) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) throw new EOFException(line.size() == 0 ? before : line.toString(StandardCharsets.UTF_8));
            if (line.size() < LONGEST_LINE) line.write(b);
        }
        return line.toString(StandardCharsets.UTF_8).stripTrailing();
    }
}
