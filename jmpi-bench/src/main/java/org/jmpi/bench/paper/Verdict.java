package org.jmpi.bench.paper;

import java.util.Locale;

/** A comparison of a ratio of today with the published one. */
public enum Verdict {
    /** The ratios are about the same. */
    HOLDS("holds"),
    /** Today's ratio is on the same side of 1, and farther from it. */
    MORE_STRONGLY("holds more strongly"),
    /** Today's ratio is on the same side of 1, and nearer to it. */
    MORE_WEAKLY("holds more weakly"),
    /** The paper has a difference, and today's values are equal. */
    NO_DIFFERENCE("no difference"),
    /** The paper has equal values, and today's differ. */
    DIFFERENCE("a difference today"),
    /** Today's ratio is on the other side of 1. */
    REVERSED("is reversed");

    /** The rule in words, for readers of a table of verdicts. */
    public static final String RULE = String.format(
            Locale.ROOT,
            "Each row is a ratio of two values. _No difference_: the ratio of today is within %.1f times"
                    + " of 1, which may be noise; of counts, within %.1f times. _Is reversed_: it is on the other"
                    + " side of 1. _Holds_: it is on the same side, within as many times of the published ratio, or"
                    + " inside the published bounds. _Holds more strongly_: it is farther from 1. _Holds more"
                    + " weakly_: it is nearer to 1. Published values within %2$.1f times of each other count as"
                    + " equal: that holds if today's are equal, or else there is _a difference today_.",
            Finding.EQUAL_TODAY,
            Finding.EQUAL_THEN);

    private final String words;

    Verdict(String words) {
        this.words = words;
    }

    @Override
    public String toString() {
        return words;
    }
}
