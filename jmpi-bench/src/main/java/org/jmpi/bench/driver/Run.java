package org.jmpi.bench.driver;

import java.util.List;
import org.jmpi.bench.Series;

/**
 * The outcome of a trial.
 *
 * @param series what was measured, possibly before a failure
 * @param failure why the trial has failed, in one line; empty if it has not
 * @param before what the {@link CoreProbe} found before the trial, in ns
 * @param after what it found after the trial
 */
record Run(Trial trial, List<Series> series, String failure, double before, double after) {
    boolean failed() {
        return !failure.isEmpty();
    }
}
