package org.jmpi.run.cli;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jmpi.run.program.JvmOptions;

/** Guesses which option, program or command is meant by a word that is none. */
public final class Suggestion {
    /** An option of other launchers that has its number behind it without a blank. */
    private static final String NUMBERED = "-(n|np|c|N)\\d+";

    private Suggestion() {}

    /** Returns a question that names the most similar ones; an empty text if there is none. */
    public static String text(String word, Collection<String> names) {
        if (word.matches(NUMBERED)) return "; did you mean " + word.replaceFirst("\\d+", " $0") + "?";
        List<String> found = ofTheJvm(word);
        if (found.isEmpty()) found = nearest(word.replaceFirst("[=:].*", ""), names);
        return found.isEmpty() ? "" : "; did you mean " + String.join(" or ", found) + "?";
    }

    /** Options of the JVM that have a dash too many, or the wrong case. */
    private static List<String> ofTheJvm(String word) {
        String oneDash = word.replaceFirst("^--", "-");
        return Stream.of(
                        oneDash,
                        oneDash.replaceFirst("^-x(?=m[nsx]\\d|ss\\d|x:|log|int)", "-X"),
                        oneDash.replaceFirst("^-d(?=.+=)", "-D"))
                .filter(JvmOptions::contains)
                .limit(1)
                .toList();
    }

    private static List<String> nearest(String word, Collection<String> names) {
        TreeMap<Integer, List<String>> byDistance = new TreeMap<>();
        for (String name : names) byDistance.merge(distance(word, name), List.of(name), Suggestion::join);
        // A third of the letters may be wrong.
        if (byDistance.isEmpty() || 3 * byDistance.firstKey() > letters(word).length()) return List.of();
        return byDistance.firstEntry().getValue();
    }

    private static List<String> join(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    private static String letters(String name) {
        return name.replace("-", "").toLowerCase(Locale.ROOT);
    }

    /** Returns the Levenshtein distance of the letters; that to the name's best beginning counts, too, as one more. */
    private static int distance(String word, String name) {
        String from = letters(word);
        String to = letters(name);
        int[] row = IntStream.rangeClosed(0, to.length()).toArray();
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return Math.min(row[to.length()], 1 + Arrays.stream(row).min().getAsInt());
    }
}
