package org.jmpi.junit;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jmpi.MpiException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.session.RankWorld;
import org.jmpi.world.CurrentWorld;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs one test by JUnit, as a rank. Each rank has this class of its own, by its class loader or its JVM. */
final class RankTest {
    private static volatile boolean isRank;

    private RankTest() {}

    /** Returns whether the calling class is a rank's own. */
    static boolean isRank() {
        return isRank;
    }

    /**
     * Runs the test. {@link ThreadRanks} calls this by reflection, through the rank's class loader.
     *
     * @param world the rank's
     * @param id the test's identifier in JUnit Jupiter
     * @param parameters configuration parameters of JUnit
     * @param outcome takes the outcome before this method ends
     * @throws Throwable what failed first, or the reason for which the test was aborted
     */
    static void run(RankWorld world, String id, Map<String, String> parameters, Consumer<byte[]> outcome)
            throws Throwable {
        isRank = true;
        CurrentWorld.begin(world);
        RankListener listener = new RankListener(id);
        try {
            launcher().execute(request(id, parameters), listener);
            if (listener.failures().isEmpty() && !world.isFinished()) world.finish();
        } catch (RuntimeException | Error e) {
            listener.add(e);
        }
        List<Throwable> failures = listener.failures();
        boolean follows = !failures.isEmpty() && failures.stream().allMatch(RankTest::follows);
        outcome.accept(RankOutcome.of(world.rank(), world.size(), failures, listener.isAborted(), follows)
                .toBytes());
        if (!failures.isEmpty()) throw failures.get(0);
    }

    /** Makes a launcher without listeners: those of a build tool hear of the test in its JVM. */
    private static Launcher launcher() {
        return LauncherFactory.create(LauncherConfig.builder()
                .enableLauncherSessionListenerAutoRegistration(false)
                .enableLauncherDiscoveryListenerAutoRegistration(false)
                .enableTestExecutionListenerAutoRegistration(false)
                .enablePostDiscoveryFilterAutoRegistration(false)
                .build());
    }

    private static LauncherDiscoveryRequest request(String id, Map<String, String> parameters) {
        return LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectUniqueId(id))
                .filters(EngineFilter.includeEngines("junit-jupiter"))
                .configurationParameters(parameters)
                .build();
    }

    private static boolean follows(Throwable failure) {
        Throwable each = failure;
        for (int depth = 0; each != null && depth < RankFailedError.MOST_CAUSES; depth++, each = each.getCause())
            if (each instanceof OtherRanksFailedError || isLoss(each)) return true;
        return false;
    }

    private static boolean isLoss(Throwable failure) {
        if (!(failure instanceof MpiException exception)) return false;
        ErrorClass error = exception.errorClass();
        return error == ErrorClass.PROC_FAILED || error == ErrorClass.PROC_FAILED_PENDING;
    }
}
