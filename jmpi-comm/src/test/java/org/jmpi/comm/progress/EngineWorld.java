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
import java.util.function.Function;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.transport.Endpoint;
import org.jmpi.comm.transport.Host;
import org.jmpi.comm.transport.Loopback;
import org.jmpi.comm.transport.ThreadsTransport;
import org.jmpi.comm.transport.Transport;

/** The engines of some ranks in this JVM, connected by one transport or another. */
final class EngineWorld implements AutoCloseable {
    static final int LIMIT_SECONDS = 50;

    /** How frames get from rank to rank. */
    enum By {
        /** On the sender's thread. */
        THREADS,
        /** By whoever polls. */
        PIPES
    }

    private final List<EngineRank> ranks = new ArrayList<>();
    private final List<Transport> transports = new ArrayList<>();
    private final JmpiConfig config;
    private final Function<EngineRank, Transport> opener;
    private int eagerLimit;

    EngineWorld(By by, int size, String... settings) {
        this(by, size, size, settings);
    }

    /** @param most how many ranks there may be, with those that join */
    EngineWorld(By by, int size, int most, String... settings) {
        Properties properties = new Properties();
        properties.setProperty("jmpi.linger.s", "2");
        for (int i = 0; i < settings.length; i += 2) properties.setProperty(settings[i], settings[i + 1]);
        config = JmpiConfig.load(properties, Map.of());
        opener = by == By.THREADS ? threads(most) : pipes(most);
        for (int rank = 0; rank < size; rank++) open();
        for (EngineRank rank : ranks) connect(rank);
    }

    private static Function<EngineRank, Transport> threads(int most) {
        ThreadsTransport.Meeting meeting = new ThreadsTransport.Meeting(most);
        return rank ->
                meeting.open(rank.number(), Host.named("here"), rank.engine().frames());
    }

    private static Function<EngineRank, Transport> pipes(int most) {
        PipeNetwork network = new PipeNetwork(most);
        return rank ->
                network.open(rank.number(), Host.named("here"), rank.engine().frames());
    }

    private EngineRank open() {
        EngineRank rank = new EngineRank(ranks.size(), config);
        ranks.add(rank);
        transports.add(opener.apply(rank));
        return rank;
    }

    /** Returns a rank that joins the others. */
    EngineRank join() {
        List<EngineRank> others = List.copyOf(ranks);
        EngineRank joined = open();
        for (EngineRank other : others) {
            Transport transport = transports.get(other.number());
            Endpoint way = transport.endpoint(joined.number(), null);
            other.engine()
                    .transports()
                    .join(List.of(new RankTransports.Joined(
                            "rank " + joined.number(), Host.named("here"), way, transport.eagerLimit())));
        }
        connect(joined);
        return joined;
    }

    private void connect(EngineRank rank) {
        Transport transport = transports.get(rank.number());
        int size = ranks.size();
        eagerLimit = transport.eagerLimit();
        int own = rank.number();
        Endpoint self = new Loopback(own, rank.engine().frames());
        rank.engine()
                .start(
                        transport,
                        peer -> peer == own ? self : transport.endpoint(peer, null),
                        Collections.nCopies(size, Host.named("here")),
                        true);
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
                    .append(rank.engine().transports().describe());
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
