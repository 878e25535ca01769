package org.jmpi.ibm;

import java.util.Locale;

/**
 * The outcome of a trial.
 *
 * @param reason why it did not pass, in one line; empty if it did
 * @param nanos how long it took, in ns: the slowest rank if all ended it, else the job without the programs before it
 * @param output the end of what it wrote, both to standard output and to standard error
 */
record Outcome(Trial trial, State state, String reason, long nanos, String output) {
    private static final double LONG_NANOS = 1e10;

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

    static Outcome ofExit(Trial trial, int exitCode, long nanos, String output) {
        Program program = trial.program();
        if (exitCode == Program.TIMED_OUT && program.exitCode() != exitCode) return hung(trial, "", nanos, output);
        if (exitCode != program.exitCode())
            return failed(trial, "exit code " + exitCode + ", expected " + program.exitCode(), nanos, output);
        return Findings.difference(program.findings(), output)
                .map(difference -> failed(trial, difference, nanos, output))
                .orElseGet(() -> new Outcome(trial, State.PASSED, "", nanos, output));
    }

    static Outcome failed(Trial trial, String reason, long nanos, String output) {
        return new Outcome(trial, State.FAILED, reason, nanos, output);
    }

    /** Returns the outcome of a trial that had to be ended; the detail ends the reason. */
    static Outcome hung(Trial trial, String detail, long nanos, String output) {
        String reason = "not done after " + trial.limit().toSeconds() + " s" + detail;
        return new Outcome(trial, State.HUNG, reason, nanos, output);
    }

    boolean passed() {
        return state == State.PASSED;
    }

    String seconds() {
        return seconds(nanos);
    }

    static String seconds(double nanos) {
        return String.format(Locale.ROOT, nanos < LONG_NANOS ? "%.2f" : "%.1f", nanos / 1e9);
    }
}
