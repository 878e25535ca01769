package org.jmpi.ibm;

import java.util.Locale;

/**
 * What came of a trial.
 *
 * @param reason why it did not pass, in one line; empty if it did
 * @param nanos how long it took, in ns
 * @param output the end of what it wrote, both to standard output and to standard error
 */
record Outcome(Trial trial, State state, String reason, long nanos, String output) {
    enum State {
        PASSED("ok"),
        FAILED("FAILED"),
        HUNG("HUNG");

        private final String word;

        State(String word) {
            this.word = word;
        }

        @Override
        public String toString() {
            return word;
        }
    }

    /** The exit code of jmpirun after its {@code --timeout}. */
    private static final int TIMEOUT = 110;

    static Outcome ofExit(Trial trial, int exitCode, long nanos, String output) {
        int expected = trial.program().exitCode();
        if (exitCode == expected) return new Outcome(trial, State.PASSED, "", nanos, output);
        if (exitCode == TIMEOUT) return hung(trial, "", nanos, output);
        String reason = "exit code " + exitCode + ", expected " + expected;
        return new Outcome(trial, State.FAILED, reason, nanos, output);
    }

    /** Returns the outcome of a trial that had to be ended; the detail ends the reason. */
    static Outcome hung(Trial trial, String detail, long nanos, String output) {
        String reason = "not done after " + trial.program().limit().toSeconds() + " s" + detail;
        return new Outcome(trial, State.HUNG, reason, nanos, output);
    }

    boolean passed() {
        return state == State.PASSED;
    }

    String seconds() {
        return seconds(nanos);
    }

    static String seconds(double nanos) {
        return String.format(Locale.ROOT, "%.1f", nanos / 1e9);
    }
}
