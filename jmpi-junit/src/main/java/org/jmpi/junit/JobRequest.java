package org.jmpi.junit;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.engine.UniqueId;

/**
 * A test, and the ranks that are to run it.
 *
 * @param name the class and the method
 * @param id the test's identifier in JUnit Jupiter
 * @param parameters the configuration parameters of JUnit that the ranks need
 * @param testClass as the JVM of the tests has it
 * @param ranks how many there are
 * @param transport how they exchange messages; empty for the default
 * @param processes whether they are processes
 * @param limit how long they may take
 */
record JobRequest(
        String name,
        String id,
        Map<String, String> parameters,
        Class<?> testClass,
        int ranks,
        String transport,
        boolean processes,
        Duration limit) {

    private static final double NANOS = 1e9;
    private static final double MOST_SECONDS = 1e9;

    /** The parameters that decide how JUnit runs one test. */
    private static final List<String> PASSED = List.of(
            "junit.jupiter.conditions.deactivate",
            "junit.jupiter.displayname.generator.default",
            "junit.jupiter.extensions.autodetection.enabled",
            "junit.jupiter.extensions.autodetection.exclude",
            "junit.jupiter.extensions.autodetection.include",
            "junit.jupiter.tempdir.cleanup.mode.default",
            "junit.jupiter.tempdir.factory.default",
            "junit.jupiter.testinstance.lifecycle.default");

    /** Time limits of JUnit count in the JVM of the tests, which then ends the ranks and reports what they were at. */
    private static final Map<String, String> OF_RANKS = Map.of(
            "junit.jupiter.execution.parallel.enabled", "false", "junit.jupiter.execution.timeout.mode", "disabled");

    /** @throws ExtensionConfigurationException if the annotation asks for what cannot be */
    static JobRequest of(MpiTest test, ExtensionContext context) {
        Class<?> type = context.getRequiredTestClass();
        String name =
                type.getSimpleName() + "." + context.getRequiredTestMethod().getName();
        check(test.np() >= 1, name, "np = " + test.np(), "at least 1 rank is needed");
        check(
                test.timeout() > 0 && test.timeout() < MOST_SECONDS,
                name,
                "timeout = " + test.timeout(),
                "a number of seconds above 0 and below 1e9 is needed");
        check(
                !test.processes() || !test.transport().equals("threads"),
                name,
                "processes = true, transport = \"threads\"",
                "processes have another transport, such as \"auto\"");
        return new JobRequest(
                name,
                idInJupiter(context.getUniqueId()),
                parameters(context),
                type,
                test.np(),
                test.transport(),
                test.processes(),
                Duration.ofNanos((long) (test.timeout() * NANOS)));
    }

    private static void check(boolean right, String name, String setting, String remedy) {
        if (!right) throw new ExtensionConfigurationException("@MpiTest(" + setting + ") of " + name + ": " + remedy);
    }

    /** Returns the end of an identifier that begins with the engine: a suite's comes before it. */
    private static String idInJupiter(String text) {
        List<UniqueId.Segment> segments = UniqueId.parse(text).getSegments();
        UniqueId id = null;
        for (UniqueId.Segment segment : segments) {
            boolean engine = segment.getType().equals("engine");
            id = engine ? UniqueId.forEngine(segment.getValue()) : id.append(segment);
        }
        return id.toString();
    }

    private static Map<String, String> parameters(ExtensionContext context) {
        Map<String, String> parameters = new TreeMap<>(OF_RANKS);
        for (String key : PASSED) context.getConfigurationParameter(key).ifPresent(value -> parameters.put(key, value));
        return parameters;
    }

    /** Returns the limit as a number of seconds. */
    String seconds() {
        return String.valueOf(limit.toNanos() / NANOS).replaceAll("\\.0$", "");
    }
}
