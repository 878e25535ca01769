package org.jmpi.run.output;

import java.nio.charset.Charset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Watches a rank's output for the line by which a JVM says which exception or error ends it. */
public final class ExceptionLine {
    private static final Pattern LINE = Pattern.compile(
            "(?:Exception in thread \"[^\"]*\" |(?:Terminating|Aborting) due to )(\\S.*?)\\s*", Pattern.DOTALL);
    private static final int LONGEST = 512;

    private final byte[] line = new byte[LONGEST];
    private int length;
    private boolean ignored;
    private String exception;

    synchronized void see(byte[] bytes, int count) {
        for (int i = 0; i < count; i++) {
            if (bytes[i] == '\n') end();
            else if (!ignored) keep(bytes[i]);
        }
    }

    private void keep(byte b) {
        if (length == 0) ignored = b != 'E' && b != 'T' && b != 'A';
        if (length < LONGEST && !ignored) line[length++] = b;
    }

    private void end() {
        if (length > 0) match();
        length = 0;
        ignored = false;
    }

    private void match() {
        Matcher matcher = LINE.matcher(new String(line, 0, length, Charset.defaultCharset()));
        if (matcher.matches()) exception = matcher.group(1);
    }

    /** Returns the last exception that the rank's JVM has printed, or null. */
    public synchronized String exception() {
        return exception;
    }
}
