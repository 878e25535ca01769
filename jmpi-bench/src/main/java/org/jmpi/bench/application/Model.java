package org.jmpi.bench.application;

import java.util.Locale;

/** A way to write a parallel program. */
enum Model {
    /** Messages of package {@code mpi}. */
    MESSAGES;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
