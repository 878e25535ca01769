package org.jmpi.comm.transport;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Opens the transports that a test drives, and sees to it that no thread is left. */
public abstract class TransportFixture {
    /** The longest that a test waits for one event. */
    public static final long LIMIT_SECONDS = 30;

    private Set<Thread> threadsBefore;

    /** Opens one rank's end. */
    protected abstract Transport open(TransportSite site, FrameHandler handler) throws IOException;

    /** Returns how often a callback may send from inside the callback of what it sent before. */
    protected int longestChain() {
        return 20_000;
    }

    final TestWorld driven(int size) throws IOException {
        return TestWorld.driven(this::open, size);
    }

    final TestWorld still(int size) throws IOException {
        return TestWorld.still(this::open, size);
    }

    @BeforeEach
    void listThreads() {
        threadsBefore = Thread.getAllStackTraces().keySet();
    }

    @AfterEach
    void noThreadIsLeft() throws InterruptedException {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (threadsBefore.contains(thread) || isOfTheJdk(thread)) continue;
            thread.join(TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));
            assertFalse(thread.isAlive(), () -> "left behind: " + thread);
        }
    }

    private static boolean isOfTheJdk(Thread thread) {
        // A thread has a group until it ends, which may be at any time.
        ThreadGroup group = thread.getThreadGroup();
        return group == null
                || group.getName().equals("system")
                || thread.getName().equals("RMI GC Daemon")
                || thread.getName().startsWith("junit")
                || thread.getName().startsWith("ForkJoinPool")
                || thread.getName().startsWith("process reaper");
    }

    /** Work of one of several threads that start together. */
    @FunctionalInterface
    protected interface Part {
        void run(int number) throws Exception;
    }

    /** Runs parts at the same time; throws the first failure. */
    protected static void inParallel(int count, Part part) throws Exception {
        CountDownLatch start = new CountDownLatch(1);
        List<CompletableFuture<Void>> ends = new ArrayList<>();
        for (int number : IntStream.range(0, count).toArray()) {
            CompletableFuture<Void> end = new CompletableFuture<>();
            ends.add(end);
            new Thread(() -> {
                        try {
                            start.await();
                            part.run(number);
                            end.complete(null);
                        } catch (Throwable e) {
                            end.completeExceptionally(e);
                        }
                    })
                    .start();
        }
        start.countDown();
        for (CompletableFuture<Void> end : ends) end.get(2 * LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    /** Returns rank 0's transport; skips the test if threads of its own push frames. */
    static Transport driven(TestWorld world) {
        Transport transport = world.rank(0).transport();
        assumeFalse(transport.pushes());
        return transport;
    }
}
