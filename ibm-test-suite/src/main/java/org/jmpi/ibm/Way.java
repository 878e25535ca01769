package org.jmpi.ibm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How the ranks of a trial reach each other, as {@code socket}, or as {@code socket:2} if each two of them share a JVM.
 *
 * @param transport between processes
 * @param threads how many ranks a process has
 */
record Way(String transport, int threads) {
    private static final String AUTO = "auto";
    private static final String THREADS = "threads";
    private static final Pattern FORM = Pattern.compile("([^:]+)(?::([1-9][0-9]{0,5}))?");

    /**
     * Reads a way.
     *
     * @param installed the transports that there are
     * @return empty if there is no such one
     */
    static Optional<Way> of(List<String> installed, String text) {
        return parse(text)
                .filter(way -> way.transport.equals(AUTO) || installed.contains(way.transport))
                .filter(way -> way.threads == 1 || !way.transport.equals(THREADS));
    }

    private static Optional<Way> parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) return Optional.empty();
        return Optional.of(new Way(form.group(1), form.group(2) == null ? 1 : Integer.parseInt(form.group(2))));
    }

    /** Returns whether each rank is a process, in a way that has been read before. */
    static boolean isOfProcesses(String text) {
        Way way = parse(text).orElseThrow();
        return way.threads == 1 && !way.transport.equals(THREADS);
    }

    /** Returns the options of jmpirun for a way that has been read before. */
    static List<String> options(String text) {
        Way way = parse(text).orElseThrow();
        List<String> words = new ArrayList<>(List.of("--transport", way.transport));
        if (way.threads > 1) words.addAll(List.of("--threads-per-process", String.valueOf(way.threads)));
        return words;
    }
}
