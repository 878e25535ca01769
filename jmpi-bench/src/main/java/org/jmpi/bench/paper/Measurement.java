package org.jmpi.bench.paper;

/**
 * A value that a program measured with a library.
 *
 * @param op what was timed or counted
 * @param ranks size of the world
 * @param bytes payload of a message; 0 if there is none
 * @param value the median of a run: a time in microseconds, or what else is counted in bytes
 */
public record Measurement(String library, String op, int ranks, long bytes, double value) {}
