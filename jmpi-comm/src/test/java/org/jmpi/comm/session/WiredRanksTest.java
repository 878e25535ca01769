package org.jmpi.comm.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.datatype.ProgramClasses;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.transport.Endpoint;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.PeerAddress;
import org.jmpi.comm.transport.ThreadsTransport;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportProvider;
import org.jmpi.comm.transport.TransportSite;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.comm.wireup.RankTable;
import org.jmpi.comm.wireup.WiredRank;
import org.jmpi.comm.wireup.Wiring;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which pair of ranks uses which transport. The ranks are threads of the test, the transports stand-ins. */
@Timeout(60)
class WiredRanksTest {
    private static final long LIMIT_SECONDS = 30;

    private final JmpiConfig config = JmpiConfig.load(new Properties(), Map.of());
    private final JobSecret secret = JobSecret.create();
    private final List<RankWorld> worlds = new ArrayList<>();
    private final Map<String, TransportProvider> providers = new TreeMap<>();
    private final Set<String> notes = new ConcurrentSkipListSet<>();

    /** Such as {@code 0-1 shm}, for each pair whose frames go that way. */
    private final Set<String> ways = new ConcurrentSkipListSet<>();

    private int size;
    private int rounds;
    private PeerAddress[] table;
    private CyclicBarrier published;

    @AfterEach
    void stop() {
        worlds.forEach(world -> world.stop("the test is over"));
    }

    /** A transport that some ranks cannot open. */
    private final class StandIn implements TransportProvider {
        private final String name;
        private final Set<Integer> failing;
        private final ThreadsTransport.Meeting meeting = new ThreadsTransport.Meeting(8);
        private final Set<Integer> opened = new ConcurrentSkipListSet<>();

        StandIn(String name, Integer... failing) {
            this.name = name;
            this.failing = Set.of(failing);
            providers.put(name, this);
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public boolean automatic() {
            return !name.equals("pigeon");
        }

        @Override
        public boolean leavesHost() {
            return !name.equals("shm");
        }

        @Override
        public Transport open(TransportSite site, FrameHandler handler) throws IOException {
            if (failing.contains(site.rank())) throw new IOException("no room");
            opened.add(site.rank());
            return new Renamed(name, site.rank(), meeting.open(site.rank(), site.host(), handler));
        }
    }

    private final class Renamed implements Transport {
        private final String name;
        private final int rank;
        private final Transport transport;

        Renamed(String name, int rank, Transport transport) {
            this.name = name;
            this.rank = rank;
            this.transport = transport;
        }

        @Override
        public PeerAddress address() {
            return new PeerAddress(name, transport.address().host(), "place of " + rank);
        }

        @Override
        public Endpoint endpoint(int peer, PeerAddress address) {
            assertEquals(new PeerAddress(name, address().host(), "place of " + peer), address);
            ways.add(Math.min(rank, peer) + "-" + Math.max(rank, peer) + " " + name);
            return transport.endpoint(peer, address);
        }

        @Override
        public int eagerLimit() {
            return transport.eagerLimit();
        }

        @Override
        public boolean pushes() {
            return transport.pushes();
        }

        @Override
        public boolean poll() {
            return transport.poll();
        }

        @Override
        public void await(long nanos) {
            transport.await(nanos);
        }

        @Override
        public void wakeup() {
            transport.wakeup();
        }

        @Override
        public String describe() {
            return name + " of " + rank;
        }

        @Override
        public void close(long nanos) {
            transport.close(nanos);
        }

        @Override
        public void close() {
            transport.close();
        }
    }

    /** Connects processes of so many ranks each, and lets all ranks talk to each other. */
    private void connect(String transport, boolean allLocal, int... counts) throws Exception {
        size = IntStream.of(counts).sum();
        table = new PeerAddress[size];
        published = new CyclicBarrier(counts.length);
        List<CompletableFuture<Void>> ends = new ArrayList<>();
        int first = 0;
        for (int count : counts) {
            List<RankWorld> own = IntStream.range(first, first + count)
                    .mapToObj(rank -> new RankWorld(rank, size, config, new ProgramClasses(), new SingletonJob()))
                    .collect(Collectors.toList());
            worlds.addAll(own);
            var meeting = count > 1 ? new ThreadsTransport.Meeting(first, count, size) : null;
            int start = first;
            Function<List<PeerAddress>, RankTable> exchange = mine -> exchange(start, mine);
            List<WiredRank> ranks =
                    own.stream().<WiredRank>map(RankWorld::connection).toList();
            ends.add(inThread(() -> new Wiring(ranks, transport, allLocal, secret, providers.values(), notes::add)
                    .connect(meeting, exchange)));
            first += count;
        }
        await(ends);
        await(worlds.stream().map(world -> inThread(world::finish)).collect(Collectors.toList()));
    }

    private RankTable exchange(int first, List<PeerAddress> mine) {
        try {
            for (int i = 0; i < mine.size(); i++) table[first + i] = mine.get(i);
            if (published.await(LIMIT_SECONDS, TimeUnit.SECONDS) == 0) rounds++;
            RankTable all = new RankTable(List.of(table));
            published.await(LIMIT_SECONDS, TimeUnit.SECONDS);
            return all;
        } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    private static CompletableFuture<Void> inThread(Runnable body) {
        return CompletableFuture.runAsync(body, task -> new Thread(task).start());
    }

    private static void await(List<CompletableFuture<Void>> ends) throws Exception {
        for (CompletableFuture<Void> end : ends) end.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    private static Set<Integer> ranks(Integer... ranks) {
        return new TreeSet<>(Set.of(ranks));
    }

    @Test
    void theBestTransportIsEnoughOnOneHost() throws Exception {
        StandIn shm = new StandIn("shm");
        StandIn socket = new StandIn("socket");
        connect("auto", true, 1, 1, 1);
        assertEquals(Set.of("0-1 shm", "0-2 shm", "1-2 shm"), ways);
        assertEquals(ranks(0, 1, 2), shm.opened);
        assertEquals(ranks(), socket.opened);
        assertEquals(1, rounds);
        assertEquals(Set.of(), notes);
    }

    @Test
    void whoCannotOpenItIsReachedByTheNextOne() throws Exception {
        new StandIn("shm", 1);
        StandIn socket = new StandIn("socket");
        connect("auto", true, 1, 1, 1);
        assertEquals(Set.of("0-1 socket", "0-2 shm", "1-2 socket"), ways);
        assertEquals(ranks(0, 1, 2), socket.opened);
        assertEquals(2, rounds);
        assertEquals(Set.of("transport shm does not open for rank 1: no room"), notes);
    }

    @Test
    void nobodyMayBeAbleToOpenIt() throws Exception {
        new StandIn("shm", 0, 1, 2);
        new StandIn("socket");
        connect("auto", true, 1, 1, 1);
        assertEquals(Set.of("0-1 socket", "0-2 socket", "1-2 socket"), ways);
        assertEquals(1, rounds);
    }

    @Test
    void theBestTransportMayNotBeInstalled() throws Exception {
        new StandIn("socket");
        connect("auto", true, 1, 1);
        assertEquals(Set.of("0-1 socket"), ways);
        assertEquals(Set.of(), notes);
    }

    @Test
    void ranksOnSeveralHostsOpenAll() throws Exception {
        StandIn shm = new StandIn("shm", 2);
        StandIn socket = new StandIn("socket");
        connect("auto", false, 1, 1, 1);
        assertEquals(Set.of("0-1 shm", "0-2 socket", "1-2 socket"), ways);
        assertEquals(ranks(0, 1), shm.opened);
        assertEquals(ranks(0, 1, 2), socket.opened);
        assertEquals(1, rounds);
    }

    @Test
    void ranksOfOneProcessNeedNoTransport() throws Exception {
        new StandIn("shm", 3);
        new StandIn("socket");
        connect("auto", true, 2, 2, 1);
        assertEquals(
                Set.of("0-2 shm", "0-3 socket", "0-4 shm", "1-2 shm", "1-3 socket", "1-4 shm", "2-4 shm", "3-4 socket"),
                ways);
        assertEquals(2, rounds);
    }

    @Test
    void aTransportThatIsNamedIsTheOnlyOne() throws Exception {
        StandIn shm = new StandIn("shm");
        new StandIn("socket");
        connect("socket", true, 2, 1);
        assertEquals(Set.of("0-2 socket", "1-2 socket"), ways);
        assertEquals(ranks(), shm.opened);
    }

    @Test
    void looksNoFurtherThanToTheTransport() {
        Stream<TransportProvider> others = Stream.generate(() -> {
            throw new AssertionError("a provider behind it was looked for");
        });
        Iterable<TransportProvider> all = Stream.concat(Stream.of(new StandIn("shm")), others)::iterator;
        RankWorld world = new RankWorld(0, 1, config, new ProgramClasses(), new SingletonJob());
        worlds.add(world);
        new Wiring(List.of(world.connection()), "auto", true, secret, all, notes::add).connect(null, RankTable::new);
        assertEquals(Set.of(), notes);
        world.finish();
    }

    @Test
    void saysThatATransportIsMissing() {
        new StandIn("socket");
        RankWorld world = new RankWorld(0, 2, config, new ProgramClasses(), new SingletonJob());
        String message = assertThrows(
                        CommException.class,
                        () -> new Wiring(
                                        List.of(world.connection()),
                                        "pigeon",
                                        true,
                                        secret,
                                        providers.values(),
                                        notes::add)
                                .connect(null, RankTable::new))
                .getMessage();
        assertEquals("transport pigeon is not on the class path: found [socket]", message);
    }

    @Test
    void saysThatATransportDoesNotOpen() {
        new StandIn("socket", 0);
        RankWorld world = new RankWorld(0, 2, config, new ProgramClasses(), new SingletonJob());
        String message = assertThrows(
                        CommException.class,
                        () -> new Wiring(
                                        List.of(world.connection()),
                                        "auto",
                                        true,
                                        secret,
                                        providers.values(),
                                        notes::add)
                                .connect(null, RankTable::new))
                .getMessage();
        assertEquals("transport socket does not open: no room", message);
    }
}
