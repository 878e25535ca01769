package org.jmpi.comm.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.wireup.FakeJob;
import org.jmpi.comm.wireup.JobControl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The report of the exception that ends a rank, when the report itself fails. */
class LaunchedJobTest {
    private final List<String> calls = new ArrayList<>();

    /** Returns a launcher that notes calls, and to which no stack can be told. */
    private JobControl failing(Error failure) {
        return (JobControl) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {JobControl.class}, (proxy, method, args) -> {
                    calls.add(method.getName());
                    if (method.getName().equals("failed")) throw failure;
                    return null;
                });
    }

    @Test
    void aRankWithoutMemoryForItsStackIsOutOfMemory() {
        LaunchedJob job = new LaunchedJob(
                new FakeJob(1).wireUp(0), failing(new NoClassDefFoundError("no memory for a class")), false);
        job.failed(Thread.currentThread(), new IllegalStateException(new OutOfMemoryError()));
        assertEquals(List.of("releaseReserve", "failed", "outOfMemory"), calls);
    }

    @Test
    void aReportThatFindsNoMemoryIsOutOfMemory() {
        LaunchedJob job = new LaunchedJob(new FakeJob(1).wireUp(0), failing(new OutOfMemoryError()), false);
        job.failed(Thread.currentThread(), new IllegalStateException());
        assertEquals(List.of("failed", "outOfMemory"), calls);
    }

    @Test
    void anotherErrorIsNoLackOfMemory() {
        Error failure = new NoClassDefFoundError("Missing");
        LaunchedJob job = new LaunchedJob(new FakeJob(1).wireUp(0), failing(failure), false);
        Thread thread = Thread.currentThread();
        Throwable cause = new IllegalStateException();
        assertSame(failure, assertThrows(NoClassDefFoundError.class, () -> job.failed(thread, cause)));
        assertEquals(List.of("failed"), calls);
    }

    /** Its stack would be shown beside the cause. */
    @Test
    @Timeout(60)
    void aRankThatHasLostAPeerWaitsAsLongAsItsLauncherIsConnected() throws InterruptedException {
        AtomicBoolean connected = new AtomicBoolean(true);
        CountDownLatch looks = new CountDownLatch(3);
        JobControl launcher = (JobControl) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {JobControl.class}, (proxy, method, args) -> {
                    if (!method.getName().equals("isConnected")) return null;
                    looks.countDown();
                    return connected.get();
                });
        LaunchedJob job = new LaunchedJob(new FakeJob(1).wireUp(0), launcher, false);
        job.peerGone(1, "rank 1 failed");
        Thread rank = new Thread(job::beforeFailure);
        rank.setDaemon(true);
        rank.start();
        looks.await();
        assertTrue(rank.isAlive());
        connected.set(false);
    }

    @Test
    void aRankThatCannotJoinEndsTheOthers() {
        FakeJob fake = new FakeJob(1, 1);
        JmpiConfig config = JmpiConfig.load(new Properties(), Map.of());
        String message = assertThrows(CommException.class, () -> Init.join(fake.wireUp(0), config))
                .getMessage();
        assertTrue(message.startsWith("transport stand-in is not on the class path"), message);
        assertEquals(List.of("1 rank 0 cannot join its job: " + message, "closed"), List.copyOf(fake.ends));
    }
}
