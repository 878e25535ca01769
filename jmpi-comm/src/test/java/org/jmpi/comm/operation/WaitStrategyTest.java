package org.jmpi.comm.operation;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Properties;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.transport.Scheduler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 20, unit = SECONDS)
class WaitStrategyTest {
    private static WaitStrategy strategy(int ranks, int cores, long spinNanos, long yieldNanos) {
        Properties properties = new Properties();
        properties.setProperty("jmpi.wait.spin.ns", Long.toString(spinNanos));
        properties.setProperty("jmpi.wait.yield.ns", Long.toString(yieldNanos));
        return new WaitStrategy(Scheduler.JDK, JmpiConfig.load(properties, Map.of()), ranks, cores, true);
    }

    @Test
    void aWaitEndsInABlock() {
        WaitStrategy strategy = strategy(2, 2, 1_000, 1_000_000);
        long start = System.nanoTime();
        long state = WaitStrategy.START;
        while (state != WaitStrategy.BLOCK) state = strategy.pause(state);
        assertTrue(System.nanoTime() - start >= 1_000_000);
    }

    @Test
    void aNewWaitBeginsAnew() {
        WaitStrategy strategy = strategy(4, 2, 0, 100_000_000);
        long state = WaitStrategy.START;
        while (state != WaitStrategy.BLOCK) state = strategy.pause(state);
        assertNotEquals(WaitStrategy.BLOCK, strategy.pause(WaitStrategy.START));
    }

    @Test
    void whoDoesNotYieldBlocksAtOnce() {
        WaitStrategy strategy = strategy(4, 2, 20_000, 0);
        long state = strategy.pause(WaitStrategy.START);
        long start = System.nanoTime();
        while (System.nanoTime() == start) Thread.onSpinWait();
        assertEquals(WaitStrategy.BLOCK, strategy.pause(state));
    }

    @Test
    void onlyRanksWithACoreEachSpin() {
        assertTrue(strategy(2, 2, 20_000, 1_000_000).maySpin());
        assertFalse(strategy(3, 2, 20_000, 1_000_000).maySpin());
        assertFalse(strategy(2, 2, 0, 1_000_000).maySpin());
    }
}
