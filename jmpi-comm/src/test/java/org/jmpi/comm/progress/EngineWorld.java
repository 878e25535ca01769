package org.jmpi.comm.progress;

import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.transport.Endpoint;
import org.jmpi.comm.transport.Host;
import org.jmpi.comm.transport.Loopback;
import org.jmpi.comm.transport.ThreadsTransport;
import org.jmpi.comm.transport.Transport;

/** The engines of some ranks in this JVM, connected by one transport or another. */
final class EngineWorld implements AutoCloseable {
    static final int LIMIT_SECONDS = 30;

    /** How frames get from rank to rank. */
    enum By {
        /** On the sender's thread. */
        THREADS,
        /** By whoever polls. */
        PIPES
    }

    private final List<EngineRank> ranks = new ArrayList<>();
    private int eagerLimit;

    EngineWorld(By by, int size, String... settings) {
        Properties properties = new Properties();
        properties.setProperty("jmpi.linger.s", "2");
        for (int i = 0; i < settings.length; i += 2) properties.setProperty(settings[i], settings[i + 1]);
        JmpiConfig config = JmpiConfig.load(properties, Map.of());
        for (int rank = 0; rank < size; rank++) ranks.add(new EngineRank(rank, config));
        if (by == By.THREADS) connectThreads(size);
        else connectPipes(size);
    }

    private void connectThreads(int size) {
        ThreadsTransport.Meeting meeting = new ThreadsTransport.Meeting(size);
        List<ThreadsTransport> opened = new ArrayList<>();
        for (EngineRank rank : ranks) opened.add(meeting.open(rank.number(), Host.named("here"), rank.engine()));
        for (EngineRank rank : ranks) connect(rank, opened.get(rank.number()), size);
    }

    private void connect(EngineRank rank, Transport transport, int size) {
        eagerLimit = transport.eagerLimit();
        int own = rank.number();
        Endpoint self = new Loopback(own, rank.engine());
        rank.engine()
                .start(
                        transport,
                        peer -> peer == own ? self : transport.endpoint(peer, null),
                        Collections.nCopies(size, Host.named("here")),
                        true);
    }

    private void connectPipes(int size) {
        PipeNetwork network = new PipeNetwork(size);
        List<PipeTransport> opened = new ArrayList<>();
        for (EngineRank rank : ranks) opened.add(network.open(rank.number(), Host.named("here"), rank.engine()));
        for (EngineRank rank : ranks) connect(rank, opened.get(rank.number()), size);
    }

    EngineRank rank(int rank) {
        return ranks.get(rank);
    }

    /** Returns the longest payload that goes without asking. */
    int eagerLimit() {
        return eagerLimit;
    }

    /** What one thread of a rank does. */
    @FunctionalInterface
    interface Task {
        void run() throws Exception;
    }

    static CompletableFuture<Void> async(Task task) {
        return async(() -> {
            task.run();
            return null;
        });
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

    /** Waits for the end of a thread; throws what ended it. */
    <T> T get(CompletableFuture<T> result) throws Exception {
        try {
            return result.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof CommException failure) throw failure;
            throw new AssertionError(e.getCause() + "\n" + describe(), e.getCause());
        } catch (TimeoutException e) {
            throw new AssertionError("still waiting:\n" + describe(), e);
        }
    }

    void forEach(Consumer<EngineRank> action) {
        ranks.forEach(action);
    }

    String describe() {
        StringBuilder text = new StringBuilder();
        for (EngineRank rank : ranks)
            text.append("rank ")
                    .append(rank.number())
                    .append(":\n")
                    .append(rank.engine().inbox().describe())
                    .append(rank.engine().connections());
        return text.toString();
    }

    void assertNoFailure() {
        for (EngineRank rank : ranks)
            if (!rank.isClosed()) assertNull(rank.engine().peers().failure());
    }

    /** Closes all engines, at the same time. */
    @Override
    public void close() {
        List<CompletableFuture<Void>> closed = new ArrayList<>();
        for (EngineRank rank : ranks) closed.add(async(rank::close));
        CompletableFuture.allOf(closed.toArray(new CompletableFuture<?>[0]))
                .orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS)
                .join();
    }
}
