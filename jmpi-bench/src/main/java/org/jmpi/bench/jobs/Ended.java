package org.jmpi.bench.jobs;

/**
 * How a process ended.
 *
 * @param exitCode what it returned
 * @param late whether it had to be ended, as its time was over
 * @param nanos how long it took, in ns
 * @param output the end of what it wrote, both to standard output and to standard error
 */
public record Ended(int exitCode, boolean late, long nanos, String output) {}
