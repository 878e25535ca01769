package org.jmpi.comm.progress;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.request.Completion;
import org.jmpi.comm.request.WaitStrategy;
import org.junit.jupiter.api.AfterEach;

/** A driver of a transport that the tests deliver to, and one where everything arrives by itself. */
abstract class DriverFixture {
    static final int LIMIT_SECONDS = 20;
    static final String BACKGROUND = "background of the test";

    final DeliveryTransport transport = new DeliveryTransport();
    final AtomicReference<CommException> failure = new AtomicReference<>();
    final Driver driver = new Driver(transport, hasty(), failure::get, BACKGROUND);
    final Driver pushed = new Driver(null, hasty(), failure::get, "none");

    /** Blocks as soon as may be, so that every wait goes through the wake-ups. */
    static WaitStrategy hasty() {
        Properties properties = new Properties();
        properties.setProperty("jmpi.wait.spin.ns", "0");
        properties.setProperty("jmpi.wait.yield.ns", "0");
        return new WaitStrategy(JmpiConfig.load(properties, Map.of()), 2, 1, false);
    }

    /** What the thread waits for that {@link #sit} starts. */
    final Event seated = new Event();

    @AfterEach
    void closeDriver() {
        driver.close();
        transport.assertDrivenByOneThreadAtATime();
    }

    static <T> CompletableFuture<T> async(Callable<T> task) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                result.complete(task.call());
            } catch (Throwable e) {
                result.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return result;
    }

    static <T> T get(CompletableFuture<T> result) throws Exception {
        try {
            return result.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        }
    }

    static void until(BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        int spins = 0;
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, "did not happen");
            if (++spins % 100 == 0) Thread.yield();
            else Thread.onSpinWait();
        }
    }

    static void untilParked(Thread thread) {
        until(() -> thread.getState() == Thread.State.WAITING);
    }

    /** Returns whether a thread follows the driver: it is parked with what it waits for as the blocker. */
    static boolean isParked(Thread thread) {
        return LockSupport.getBlocker(thread) instanceof Completion;
    }

    /** Things come by the transport, or by another thread of the program. */
    void bring(Event event, boolean byTransport) {
        if (byTransport) transport.deliver(event::complete);
        else event.complete();
    }

    static CommException failed(String message) {
        return new CommException(ErrorClass.OTHER, message);
    }

    Void deliver(Event event) {
        transport.deliver(event::complete);
        return null;
    }

    /** Has a thread drive until {@link #seated} comes. */
    CompletableFuture<Boolean> sit() {
        CompletableFuture<Boolean> seat = async(() -> driver.await(seated));
        until(() -> transport.blockedIn() != null);
        return seat;
    }
}
