package org.jmpi.junit;

import java.util.ArrayList;
import java.util.List;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.opentest4j.TestAbortedException;

/** Notes what comes of a test, and of all that JUnit does around it. */
final class RankListener implements TestExecutionListener {
    private final String id;
    private final List<Throwable> failures = new ArrayList<>();
    private final List<Throwable> aborts = new ArrayList<>();
    private boolean found;

    RankListener(String id) {
        this.id = id;
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        found |= test.getUniqueId().equals(id);
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        aborts.add(new TestAbortedException("skipped: " + reason));
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        boolean aborted = result.getStatus() == TestExecutionResult.Status.ABORTED;
        if (aborted) aborts.add(result.getThrowable().orElseGet(TestAbortedException::new));
        else if (result.getStatus() == TestExecutionResult.Status.FAILED)
            add(result.getThrowable().orElseGet(() -> new AssertionError(test.getDisplayName())));
    }

    void add(Throwable failure) {
        failures.add(failure);
    }

    /** Returns the failures, or else the reasons for which the test was aborted; none if it succeeded. */
    List<Throwable> failures() {
        if (!failures.isEmpty()) return failures;
        return found || !aborts.isEmpty() ? aborts : List.of(new AssertionError("found no test " + id));
    }

    boolean isAborted() {
        return failures.isEmpty() && !aborts.isEmpty();
    }
}
