package org.jmpi.ibm;

import java.time.Duration;

/**
 * One program, to be run once.
 *
 * @param round which of its repetitions this is, from 1
 * @param patience how many times longer than in the table it may take, as it shares the machine with others
 */
record Trial(Program program, String transport, int ranks, int round, int patience) {
    /** Returns how long it may take before it is taken to hang. */
    Duration limit() {
        return program.limit().multipliedBy(patience);
    }

    @Override
    public String toString() {
        return transport + " np " + ranks + " " + program;
    }
}
