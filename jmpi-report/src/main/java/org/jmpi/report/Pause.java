package org.jmpi.report;

/**
 * A time in which a JVM stops all its threads.
 *
 * @param gc whether the garbage collector is the reason
 * @param name what stops them, such as {@code G1 Young Generation (Allocation Failure)}
 * @param start in ns, by the clock of the recording
 */
record Pause(boolean gc, String name, long start, long end) {
    long duration() {
        return end - start;
    }
}
