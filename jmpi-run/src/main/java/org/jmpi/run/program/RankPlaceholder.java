package org.jmpi.run.program;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The placeholder {@code {rank}} in options of a JVM and in variables: also with a number to add, {@code {5005+rank}}.
 */
public final class RankPlaceholder {
    public static final String RANK = "{rank}";

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{(?:(\\d{1,9})\\+)?rank(?:\\+(\\d{1,9}))?}");

    private RankPlaceholder() {}

    public static boolean isIn(String text) {
        return PLACEHOLDER.matcher(text).find();
    }

    /** Returns the text with each placeholder replaced by the rank, plus the number that is to be added. */
    public static String fill(String text, int rank) {
        Matcher matcher = PLACEHOLDER.matcher(text);
        return matcher.replaceAll(found -> Long.toString(number(found.group(1)) + rank + number(found.group(2))));
    }

    private static long number(String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }
}
