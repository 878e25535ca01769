package org.jmpi.bench.driver;

import java.util.List;

/**
 * A measuring program with its command line, which each library runs in its own way.
 *
 * @param ranks size of the world
 * @param arguments of the program
 */
record Experiment(TimedProgram program, int ranks, List<String> arguments) {
    @Override
    public String toString() {
        return program + " np " + ranks;
    }
}
