package org.jmpi.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.Communicators;
import org.jmpi.comm.communicator.Intercommunicators;
import org.jmpi.comm.communicator.Words;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.datatype.TypeHandle;
import org.jmpi.comm.datatype.UserBuffer;
import org.jmpi.comm.dynamic.DynamicProcesses;
import org.jmpi.comm.dynamic.SpawnArguments;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.operation.SendMode;
import org.jmpi.comm.report.StateReport;
import org.jmpi.comm.session.RankThreads;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Worlds that connect; all of them are threads of this JVM. */
@Timeout(60)
class ConnectedWorldsTest {
    @TempDir
    Path folder;

    private final List<RankThreads> worlds = new ArrayList<>();

    private RankThreads world(int size, String transport, String... settings) {
        Properties properties = new Properties();
        properties.setProperty("jmpi.user.folder", folder.resolve("own").toString());
        for (int i = 0; i < settings.length; i += 2) properties.setProperty(settings[i], settings[i + 1]);
        worlds.add(RankThreads.create(size, JmpiConfig.load(properties, Map.of()), transport));
        return worlds.get(worlds.size() - 1);
    }

    @AfterEach
    void close() {
        worlds.forEach(RankThreads::close);
    }

    private static <T> CompletableFuture<T> async(Supplier<T> body) {
        return CompletableFuture.supplyAsync(body, each -> new Thread(each).start());
    }

    private static <T> List<CompletableFuture<T>> all(RankThreads world, int size, IntFunction<T> body) {
        return IntStream.range(0, size)
                .mapToObj(rank -> async(() -> body.apply(rank)))
                .toList();
    }

    private static <T> List<T> get(List<CompletableFuture<T>> futures) throws Exception {
        List<T> results = new ArrayList<>();
        for (CompletableFuture<T> future : futures) results.add(future.get());
        return results;
    }

    private static Communicator accept(RankThreads world, int rank, String port) {
        return world.world(rank).dynamic().accept(world.world(rank).worldComm(), port, 0);
    }

    private static Communicator connect(RankThreads world, int rank, String port) {
        return world.world(rank).dynamic().connect(world.world(rank).worldComm(), port, 0);
    }

    /** Meets both groups, and disconnects them. */
    private static Void part(RankThreads world, int rank, Communicator both) {
        both.collectives().meet("test");
        Communicator all = Intercommunicators.merge(both, false);
        all.collectives().meet("test");
        world.world(rank).dynamic().disconnect(all);
        world.world(rank).dynamic().disconnect(both);
        return null;
    }

    @ParameterizedTest
    @CsvSource({
        "threads, threads",
        "shm, socket",
        "threads, socket",
        "rmi, rmi",
        "rmi, threads",
        "shm, rmi",
        "rmi, socket"
    })
    void worldsOfEachTransportConnect(String one, String other) throws Exception {
        RankThreads first = world(2, one);
        RankThreads second = world(3, other);
        for (int round = 0; round < 2; round++) {
            String port = first.world(0).dynamic().ports().open();
            var here = all(first, 2, rank -> part(first, rank, accept(first, rank, port)));
            var there = all(second, 3, rank -> part(second, rank, connect(second, rank, port)));
            get(here);
            get(there);
            first.world(0).dynamic().ports().close(port);
        }
    }

    /**
     * A and B are connected, and both to C by one bridge. Each pair with C has a communicator of its own, those of all
     * three are gone.
     */
    private final class Three {
        final RankThreads a = world(1, "threads");
        final RankThreads b = world(1, "threads");
        final RankThreads c = world(1, "threads");
        final String port = a.world(0).dynamic().ports().open();
        final Communicator merged;
        final Communicator mergedB;
        final Communicator ab;
        final Communicator ba;
        final List<Communicator> withC;

        Three() throws Exception {
            CompletableFuture<Communicator> connecting = async(() -> connect(b, 0, port));
            ab = accept(a, 0, port);
            ba = connecting.get();
            CompletableFuture<Communicator> merging = async(() -> Intercommunicators.merge(ba, true));
            merged = Intercommunicators.merge(ab, false);
            mergedB = merging.get();
            CompletableFuture<Communicator> toC =
                    async(() -> b.world(0).dynamic().accept(mergedB, null, 0));
            CompletableFuture<Communicator> atC = async(() -> connect(c, 0, port));
            Communicator ac = a.world(0).dynamic().accept(merged, port, 0);
            Communicator bc = toC.get();
            Communicator ca = atC.get();
            withC = get(List.of(
                    async(() -> pair(a, ac, false, true, 0)),
                    async(() -> pair(b, bc, false, false, 0)),
                    async(() -> pair(c, ca, true, true, 1))));
        }
    }

    /**
     * Both have an own bridge to a third process when they meet again, but no way to each other. The bridge alone would
     * tell them that they are connected.
     */
    @Test
    void processesThatHaveACommonBridgeConnectAgain() throws Exception {
        Three three = new Three();
        assertEquals(2, three.withC.get(0).size());
        CompletableFuture<Void> parted = async(() -> {
            three.b.world(0).dynamic().disconnect(three.mergedB);
            three.b.world(0).dynamic().disconnect(three.ba);
            return null;
        });
        three.a.world(0).dynamic().disconnect(three.merged);
        three.a.world(0).dynamic().disconnect(three.ab);
        parted.get();
        CompletableFuture<Communicator> again = async(() -> connect(three.b, 0, three.port));
        Communicator both = accept(three.a, 0, three.port);
        CompletableFuture<Void> met = async(() -> {
            again.join().collectives().meet("test");
            return null;
        });
        both.collectives().meet("test");
        met.get();
    }

    /** C keeps the bridge, for B. A has closed its own. */
    @Test
    void aProcessThatHasClosedACommonBridgeConnectsAgain() throws Exception {
        Three three = new Three();
        CompletableFuture<Void> parted = async(() -> {
            three.c.world(0).dynamic().disconnect(three.withC.get(2));
            return null;
        });
        three.a.world(0).dynamic().disconnect(three.withC.get(0));
        parted.get();
        CompletableFuture<Void> again = async(() -> part(three.c, 0, connect(three.c, 0, three.port)));
        part(three.a, 0, accept(three.a, 0, three.port));
        again.get();
    }

    /** Returns the communicator of A and C, or of B and C at B; C, of kind 1, is in both. */
    private static Communicator pair(RankThreads world, Communicator inter, boolean high, boolean isA, int kind) {
        Communicator all = Intercommunicators.merge(inter, high);
        Communicator withA = Communicators.split(all, isA || kind == 1 ? 0 : Communicator.UNDEFINED, 0);
        Communicator withB = Communicators.split(all, !isA || kind == 1 ? 0 : Communicator.UNDEFINED, 0);
        world.world(0).dynamic().disconnect(all);
        world.world(0).dynamic().disconnect(inter);
        return withA != null ? withA : withB;
    }

    @Test
    void aProcessDoesNotConnectToItself() throws Exception {
        RankThreads world = world(2, "threads");
        String port = world.world(0).dynamic().ports().open();
        // The same two ranks, in one group and in the other.
        Communicator self = world.world(0).selfComm();
        Communicator copy = Communicators.dup(self);
        CompletableFuture<Communicator> connecting =
                async(() -> world.world(0).dynamic().connect(copy, port, 0));
        CommException here =
                assertThrows(CommException.class, () -> world.world(0).dynamic().accept(self, port, 0));
        assertEquals(ErrorClass.COMM, here.errorClass());
        assertTrue(here.getMessage().contains("not disjoint"), here.getMessage());
        assertThrows(ExecutionException.class, connecting::get);
    }

    @Test
    @Tag("job")
    void threadsOfATestSpawnProcesses() throws Exception {
        RankThreads world = world(2, "threads");
        SpawnArguments arguments = new SpawnArguments(
                new String[] {SpawnProgram.class.getName()}, new String[][] {{"part"}}, new int[] {2}, null);
        get(all(world, 2, rank -> {
            DynamicProcesses dynamic = world.world(rank).dynamic();
            int[] codes = new int[2];
            Communicator both = dynamic.spawn(world.world(rank).worldComm(), arguments, 1, codes, true);
            assertEquals(ErrorClass.SUCCESS.code(), codes[1]);
            return part(world, rank, both);
        }));
    }

    @Test
    void acceptEndsWhenThePortIsClosed() throws Exception {
        RankThreads world = world(2, "threads");
        String port = world.world(0).dynamic().ports().open();
        var waiting = all(world, 2, rank -> accept(world, rank, port));
        while (world.world(1).process().engine().leader().waits().isEmpty()) Thread.onSpinWait();
        world.world(0).dynamic().ports().close(port);
        for (CompletableFuture<Communicator> each : waiting) {
            ExecutionException failure = assertThrows(ExecutionException.class, each::get);
            assertEquals(ErrorClass.PORT, ((CommException) failure.getCause()).errorClass());
        }
    }

    @Test
    void connectEndsWhenNobodyAccepts() throws Exception {
        RankThreads one = world(1, "threads");
        RankThreads other = world(2, "threads", "jmpi.connect.timeout.s", "1");
        String port = one.world(0).dynamic().ports().open();
        for (CompletableFuture<Communicator> each : all(other, 2, rank -> connect(other, rank, port))) {
            ExecutionException failure = assertThrows(ExecutionException.class, each::get);
            CommException cause = (CommException) failure.getCause();
            assertEquals(ErrorClass.PORT, cause.errorClass());
            assertTrue(cause.getMessage().contains(port + " within 1 s"), cause.getMessage());
        }
    }

    @Test
    void messagesAndDisconnectWaitForTheOtherWorld() throws Exception {
        RankThreads one = world(1, "threads");
        RankThreads other = world(1, "threads");
        String port = one.world(0).dynamic().ports().open();
        CompletableFuture<Communicator> connecting = async(() -> connect(other, 0, port));
        Communicator here = accept(one, 0, port);
        Communicator there = connecting.get();
        CompletableFuture<Void> first = async(() -> {
            here.pointToPoint().recv(ints(), 0, 5, Words.BINDING);
            one.world(0).dynamic().disconnect(here);
            return null;
        });
        awaitLine(one, "Recv(source=0, tag=5) on communicator " + here.context());
        there.pointToPoint().send(SendMode.STANDARD, ints(), 0, 5);
        awaitLine(one, "Disconnect on communicator " + here.context());
        other.world(0).dynamic().disconnect(there);
        first.get();
    }

    private static UserBuffer ints() {
        return new UserBuffer(new int[1], 0, 1, TypeHandle.predefined(Layout.of(BasicType.INT)));
    }

    /** Returns when the report of a world of one rank says that it waits for another world. */
    private static void awaitLine(RankThreads world, String call) throws InterruptedException {
        String line = "rank 0 waits in " + call + " for processes outside of this job";
        while (true) {
            StateReport report = new StateReport(1);
            report.addCalls(world.blocked(), 0);
            if (report.diagnosis().contains(line)) return;
            if (Thread.interrupted()) throw new InterruptedException("never said: " + line + report.diagnosis());
        }
    }

    // ---- Join ----

    private enum Family {
        TCP,
        UNIX
    }

    private SocketChannel[] pair(Family family) throws IOException {
        boolean isTcp = family == Family.TCP;
        try (ServerSocketChannel server =
                ServerSocketChannel.open(isTcp ? StandardProtocolFamily.INET : StandardProtocolFamily.UNIX)) {
            server.bind(
                    isTcp
                            ? new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)
                            : UnixDomainSocketAddress.of(folder.resolve("socket")));
            SocketChannel connected = SocketChannel.open(server.getLocalAddress());
            return new SocketChannel[] {connected, server.accept()};
        }
    }

    @ParameterizedTest
    @EnumSource
    void twoProcessesJoinOverTheirSocket(Family family) throws Exception {
        RankThreads one = world(2, "threads");
        RankThreads other = world(1, "shm");
        SocketChannel[] ends = pair(family);
        try (SocketChannel here = ends[0];
                SocketChannel there = ends[1]) {
            there.configureBlocking(false);
            for (int round = 0; round < 4; round++) {
                CompletableFuture<Void> joining = async(() -> part(other, 0, join(other, 0, there)));
                part(one, 1, join(one, 1, here));
                joining.get();
                // The socket is the program's.
                assertTrue(here.isBlocking());
                assertFalse(there.isBlocking());
                assertEquals(0, there.read(ByteBuffer.allocate(1)));
                there.write(ByteBuffer.wrap(new byte[] {1, 2, 3}));
                ByteBuffer got = ByteBuffer.allocate(3);
                while (got.hasRemaining()) here.read(got);
                assertEquals(3, got.get(2));
            }
        }
    }

    private static Communicator join(RankThreads world, int rank, SocketChannel channel) {
        return world.world(rank).dynamic().join(world.world(rank).selfComm(), channel, true);
    }

    @Test
    void aSocketThatLeadsNowhereFails() throws Exception {
        RankThreads world = world(1, "threads", "jmpi.connect.timeout.s", "1");
        assertEquals(ErrorClass.ARG, failure(world, null).errorClass());
        try (SocketChannel open = SocketChannel.open()) {
            assertEquals(ErrorClass.ARG, failure(world, open).errorClass());
        }
        SocketChannel[] ends = pair(Family.TCP);
        try (SocketChannel here = ends[0];
                SocketChannel there = ends[1]) {
            CommException late = failure(world, here);
            assertEquals(ErrorClass.OTHER, late.errorClass());
            assertTrue(late.getMessage().contains("has not called Join within 1 s"), late.getMessage());
            there.write(ByteBuffer.wrap(new byte[100]));
            assertTrue(failure(world, here).getMessage().contains("something else"));
        }
        SocketChannel[] closed = pair(Family.TCP);
        closed[1].close();
        try (SocketChannel here = closed[0]) {
            assertTrue(failure(world, here).getMessage().contains("closed the socket"));
            assertTrue(here.isBlocking());
        }
    }

    private static CommException failure(RankThreads world, SocketChannel channel) {
        return assertThrows(CommException.class, () -> join(world, 0, channel));
    }
}
