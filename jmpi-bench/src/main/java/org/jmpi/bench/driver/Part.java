package org.jmpi.bench.driver;

import java.time.Duration;
import java.util.List;

/**
 * A part of a study: experiments that the same libraries run alternately.
 *
 * @param repetitions times that each library runs each experiment
 * @param limit how long one experiment may take
 */
record Part(List<Experiment> experiments, List<Library> libraries, int repetitions, Duration limit) {
    /** Returns the trials, in the order in which they are to be run. */
    List<Trial> trials() {
        return Runner.plan(experiments, libraries, repetitions);
    }
}
