package org.jmpi.comm.dynamic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.control.BlockedCall;
import org.jmpi.comm.control.ControlWriter;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.report.StateReport;
import org.jmpi.comm.session.RankThreads;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.comm.trust.SocketCarrier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The reports of ranks that wait for processes of other worlds. */
@Timeout(60)
class DynamicWaitsTest {
    private static final long NANOS = 60_000_000_000L;

    @TempDir
    Path folder;

    private final List<RankThreads> worlds = new ArrayList<>();

    private JmpiConfig config() {
        Properties properties = new Properties();
        properties.setProperty("jmpi.user.folder", folder.resolve("own").toString());
        return JmpiConfig.load(properties, Map.of());
    }

    private RankThreads world(int size) {
        worlds.add(RankThreads.create(size, config()));
        return worlds.get(worlds.size() - 1);
    }

    @AfterEach
    void close() {
        worlds.forEach(RankThreads::close);
    }

    private static <T> CompletableFuture<T> async(Supplier<T> body) {
        return CompletableFuture.supplyAsync(body, each -> new Thread(each).start());
    }

    private static Communicator comm(RankThreads world, int rank) {
        return world.world(rank).worldComm();
    }

    private static DynamicProcesses dynamic(RankThreads world, int rank) {
        return world.world(rank).dynamic();
    }

    /** Returns when the report of a world has a line. */
    private static void awaitLine(RankThreads world, int size, String line) throws InterruptedException {
        while (true) {
            StateReport report = new StateReport(size);
            report.addCalls(world.blocked(), 0);
            if (report.diagnosis().contains(line)) return;
            if (Thread.interrupted()) throw new InterruptedException("never said: " + line);
        }
    }

    private static String outside(String call) {
        return "rank 0 waits in " + call + " for processes outside of this job";
    }

    private static void assertFails(ErrorClass expected, CompletableFuture<?> call) {
        CompletionException failure = assertThrows(CompletionException.class, call::join);
        assertEquals(expected, ((CommException) failure.getCause()).errorClass());
    }

    @Test
    void acceptWaitsForAnotherJobAndTheOtherRanksForTheRoot() throws Exception {
        RankThreads world = world(2);
        String port = dynamic(world, 0).ports().open();
        List<CompletableFuture<Communicator>> calls = new ArrayList<>();
        for (int rank = 0; rank < 2; rank++) {
            int own = rank;
            calls.add(async(() -> dynamic(world, own).accept(comm(world, own), port, 0)));
        }
        awaitLine(world, 2, outside("Accept(" + port + ")"));
        while (world.blocked().stream().noneMatch(DynamicWaitsTest::isOtherRank))
            if (Thread.interrupted()) throw new InterruptedException("rank 1: " + world.blocked());
        dynamic(world, 0).ports().close(port);
        for (CompletableFuture<Communicator> call : calls) assertFails(ErrorClass.PORT, call);
        assertEquals(List.of(), world.blocked());
    }

    private static boolean isOtherRank(BlockedCall call) {
        return call.rank() == 1
                && call.call().startsWith("Accept")
                && call.awaited().equals(List.of(0));
    }

    @Test
    void connectWaitsForTheRootThatAccepts() throws Exception {
        RankThreads one = world(1);
        RankThreads other = world(1);
        String port = dynamic(one, 0).ports().open();
        CompletableFuture<Communicator> call = async(() -> dynamic(other, 0).connect(comm(other, 0), port, 0));
        awaitLine(other, 1, outside("Connect(" + port + ")"));
        dynamic(one, 0).ports().close(port);
        assertFails(ErrorClass.PORT, call);
    }

    @Test
    void spawnWaitsForItsProcesses() throws Exception {
        RankThreads world = world(1);
        AtomicReference<String> end = new AtomicReference<>();
        DynamicProcesses spawning = new DynamicProcesses(world.world(0).process(), config(), "here", order -> end::get);
        SpawnArguments arguments = new SpawnArguments(new String[] {"One", "Two"}, null, new int[] {2, 3}, null);
        CompletableFuture<Communicator> call = async(() -> spawning.spawn(comm(world, 0), arguments, 0, null, true));
        awaitLine(world, 1, outside("Spawn(5 of One, Two)"));
        end.set("none has started");
        assertFails(ErrorClass.SPAWN, call);
    }

    @Test
    void joinWaitsForTheOtherEnd() throws Exception {
        RankThreads world = world(1);
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            try (SocketChannel here = SocketChannel.open(server.getLocalAddress());
                    SocketChannel there = server.accept()) {
                CompletableFuture<Communicator> call =
                        async(() -> dynamic(world, 0).join(world.world(0).selfComm(), here, true));
                awaitLine(world, 1, outside("Join(" + here.getRemoteAddress() + ")"));
                there.shutdownOutput();
                assertFails(ErrorClass.OTHER, call);
            }
        }
    }

    /** The roots are connected, but the other group does not go on. */
    @Test
    void aRootWaitsForTheOtherGroup() throws Exception {
        RankThreads world = world(1);
        JobSecret key = JobSecret.create();
        try (Port port = Port.open(key, true, config())) {
            CompletableFuture<RootChannel> connecting = async(() -> {
                try {
                    return RootChannel.connect(Port.Location.parse(port.name()), key, config(), () -> {});
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            try (RootChannel accepted = port.accept(() -> {});
                    RootChannel connected = connecting.join()) {
                Encounter encounter = new Encounter(comm(world, 0), "Accept", 0, accepted, true, NANOS);
                CompletableFuture<List<byte[]>> call = async(() -> encounter.exchange(new ControlWriter()));
                awaitLine(world, 1, outside("Accept(the other group)"));
                SocketCarrier.hangUp(connected);
                assertFails(ErrorClass.OTHER, call);
            }
        }
    }
}
