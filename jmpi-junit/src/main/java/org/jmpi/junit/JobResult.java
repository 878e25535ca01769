package org.jmpi.junit;

import java.util.ArrayList;
import java.util.List;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.MultipleFailuresError;
import org.opentest4j.TestAbortedException;

/**
 * The end of a job that ran one test.
 *
 * @param outcomes of those ranks on which the test failed or was aborted by itself, in the order of ranks
 * @param end why ranks have left no outcome; null if there are none
 */
record JobResult(List<RankOutcome> outcomes, String end) {
    /** Leaves out the ranks that failed because others had. */
    static JobResult of(List<RankOutcome> failed, String end) {
        List<RankOutcome> own =
                failed.stream().filter(outcome -> !outcome.follows()).toList();
        return new JobResult(own.isEmpty() && end == null ? failed : own, end);
    }

    /**
     * Throws what JUnit is to report.
     *
     * @throws TestAbortedException if the test was aborted on some ranks and failed on none
     */
    void check(JobRequest request) {
        List<Throwable> failures = new ArrayList<>();
        for (RankOutcome outcome : outcomes) if (!outcome.aborted()) failures.addAll(outcome.failures());
        if (end != null) failures.add(new AssertionFailedError(end));
        if (failures.size() > 1)
            throw new MultipleFailuresError(request.name() + " on " + request.ranks() + " ranks", failures);
        if (failures.size() == 1) throw (AssertionFailedError) failures.get(0);
        if (outcomes.isEmpty()) return;
        RankFailedError aborted = outcomes.get(0).failures().get(0);
        throw new TestAbortedException(aborted.getMessage(), aborted);
    }
}
