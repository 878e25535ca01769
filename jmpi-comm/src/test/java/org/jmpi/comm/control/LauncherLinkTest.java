package org.jmpi.comm.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.transport.PeerAddress;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.comm.wireup.AddressExchange;
import org.jmpi.comm.wireup.LauncherWireUp;
import org.jmpi.comm.wireup.RankTable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LauncherLinkTest {
    private final JobSecret secret = JobSecret.create();
    private final RecordingListener listener = new RecordingListener();
    private final LinkedBlockingQueue<String> endings = new LinkedBlockingQueue<>();
    private final List<LauncherLink> links = new ArrayList<>();
    private final Map<LauncherLink, AddressExchange> exchanges = new HashMap<>();
    private LauncherServer server;
    private LaunchedRanks ranks;

    @AfterEach
    void close() throws IOException {
        links.forEach(LauncherLink::close);
        if (server != null) server.close();
    }

    private void listen(int size) throws IOException {
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        ranks = new LaunchedRanks(size, listener);
        Set<Integer> all = IntStream.range(0, size).boxed().collect(Collectors.toSet());
        server = LauncherServer.open(anyPort, all, secret, ranks);
    }

    private LauncherLink connect(int rank, int size) {
        return connect(rank, size, secret, 60, () -> "queues of rank " + rank);
    }

    private LauncherLink connect(int rank, int size, JobSecret known, int seconds, RankState state) {
        return connect(rank, 1, size, known, seconds, state);
    }

    private LauncherLink connect(int rank, int count, int size, JobSecret known, int seconds, RankState state) {
        Properties properties = new Properties();
        properties.setProperty("jmpi.connect.timeout.s", Integer.toString(seconds));
        JmpiConfig config = JmpiConfig.load(properties, Map.of());
        LaunchEnvironment environment =
                new LaunchEnvironment(rank, count, size, 1, "test", known, server.address(), "none");
        ProcessEnd ending = (code, line) -> endings.add(code + " " + new String(line).strip());
        LauncherLink link = LauncherLink.connect(environment, config.connectNanos(), state, () -> {}, ending);
        links.add(link);
        exchanges.put(link, new AddressExchange(new LauncherWireUp(environment, link), config.connectNanos()));
        return link;
    }

    private static PeerAddress address(int rank) {
        return new PeerAddress("none", "here", "place " + rank);
    }

    private CompletableFuture<RankTable> exchange(LauncherLink link, int... places) {
        List<PeerAddress> mine =
                Arrays.stream(places).mapToObj(LauncherLinkTest::address).toList();
        return CompletableFuture.supplyAsync(
                () -> exchanges.get(link).exchange(mine), body -> new Thread(body, "exchange").start());
    }

    @Test
    void handsTheTableToEveryRank() throws Exception {
        listen(3);
        List<CompletableFuture<RankTable>> tables = new ArrayList<>();
        for (int rank : new int[] {2, 0, 1}) {
            tables.add(exchange(connect(rank, 3), rank));
            listener.expect("Fence of " + rank + " from here place " + rank);
        }
        RankTable expected = new RankTable(List.of(address(0), address(1), address(2)));
        for (CompletableFuture<RankTable> table : tables) assertEquals(expected, table.get());
    }

    @Test
    void aProcessOfSeveralRanksSpeaksForAll() throws Exception {
        listen(5);
        LauncherLink pair = connect(1, 2, 5, secret, 60, () -> "queues");
        CompletableFuture<RankTable> ofPair = exchange(pair, 1, 2);
        listener.expect("Fence of 1 from here place 1, place 2");
        CompletableFuture<RankTable> ofFirst = exchange(connect(0, 5), 0);
        listener.expect("Fence of 0 from here place 0");
        LauncherLink hasty = connect(3, 2, 5, secret, 60, () -> "queues");
        CompletableFuture<RankTable> ofHasty = exchange(hasty, 3, 4);
        for (CompletableFuture<RankTable> table : List.of(ofPair, ofFirst, ofHasty))
            for (int rank = 0; rank < 5; rank++)
                assertEquals(address(rank), table.get().address(rank));
    }

    @Test
    void addressesMayBePublishedAgain() throws Exception {
        listen(2);
        List<LauncherLink> both = List.of(connect(0, 2), connect(1, 2));
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
        LauncherLink link = connect(1, 2, 2, secret, 60, () -> "queues");
        assertThrows(CommException.class, () -> exchanges.get(link).exchange(List.of(address(1), address(2))));
        listener.expect("disconnected 1");
        assertTrue(endings.poll(30, TimeUnit.SECONDS).startsWith("1 "));
    }

    @Test
    void passesOnWhatARankTellsInItsOrder() throws Exception {
        listen(2);
        LauncherLink link = connect(1, 2);
        link.send(new ControlMessage.PeerLost(1, 0, "connection reset"));
        link.send(new ControlMessage.Failed(1, "boom"));
        link.send(new ControlMessage.Failed(0, "boom of another rank"));
        link.send(new ControlMessage.Exits(1));
        link.send(new ControlMessage.Abort(1, -7, "enough"));
        link.send(new ControlMessage.Abort(0, 8, "another rank's"));
        link.send(new ControlMessage.Finalized(1));
        link.send(new ControlMessage.Ended(0));
        link.send(new ControlMessage.Note("no room"));
        listener.expect("PeerLost[rank=1, peer=0, message=connection reset] of 1");
        listener.expect("Failed[rank=1, text=boom] of 1");
        listener.expect("Failed[rank=0, text=boom of another rank] of 1");
        listener.expect("Exits[rank=1] of 1");
        listener.expect("Abort[rank=1, code=-7, message=enough] of 1");
        listener.expect("Abort[rank=0, code=8, message=another rank's] of 1");
        listener.expect("Finalized[rank=1] of 1");
        listener.expect("Ended[rank=0] of 1");
        listener.expect("Note[text=no room] of 1");
        link.close();
        listener.expect("disconnected 1");
        assertTrue(endings.isEmpty());
    }

    @Test
    void namesTheRanksThatAreMissing() throws Exception {
        listen(4);
        LauncherLink patient = connect(2, 4);
        CompletableFuture<RankTable> waits = exchange(patient, 2);
        listener.expect("Fence of 2 from here place 2");
        LauncherLink hasty = connect(0, 4, secret, 3, () -> "");
        String message = assertThrows(
                        CommException.class, () -> exchanges.get(hasty).exchange(List.of(address(0))))
                .getMessage();
        assertEquals("2 of 4 ranks have not called MPI.Init within 3 s: 1, 3", message);
        assertTrue(!waits.isDone());
    }

    @Test
    void dumpsTheStacksFirstAndThenTheQueues() throws Exception {
        listen(2);
        connect(1, 2);
        // The server knows a rank from its first message on.
        links.get(0).send(new ControlMessage.Finalized(1));
        listener.expect("Finalized[rank=1] of 1");
        assertEquals(List.of(1), ranks.sendAll(new ControlMessage.Dump()));
        listener.expect("Blocked[calls=[]] of 1");
        listener.expect("Stacks of 1 with this test's");
        listener.expect("Queues of 1: queues of rank 1");
    }

    @Test
    void tellsWhichCallsWait() throws Exception {
        listen(1);
        List<BlockedCall> calls = List.of(
                new BlockedCall(2, "Recv(source=ANY_SOURCE, tag=\u00fc)", false, List.of(0, 1, 3), 1L << 40, "near"),
                new BlockedCall(3, "Barrier", true, List.of(), 7, ""));
        LauncherLink link = connect(0, 1, secret, 60, new RankState() {
            @Override
            public String describe() {
                return "two calls";
            }

            @Override
            public List<BlockedCall> blocked() {
                return calls;
            }
        });
        link.send(new ControlMessage.Finalized(0));
        listener.expect("Finalized[rank=0] of 0");
        ranks.sendAll(new ControlMessage.Dump());
        listener.expect("Blocked[calls=" + calls + "] of 0");
    }

    @Test
    void answersARequestForASample() throws Exception {
        listen(1);
        List<RankSample> samples = List.of(new RankSample(0, RankSample.LifeState.RUNNING, 1, 2, 3, 4));
        LauncherLink link = connect(0, 1, secret, 60, new RankState() {
            @Override
            public String describe() {
                return "not asked";
            }

            @Override
            public List<RankSample> samples() {
                return samples;
            }

            @Override
            public List<BlockedCall> blocked() {
                throw new IllegalStateException("torn");
            }
        });
        link.send(new ControlMessage.Finalized(0));
        listener.expect("Finalized[rank=0] of 0");
        ranks.sendAll(new ControlMessage.Sample());
        listener.expect("Sampled of 0: " + samples + " []");
    }

    @Test
    void dumpsTheRestEvenIfTheCallsCannotBeRead() throws Exception {
        listen(1);
        LauncherLink link = connect(0, 1, secret, 60, new RankState() {
            @Override
            public String describe() {
                return "the queues";
            }

            @Override
            public List<BlockedCall> blocked() {
                throw new IllegalStateException("torn");
            }
        });
        link.send(new ControlMessage.Finalized(0));
        listener.expect("Finalized[rank=0] of 0");
        ranks.sendAll(new ControlMessage.Dump());
        listener.expect("Stacks of 0 with this test's");
        listener.expect(
                "Queues of 0: the calls that wait cannot be read: java.lang.IllegalStateException: torn\nthe queues");
    }

    @Test
    void dumpsTheStacksEvenIfTheQueuesCannotBeRead() throws Exception {
        listen(1);
        LauncherLink link = connect(0, 1, secret, 60, () -> {
            throw new IllegalStateException("torn");
        });
        link.send(new ControlMessage.Finalized(0));
        listener.expect("Finalized[rank=0] of 0");
        ranks.sendAll(new ControlMessage.Dump());
        listener.expect("Blocked[calls=[]] of 0");
        listener.expect("Stacks of 0 with this test's");
        listener.expect("Queues of 0: the state of the queues cannot be read: java.lang.IllegalStateException: torn");
    }

    @Test
    void endsTheProcessOnTheLaunchersWord() throws Exception {
        listen(1);
        LauncherLink link = connect(0, 1);
        assertTrue(link.isConnected());
        link.send(new ControlMessage.Finalized(0));
        listener.expect("Finalized[rank=0] of 0");
        ranks.sendAll(new ControlMessage.End(5, "rank 1 aborted"));
        assertEquals("5 rank 0 ends: rank 1 aborted", endings.poll(30, TimeUnit.SECONDS));
    }

    @Test
    void endsTheProcessWhenTheLauncherIsGone() throws Exception {
        listen(2);
        CompletableFuture<RankTable> waits = exchange(connect(0, 2), 0);
        listener.expect("Fence of 0 from here place 0");
        server.close();
        assertEquals("1 rank 0 ends: its launcher is gone", endings.poll(30, TimeUnit.SECONDS));
        assertThrows(ExecutionException.class, waits::get);
    }

    @Test
    void refusesARankThatHasJoinedBefore() throws Exception {
        listen(2);
        exchange(connect(1, 2), 1);
        listener.expect("Fence of 1 from here place 1");
        LauncherLink second = connect(1, 2);
        String message = assertThrows(
                        CommException.class, () -> exchanges.get(second).exchange(List.of(address(1))))
                .getMessage();
        assertTrue(
                message.endsWith("rank 1 has joined this job before, as process "
                        + ProcessHandle.current().pid()),
                message);
        for (int i = 0; i < 100; i++) second.send(new ControlMessage.Failed(1, "told to nobody".repeat(1000)));
        assertTrue(endings.isEmpty() && listener.heardNothing());
    }

    @Test
    void refusesARankThatThereIsNot() throws Exception {
        listen(2);
        LauncherLink third = connect(2, 3);
        String message = assertThrows(
                        CommException.class, () -> exchanges.get(third).exchange(List.of(address(2))))
                .getMessage();
        assertTrue(message.endsWith("rank 2 is none of the ranks that are started here"), message);
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
        LauncherLink link = connect(0, 1);
        PeerAddress tooLong = new PeerAddress("none", "here", "x".repeat(1025));
        assertThrows(CommException.class, () -> exchanges.get(link).exchange(List.of(tooLong)));
        assertTrue(endings.isEmpty());
    }
}
