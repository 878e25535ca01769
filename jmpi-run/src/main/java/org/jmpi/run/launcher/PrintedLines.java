package org.jmpi.run.launcher;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * The lines that a host prints, which may be anything. The last one shows a user why nothing else follows; another
 * thread may ask for it while the host still prints.
 */
public final class PrintedLines {
    /** The line by which a login shell says that it has come to the command. */
    static final String BEGUN = "JMPI-SHELL-1";

    private static final int LONGEST_LINE = 4096;
    private static final int LONGEST_TEXT = 500;

    /** Sequences of a terminal, which begin by ESC: they set colours, titles and the like. */
    private static final String SEQUENCES =
            "\\x1b(?:\\[[0-?]*[ -/]*[@-~]|[\\]PX^_].*?(?:\\x07|\\x1b\\\\|$)|[ -/]*[0-~])";

    private final InputStream in;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private String last = "";
    private boolean begun;

    /** @param in is read byte by byte, and not beyond the end of a line that is returned */
    public PrintedLines(InputStream in) {
        this.in = in;
    }

    /**
     * Reads a line, of which the first 4096 bytes count.
     *
     * @return the line without white space at its end; null at the end of the stream
     * @throws IOException if the stream fails
     */
    public String readLine() throws IOException {
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) return null;
            synchronized (this) {
                if (line.size() < LONGEST_LINE) line.write(b);
            }
        }
        return takeLine();
    }

    private synchronized String takeLine() {
        String text = line.toString(StandardCharsets.UTF_8).stripTrailing();
        begun |= text.equals(BEGUN);
        // Lines before the command do not tell why it fails.
        last = text.equals(BEGUN) ? "" : last();
        line.reset();
        return text;
    }

    /** {@return the last line that has text, even if it has no end yet, for messages; empty if there is none} */
    public synchronized String last() {
        String text = cut(printable(line.toString(StandardCharsets.UTF_8)));
        return text.isEmpty() || text.equals("?") && !last.isEmpty() ? last : text;
    }

    private static String cut(String text) {
        if (text.codePointCount(0, text.length()) <= LONGEST_TEXT) return text;
        return text.substring(0, text.offsetByCodePoints(0, LONGEST_TEXT)) + "...";
    }

    /** Forgets what was printed. */
    synchronized void clear() {
        line.reset();
        last = "";
    }

    /** {@return whether a login shell has come to the command} */
    public synchronized boolean hasBegun() {
        return begun;
    }

    /** Returns a line in a form that no terminal obeys: what one would show, with ? for what has no form. */
    static String printable(String line) {
        String text = "";
        for (String part : line.replaceAll(SEQUENCES, "").split("[\\r\\f\\x{b}\\x{85}\\x{2028}\\x{2029}]")) {
            String shown = part.replace('\t', ' ')
                    .replaceAll("[\\p{C}\\x{fffd}]+", "?")
                    .strip();
            if (!shown.isEmpty()) text = shown;
        }
        return text;
    }
}
