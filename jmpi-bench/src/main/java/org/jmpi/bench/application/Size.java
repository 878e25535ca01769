package org.jmpi.bench.application;

/** Which problems an application solves. */
enum Size {
    /** Problems of milliseconds, for tests. */
    SMALL,
    /** Those of the papers. */
    PAPER
}
