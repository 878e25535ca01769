package org.jmpi.run.doctor;

import java.util.ArrayList;
import java.util.List;

/** The findings of {@code jmpirun doctor}, a line each. Checks of several hosts may add lines at once. */
final class DoctorFindings {
    private static final String OK = "ok";
    private static final String NOTE = "note";
    private static final String BAD = "bad";

    private final List<Finding> all = new ArrayList<>();

    private record Finding(String level, String subject, String text) {
        String line() {
            return String.format("%-4s  %-12s  %s", level, subject, text);
        }
    }

    /** Adds something that is as it should be. */
    void ok(String subject, String text) {
        add(OK, subject, text);
    }

    /** Adds something that costs speed or comfort, with its remedy. */
    void note(String subject, String text) {
        add(NOTE, subject, text);
    }

    /** Adds something that makes jobs fail, with its remedy. */
    void bad(String subject, String text) {
        add(BAD, subject, text);
    }

    private synchronized void add(String level, String subject, String text) {
        all.add(new Finding(level, subject, text));
    }

    synchronized List<String> lines() {
        return all.stream().map(Finding::line).toList();
    }

    /** Returns how many things make jobs fail. */
    synchronized int badCount() {
        return (int) all.stream().filter(finding -> finding.level.equals(BAD)).count();
    }
}
