package org.jmpi.comm.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.PeerState;
import org.jmpi.comm.transport.Endpoint;
import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.HeartbeatSocket;
import org.jmpi.comm.transport.Host;
import org.jmpi.comm.transport.Loopback;
import org.jmpi.comm.transport.PeerAddress;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportSite;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.comm.wire.FrameHeader;
import org.jmpi.comm.wire.FrameKind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ranks 0 and 1 on one host, 2 and 3 on another, and a cable between the hosts that can be cut, over any transport. */
@Timeout(60)
public abstract class HostFailureContract {
    private static final int SIZE = 4;
    private static final List<Host> HOSTS =
            List.of(Host.named("hosta"), Host.named("hosta"), Host.named("hostb"), Host.named("hostb"));
    private static final String SILENT = " failed: no heart-beat within 1 s (jmpi.failure.timeout)";

    private static final JobSecret SECRET = JobSecret.create();

    private final List<Rank> ranks = new ArrayList<>();
    private volatile boolean cut;
    private boolean overtaking;

    /**
     * Opens a rank's end.
     *
     * @param site which rank it is for
     * @param handler takes what arrives
     * @return the transport
     * @throws IOException if it does not open
     */
    protected abstract Transport open(TransportSite site, FrameHandler handler) throws IOException;

    private static final class Rank implements PeerListener {
        private final int number;
        private final EngineRank calls;
        private final CompletableFuture<CommException> gone = new CompletableFuture<>();
        private final CompletableFuture<String> aborted = new CompletableFuture<>();
        private Transport transport;
        private Endpoint[] endpoints;

        Rank(int number, JmpiConfig config) {
            this.number = number;
            this.calls = new EngineRank(number, config, this);
        }

        @Override
        public void onPeerGone(int peer, CommException cause) {
            gone.complete(cause);
        }

        @Override
        public void onAbort(int origin, int code, String message) {
            aborted.complete(origin + " " + code + " " + message);
        }

        @Override
        public void beforeFailure() {}
    }

    private void connect(int timeoutSeconds) throws IOException {
        Properties properties = new Properties();
        properties.setProperty("jmpi.failure.timeout", Integer.toString(timeoutSeconds));
        properties.setProperty("jmpi.linger.s", "2");
        JmpiConfig config = JmpiConfig.load(properties, Map.of());
        List<PeerAddress> addresses = new ArrayList<>();
        for (int number = 0; number < SIZE; number++) {
            Rank rank = new Rank(number, config);
            TransportSite site = new TransportSite(number, SIZE, true, HOSTS.get(number), SECRET, config);
            rank.transport = open(site, rank.calls.engine().frames());
            addresses.add(rank.transport.address());
            ranks.add(rank);
        }
        for (Rank rank : ranks) start(rank, addresses);
    }

    private void start(Rank rank, List<PeerAddress> addresses) {
        rank.endpoints = new Endpoint[SIZE];
        for (int peer = 0; peer < SIZE; peer++)
            rank.endpoints[peer] = peer == rank.number
                    ? new Loopback(peer, rank.calls.engine().frames())
                    : cable(rank.number, peer, rank.transport.endpoint(peer, addresses.get(peer)));
        JmpiConfig config = JmpiConfig.load(new Properties(), Map.of("JMPI_IFACE", "127.0.0.0/8"));
        if (overtaking)
            rank.calls.engine().failures().overtake(() -> HeartbeatSocket.open(config, SECRET, rank.number));
        rank.calls.engine().start(rank.transport, peer -> rank.endpoints[peer], HOSTS, false);
    }

    private Endpoint cable(int from, int to, Endpoint endpoint) {
        if (HOSTS.get(from).equals(HOSTS.get(to))) return endpoint;
        return new Endpoint() {
            @Override
            public void send(Frame frame) {
                if (cut && FrameHeader.kind(frame.word0) != FrameKind.SUBSCRIPTION) frame.sent();
                else endpoint.send(frame);
            }

            @Override
            public boolean isToldOfDeparture() {
                return endpoint.isToldOfDeparture();
            }

            @Override
            public void peerFailed() {
                endpoint.peerFailed();
            }

            @Override
            public boolean isReached() {
                return endpoint.isReached();
            }

            @Override
            public long received() {
                return endpoint.received();
            }
        };
    }

    @AfterEach
    void close() {
        List<CompletableFuture<Void>> closed = new ArrayList<>();
        for (Rank rank : ranks) closed.add(EngineWorld.async(rank.calls::close));
        CompletableFuture.allOf(closed.toArray(new CompletableFuture<?>[0]))
                .orTimeout(EngineWorld.LIMIT_SECONDS, TimeUnit.SECONDS)
                .join();
    }

    private static <T> T get(CompletableFuture<T> result) throws Exception {
        return result.get(EngineWorld.LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    private static void untilConnected(Rank rank, int peer) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(EngineWorld.LIMIT_SECONDS);
        while (!rank.calls.engine().peers().get(peer).endpoint.isReached()) {
            assertTrue(System.nanoTime() - end < 0, rank.transport::describe);
            Thread.yield();
        }
    }

    @Test
    void aCableThatIsCutFailsTheHostAtItsOtherEnd() throws Exception {
        connect(1);
        EngineRank waiting = ranks.get(0).calls;
        CompletableFuture<CommException> thrown = EngineWorld.async(() -> {
            try {
                waiting.recv(new byte[1], 2, 9);
                return null;
            } catch (CommException e) {
                return e;
            }
        });
        untilConnected(ranks.get(0), 2);
        untilConnected(ranks.get(2), 0);
        cut = true;
        assertEquals(ErrorClass.PROC_FAILED, get(thrown).errorClass());
        for (Rank rank : ranks) {
            String other = rank.number < 2 ? "ranks 2, 3 on hostb" : "ranks 0, 1 on hosta";
            String line = get(rank.gone).getMessage();
            assertTrue(line.startsWith(other + SILENT), line);
        }
        assertEquals(PeerState.FAILED, waiting.engine().peers().get(2).state());
    }

    @Test
    void heartBeatsOvertakeWhatWaitsInConnections() throws Exception {
        overtaking = true;
        connect(1);
        untilConnected(ranks.get(0), 2);
        untilConnected(ranks.get(2), 0);
        cut = true;
        CompletableFuture<Object> any =
                CompletableFuture.anyOf(ranks.stream().map(rank -> rank.gone).toArray(CompletableFuture<?>[]::new));
        assertThrows(TimeoutException.class, () -> any.get(4, TimeUnit.SECONDS));
    }

    @Test
    void whatComesFromAPeerIsASignOfLife() throws Exception {
        connect(60);
        Endpoint endpoint = ranks.get(3).endpoints[0];
        long before = endpoint.received();
        EngineRank sender = ranks.get(0).calls;
        CompletableFuture<?> sent = EngineWorld.async(() -> sender.await(sender.isend(new byte[300_000], 3, 1)));
        ranks.get(3).calls.recv(new byte[300_000], 0, 1);
        assertNotEquals(before, endpoint.received());
        get(sent);
    }

    @Test
    void aRankThatDiesIsFoundByItsNeighbourOnTheHost() throws Exception {
        connect(60);
        // Over a transport with connections only rank 2 has one to it.
        Rank victim = ranks.get(3);
        victim.transport.close();
        for (Rank rank : ranks.subList(0, 3)) {
            String line = get(rank.gone).getMessage();
            assertTrue(line.startsWith("rank 3 on hostb failed: "), line);
        }
        victim.calls.engine().failures().fail(new CommException(ErrorClass.OTHER, "killed by the test"));
    }

    @Test
    void anAbortReachesEveryRank() throws Exception {
        connect(60);
        ranks.get(1).calls.engine().failures().abort(7, "enough");
        for (Rank rank : ranks) if (rank.number != 1) assertEquals("1 7 enough", get(rank.aborted));
        assertNull(ranks.get(0).calls.engine().peers().failure());
    }
}
