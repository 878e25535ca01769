package org.jmpi.comm.transport;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Lets a moment pass, half the time none and else up to some graces: so that one actor may be asleep when the other
 * acts.
 */
final class Delay {
    private static final int MOST_SPINS = 1500;

    private final int spins = Math.max(0, ThreadLocalRandom.current().nextInt(2 * MOST_SPINS) - MOST_SPINS);

    void pass() {
        for (int i = 0; i < spins; i++) Thread.onSpinWait();
    }
}
