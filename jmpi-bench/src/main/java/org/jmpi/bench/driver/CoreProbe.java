package org.jmpi.bench.driver;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * How long a cache line takes from one core to another, right now: two threads hand a number to and fro. On a virtual
 * machine this can change by a factor from one second to the next, as the host moves the virtual cores, and with it
 * everything that ranks say to each other.
 *
 * <pre>
 *   counters   | 0: caller's, and padding | {@value #APART}: other's, and padding |
 * </pre>
 */
final class CoreProbe {
    private static final int ROUNDS = 9;
    private static final int TURNS = 2000;
    private static final int APART = 32;
    private static final int SPINS_PER_LOOK = 1024;
    private static final long LIMIT_NS = 300_000_000;
    private static final VarHandle COUNTER = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] counters = new long[2 * APART];
    private final long deadline = System.nanoTime() + LIMIT_NS;

    private CoreProbe() {}

    /** Returns the median time of one way in ns, or NaN if there is one core only, or the cores are busy. */
    static double measure() throws InterruptedException {
        return Runtime.getRuntime().availableProcessors() < 2 ? Double.NaN : new CoreProbe().run();
    }

    private double run() throws InterruptedException {
        Thread other = new Thread(this::answer, "core probe");
        other.start();
        double[] nanos = new double[ROUNDS];
        int done = 0;
        while (done < ROUNDS && round(done)) nanos[done++] = lastNanos;
        other.join();
        if (done < ROUNDS) return Double.NaN;
        Arrays.sort(nanos);
        return nanos[ROUNDS / 2];
    }

    private double lastNanos;

    private boolean round(int number) {
        long start = System.nanoTime();
        for (long turn = number * (long) TURNS + 1; turn <= (number + 1L) * TURNS; turn++) {
            COUNTER.setRelease(counters, 0, turn);
            if (!await(APART, turn)) return false;
        }
        lastNanos = (System.nanoTime() - start) / (2.0 * TURNS);
        return true;
    }

    private void answer() {
        for (long turn = 1; turn <= (long) ROUNDS * TURNS && await(0, turn); turn++) {
            COUNTER.setRelease(counters, APART, turn);
        }
    }

    private boolean await(int index, long turn) {
        for (int spins = 1; (long) COUNTER.getAcquire(counters, index) != turn; spins++) {
            if (spins % SPINS_PER_LOOK == 0 && System.nanoTime() > deadline) return false;
        }
        return true;
    }
}
