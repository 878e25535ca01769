package org.jmpi.run;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Watches a rank's output for the line by which a JVM says which exception or error ends it. */
final class ExceptionLine {
    private static final Pattern LINE = Pattern.compile(
            "(?:Exception in thread \"[^\"]*\" |(?:Terminating|Aborting) due to )(\\S.*?)\\s*", Pattern.DOTALL);
    private static final int LONGEST = 512;

    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private String exception;

    synchronized void see(byte[] bytes, int count) {
        for (int i = 0; i < count; i++) {
            if (bytes[i] == '\n') end();
            else if (line.size() < LONGEST) line.write(bytes[i]);
        }
    }

    private void end() {
        Matcher matcher = LINE.matcher(line.toString(Charset.defaultCharset()));
        if (matcher.matches()) exception = matcher.group(1);
        line.reset();
    }

    /** Returns the last exception that the rank's JVM told of, or null. */
    synchronized String exception() {
        return exception;
    }
}
