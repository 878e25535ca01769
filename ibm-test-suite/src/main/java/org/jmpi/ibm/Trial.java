package org.jmpi.ibm;

/**
 * One program, to be run once.
 *
 * @param round which of its repetitions this is, from 1
 */
record Trial(Program program, String transport, int ranks, int round) {
    @Override
    public String toString() {
        return transport + " np " + ranks + " " + program;
    }
}
