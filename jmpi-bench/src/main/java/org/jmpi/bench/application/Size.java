package org.jmpi.bench.application;

/** The sizes of the problems that an application solves. */
enum Size {
    /** Problems of milliseconds, for tests. */
    SMALL,
    /** Those of the papers. */
    PAPER
}
