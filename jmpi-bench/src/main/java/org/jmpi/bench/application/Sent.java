package org.jmpi.bench.application;

/** Counts the messages of a program, and their bytes without headers. */
final class Sent {
    private long messages;
    private long bytes;

    void ints(int length) {
        add((long) length * Integer.BYTES);
    }

    void doubles(int length) {
        add((long) length * Double.BYTES);
    }

    private void add(long length) {
        messages++;
        bytes += length;
    }

    /** Returns the sums over all ranks, which all call this. */
    String ofAllRanks() throws Exception {
        return String.format("%d messages %d bytes", SharedArraySolution.sum(messages, bytes));
    }
}
