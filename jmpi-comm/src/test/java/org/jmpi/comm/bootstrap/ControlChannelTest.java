package org.jmpi.comm.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.report.BlockedCall;
import org.jmpi.comm.transport.PeerAddress;
import org.jmpi.comm.trust.JobSecret;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ControlChannelTest {
    private final JobSecret secret = JobSecret.create();
    private final RecordingListener listener = new RecordingListener();
    private final LinkedBlockingQueue<String> endings = new LinkedBlockingQueue<>();
    private final List<ControlChannel> channels = new ArrayList<>();
    private RendezvousServer server;

    @AfterEach
    void close() throws IOException {
        channels.forEach(ControlChannel::close);
        if (server != null) server.close();
    }

    private void listen(int size) throws IOException {
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        server = RendezvousServer.open(anyPort, size, secret, listener);
    }

    private ControlChannel connect(int rank, int size) {
        return connect(rank, size, secret, 60, () -> "queues of rank " + rank);
    }

    private ControlChannel connect(int rank, int size, JobSecret known, int seconds, RankState state) {
        return connect(rank, 1, size, known, seconds, state);
    }

    private ControlChannel connect(int rank, int count, int size, JobSecret known, int seconds, RankState state) {
        Properties properties = new Properties();
        properties.setProperty("jmpi.connect.timeout.s", Integer.toString(seconds));
        JmpiConfig config = JmpiConfig.load(properties, Map.of());
        LaunchEnvironment environment =
                new LaunchEnvironment(rank, count, size, "test", known, server.address(), "none");
        Ending ending = (code, line) -> endings.add(code + " " + new String(line).strip());
        ControlChannel channel = ControlChannel.connect(environment, config, state, ending);
        channels.add(channel);
        return channel;
    }

    private static PeerAddress address(int rank) {
        return new PeerAddress("none", "here", "place " + rank);
    }

    private static CompletableFuture<RankTable> exchange(ControlChannel channel, int... places) {
        List<PeerAddress> mine =
                Arrays.stream(places).mapToObj(ControlChannelTest::address).toList();
        return CompletableFuture.supplyAsync(
                () -> channel.exchange(mine), body -> new Thread(body, "exchange").start());
    }

    @Test
    void handsTheTableToEveryRank() throws Exception {
        listen(3);
        List<CompletableFuture<RankTable>> tables = new ArrayList<>();
        for (int rank : new int[] {2, 0, 1}) {
            tables.add(exchange(connect(rank, 3), rank));
            listener.expect("hello " + rank + " from here place " + rank);
        }
        RankTable expected = new RankTable(List.of(address(0), address(1), address(2)));
        for (CompletableFuture<RankTable> table : tables) assertEquals(expected, table.get());
    }

    @Test
    void aProcessOfSeveralRanksSpeaksForAll() throws Exception {
        listen(5);
        ControlChannel pair = connect(1, 2, 5, secret, 60, () -> "queues");
        CompletableFuture<RankTable> ofPair = exchange(pair, 1, 2);
        listener.expect("hello 1 from here place 1, place 2");
        CompletableFuture<RankTable> ofFirst = exchange(connect(0, 5), 0);
        listener.expect("hello 0 from here place 0");
        ControlChannel hasty = connect(3, 2, 5, secret, 60, () -> "queues");
        CompletableFuture<RankTable> ofHasty = exchange(hasty, 3, 4);
        for (CompletableFuture<RankTable> table : List.of(ofPair, ofFirst, ofHasty))
            for (int rank = 0; rank < 5; rank++)
                assertEquals(address(rank), table.get().address(rank));
    }

    @Test
    void addressesMayBePublishedAgain() throws Exception {
        listen(2);
        List<ControlChannel> both = List.of(connect(0, 2), connect(1, 2));
        for (int round = 0; round < 10; round++) {
            List<CompletableFuture<RankTable>> tables = new ArrayList<>();
            for (int rank = 0; rank < 2; rank++) tables.add(exchange(both.get(rank), 10 * round + rank));
            RankTable expected = new RankTable(List.of(address(10 * round), address(10 * round + 1)));
            for (CompletableFuture<RankTable> table : tables) assertEquals(expected, table.get());
        }
    }

    @Test
    void refusesMoreRanksThanThereAre() throws Exception {
        listen(2);
        ControlChannel channel = connect(1, 1, 2, secret, 60, () -> "queues");
        assertThrows(CommException.class, () -> channel.exchange(List.of(address(1), address(2))));
        listener.expect("disconnected 1");
        assertTrue(endings.poll(30, TimeUnit.SECONDS).startsWith("1 "));
    }

    @Test
    void passesOnWhatARankTellsInItsOrder() throws Exception {
        listen(2);
        ControlChannel channel = connect(1, 2);
        channel.peerLost(1, 0, "connection reset");
        channel.failed(1, "boom");
        channel.failed(0, "boom of another rank");
        channel.exits(1);
        channel.abort(1, -7, "enough");
        channel.abort(0, 8, "another rank's");
        channel.finalized(1);
        channel.ended(0);
        channel.note("no room");
        listener.expect("peerLost 1 0 connection reset");
        listener.expect("failed 1 boom");
        listener.expect("failed 0 boom of another rank");
        listener.expect("exits 1");
        listener.expect("aborted 1 -7 enough");
        listener.expect("aborted 0 8 another rank's");
        listener.expect("finalized 1");
        listener.expect("ended 0");
        listener.expect("noted 1 no room");
        channel.close();
        listener.expect("disconnected 1");
        assertTrue(endings.isEmpty());
    }

    @Test
    void namesTheRanksThatAreMissing() throws Exception {
        listen(4);
        ControlChannel patient = connect(2, 4);
        CompletableFuture<RankTable> waits = exchange(patient, 2);
        listener.expect("hello 2 from here place 2");
        ControlChannel hasty = connect(0, 4, secret, 3, () -> "");
        String message = assertThrows(CommException.class, () -> hasty.exchange(List.of(address(0))))
                .getMessage();
        assertEquals("2 of 4 ranks have not called MPI.Init within 3 s: 1, 3", message);
        assertTrue(!waits.isDone());
    }

    @Test
    void dumpsTheStacksFirstAndThenTheQueues() throws Exception {
        listen(2);
        connect(1, 2);
        // The server knows a rank from its first message on.
        channels.get(0).finalized(1);
        listener.expect("finalized 1");
        assertEquals(List.of(1), server.dump());
        listener.expect("blocked 1 []");
        listener.expect("stacks 1 with this test's");
        listener.expect("dumped 1 queues of rank 1");
    }

    @Test
    void tellsWhichCallsWait() throws Exception {
        listen(1);
        List<BlockedCall> calls = List.of(
                new BlockedCall(2, "Recv(source=ANY_SOURCE, tag=\u00fc)", false, List.of(0, 1, 3), 1L << 40, "near"),
                new BlockedCall(3, "Barrier", true, List.of(), 7, ""));
        ControlChannel channel = connect(0, 1, secret, 60, new RankState() {
            @Override
            public String describe() {
                return "two calls";
            }

            @Override
            public List<BlockedCall> blocked() {
                return calls;
            }
        });
        channel.finalized(0);
        listener.expect("finalized 0");
        server.dump();
        listener.expect("blocked 0 " + calls);
    }

    @Test
    void dumpsTheRestEvenIfTheCallsCannotBeRead() throws Exception {
        listen(1);
        ControlChannel channel = connect(0, 1, secret, 60, new RankState() {
            @Override
            public String describe() {
                return "the queues";
            }

            @Override
            public List<BlockedCall> blocked() {
                throw new IllegalStateException("torn");
            }
        });
        channel.finalized(0);
        listener.expect("finalized 0");
        server.dump();
        listener.expect("stacks 0 with this test's");
        listener.expect(
                "dumped 0 the calls that wait cannot be read: java.lang.IllegalStateException: torn\nthe queues");
    }

    @Test
    void dumpsTheStacksEvenIfTheQueuesCannotBeRead() throws Exception {
        listen(1);
        ControlChannel channel = connect(0, 1, secret, 60, () -> {
            throw new IllegalStateException("torn");
        });
        channel.finalized(0);
        listener.expect("finalized 0");
        server.dump();
        listener.expect("blocked 0 []");
        listener.expect("stacks 0 with this test's");
        listener.expect("dumped 0 the state of the queues cannot be read: java.lang.IllegalStateException: torn");
    }

    @Test
    void endsTheProcessOnTheLaunchersWord() throws Exception {
        listen(1);
        connect(0, 1).finalized(0);
        listener.expect("finalized 0");
        server.abort(5, "rank 1 aborted");
        assertEquals("5 rank 0 ends: rank 1 aborted", endings.poll(30, TimeUnit.SECONDS));
    }

    @Test
    void endsTheProcessWhenTheLauncherIsGone() throws Exception {
        listen(2);
        CompletableFuture<RankTable> waits = exchange(connect(0, 2), 0);
        listener.expect("hello 0 from here place 0");
        server.close();
        assertEquals("1 rank 0 ends: its launcher is gone", endings.poll(30, TimeUnit.SECONDS));
        assertThrows(ExecutionException.class, waits::get);
    }

    @Test
    void refusesARankThatHasJoinedBefore() throws Exception {
        listen(2);
        exchange(connect(1, 2), 1);
        listener.expect("hello 1 from here place 1");
        ControlChannel second = connect(1, 2);
        String message = assertThrows(CommException.class, () -> second.exchange(List.of(address(1))))
                .getMessage();
        assertTrue(
                message.endsWith("rank 1 has joined this job before, as process "
                        + ProcessHandle.current().pid()),
                message);
        for (int i = 0; i < 100; i++) second.failed(1, "told to nobody".repeat(1000));
        assertTrue(endings.isEmpty() && listener.heardNothing());
    }

    @Test
    void refusesARankThatThereIsNot() throws Exception {
        listen(2);
        ControlChannel third = connect(2, 3);
        String message = assertThrows(CommException.class, () -> third.exchange(List.of(address(2))))
                .getMessage();
        assertTrue(message.endsWith("rank=2, size=2"), message);
    }

    @Test
    void doesNotTrustALauncherThatDoesNotKnowTheSecret() throws Exception {
        listen(1);
        String message = assertThrows(CommException.class, () -> connect(0, 1, JobSecret.create(), 60, () -> ""))
                .getMessage();
        assertTrue(message.endsWith("it does not know this job's secret"), message);
        assertTrue(listener.heardNothing());
    }

    @Test
    void saysWhereItLookedForALauncherThatIsNotThere() throws Exception {
        listen(1);
        server.close();
        String message = assertThrows(CommException.class, () -> connect(0, 1)).getMessage();
        assertTrue(message.startsWith("rank 0 cannot join its job: the launcher at 127.0.0.1:"), message);
    }

    @Test
    void refusesToSendAnAddressThatIsTooLong() throws Exception {
        listen(1);
        ControlChannel channel = connect(0, 1);
        PeerAddress tooLong = new PeerAddress("none", "here", "x".repeat(1025));
        assertThrows(CommException.class, () -> channel.exchange(List.of(tooLong)));
        assertTrue(endings.isEmpty());
    }
}
