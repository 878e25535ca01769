package org.jmpi.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.TreeMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** What JUnit reports of the tests of a class. */
final class Results implements TestExecutionListener {
    /** The results of tests, by the name of their method, or by their display name. */
    private final Map<String, TestExecutionResult> results = new TreeMap<>();

    private final Map<String, String> skipped = new TreeMap<>();

    /** Runs the tests of a class. */
    static Results of(Class<?> tests, Map<String, String> parameters) {
        Results results = new Results();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(DiscoverySelectors.selectClass(tests))
                                .configurationParameters(parameters)
                                .build(),
                        results);
        return results;
    }

    static Results of(Class<?> tests) {
        return of(tests, Map.of());
    }

    @Override
    public synchronized void executionFinished(TestIdentifier test, TestExecutionResult result) {
        results.put(test.getLegacyReportingName().replaceAll("\\(.*\\)", ""), result);
    }

    @Override
    public synchronized void executionSkipped(TestIdentifier test, String reason) {
        skipped.put(test.getLegacyReportingName().replaceAll("\\(.*\\)", ""), reason);
    }

    /** Returns why a test was left out. */
    String skipped(String test) {
        return skipped.get(test);
    }

    /** Returns how many there are, with the classes around tests. */
    int size() {
        return results.size();
    }

    /** Returns the failure of a test. */
    Throwable failure(String test) {
        return thrown(test, Status.FAILED);
    }

    Throwable thrown(String test, Status status) {
        TestExecutionResult result = results.get(test);
        assertTrue(result != null, () -> "no test " + test + " in " + results.keySet());
        assertEquals(status, result.getStatus(), () -> test + ": " + result);
        return result.getThrowable().orElse(null);
    }

    void allPassed() {
        results.forEach((test, result) -> assertEquals(Status.SUCCESSFUL, result.getStatus(), () -> test + result));
    }
}
