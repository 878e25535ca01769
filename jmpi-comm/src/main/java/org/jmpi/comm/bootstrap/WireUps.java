package org.jmpi.comm.bootstrap;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.StringJoiner;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.wireup.WireUp;
import org.jmpi.comm.wireup.WireUpProvider;

/** The process managers that are installed, other than jmpirun. */
final class WireUps {
    private WireUps() {}

    /** Returns the providers whose classes a loader knows. */
    static Iterable<WireUpProvider> providers(ClassLoader loader) {
        return ServiceLoader.load(WireUpProvider.class, loader);
    }

    /**
     * Joins the job that a process manager has started this process for.
     *
     * @return the first wire-up that opens; empty if no process manager has started this process
     * @throws CommException if some have, and none opens; the message names each with its reason
     */
    static Optional<WireUp> open(
            Iterable<WireUpProvider> providers, Map<String, String> environment, JmpiConfig config) {
        List<WireUpProvider> recognising = new ArrayList<>();
        for (WireUpProvider each : providers) if (each.recognises(environment)) recognising.add(each);
        if (recognising.isEmpty()) return Optional.empty();
        recognising.sort(Comparator.comparingInt(WireUpProvider::order));
        StringJoiner reasons = new StringJoiner("; ");
        for (WireUpProvider each : recognising) {
            try {
                return Optional.of(each.open(environment, config));
            } catch (IOException e) {
                reasons.add(each.name() + ": " + e.getMessage());
            }
        }
        throw new CommException(ErrorClass.OTHER, "cannot join the job that this process was started for: " + reasons);
    }
}
