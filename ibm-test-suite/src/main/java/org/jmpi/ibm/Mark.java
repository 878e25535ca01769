package org.jmpi.ibm;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a rank says when a program has ended well, if it was asked to by the system property {@value #REQUEST}. It has a
 * line of standard error to itself, or the end of one that a program left unfinished.
 *
 * @param rank as {@code jmpirun --tag-output} adds it
 * @param nanos how long the program took there, in ns
 * @param before what stands in the line before it
 */
record Mark(int rank, long nanos, String before) {
    static final String REQUEST = "ibm.marks";

    private static final Pattern LINE = Pattern.compile("\\[(\\d{1,9})] ibm: \\S+ ended well after (\\d{1,18}) ns$");

    /** Says that a program has ended well at this rank, if it was asked to. */
    static void say(String program, long nanos) {
        if (!Boolean.getBoolean(REQUEST)) return;
        System.out.flush();
        System.err.println(text(program, nanos));
    }

    static String text(String program, long nanos) {
        return "ibm: " + program + " ended well after " + nanos + " ns";
    }

    /** Reads a line of a job's output; returns empty if it has no mark. */
    static Optional<Mark> read(String line) {
        Matcher mark = LINE.matcher(line);
        if (!mark.find()) return Optional.empty();
        return Optional.of(new Mark(
                Integer.parseInt(mark.group(1)), Long.parseLong(mark.group(2)), line.substring(0, mark.start())));
    }
}
