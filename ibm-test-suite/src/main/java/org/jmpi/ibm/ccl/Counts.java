package org.jmpi.ibm.ccl;

import java.util.function.IntConsumer;

/** The counts with which an operation is tried. */
final class Counts {
    private Counts() {}

    /** Tries 1, 10, 100 and so on, not beyond the most. */
    static void upTo(int most, IntConsumer trial) {
        for (int count = 1; count <= most; count *= 10) trial.accept(count);
    }
}
