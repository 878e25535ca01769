package org.jmpi.bench;

import java.util.HashSet;
import java.util.Set;

/** Tells how long a rank works untimed before each series: longer before code that has not run yet. */
public final class WarmUp {
    private final Pace pace;
    private final Set<String> operations = new HashSet<>();

    /**
     * Prepares for the series of a rank.
     *
     * @param pace how long is measured
     */
    public WarmUp(Pace pace) {
        this.pace = pace;
    }

    /**
     * {@return the time in ns of the untimed work before the next series}
     *
     * @param operation that the series times
     */
    public long nanos(String operation) {
        boolean isFirst = operations.isEmpty();
        if (!operations.add(operation)) return pace.warmUpNanos();
        return isFirst ? pace.firstWarmUpNanos() : pace.operationWarmUpNanos();
    }
}
