package org.jmpi.comm.dynamic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.Communicators;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.control.ControlReader;
import org.jmpi.comm.control.ControlWriter;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.session.RankThreads;
import org.jmpi.comm.transport.Endpoint;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.ThreadsTransport;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportProvider;
import org.jmpi.comm.transport.TransportSite;
import org.jmpi.comm.trust.JobSecret;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two worlds of one rank each, whose roots meet over connections that the test forwards. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class BridgesTest {
    private final JmpiConfig config = JmpiConfig.load(new Properties(), Map.of());
    private final RankThreads[] worlds = {RankThreads.create(1, config), RankThreads.create(1, config)};
    private final ThreadsTransport.Meeting meeting = new ThreadsTransport.Meeting(2);

    /** Whether the accepting process has the connection over which it learns of the end of the other one. */
    private final AtomicBoolean connected = new AtomicBoolean(true);

    private final Bridges[] bridges = {bridges(worlds[0]), bridges(worlds[1])};

    private Bridges bridges(RankThreads world) {
        return new Bridges(world.world(0).process(), config, "here", new JvmConnector());
    }

    /** Has a transport between ranks of this JVM alone. The test opens the ports. */
    private final class JvmConnector implements Connector {
        private final Connector sockets = new SocketConnector(config);

        @Override
        public OpenPort listen(JobSecret key, boolean local) throws IOException {
            return sockets.listen(key, local);
        }

        @Override
        public RootConnection connect(String port, JobSecret key, Runnable wait) throws IOException {
            return sockets.connect(port, key, wait);
        }

        @Override
        public JobSecret secret() throws IOException {
            return sockets.secret();
        }

        @Override
        public JobSecret newSecret() {
            return sockets.newSecret();
        }

        @Override
        public Iterable<TransportProvider> transports() {
            return List.of(new JvmProvider());
        }
    }

    private final class JvmProvider implements TransportProvider {
        @Override
        public String name() {
            return ThreadsTransport.NAME;
        }

        @Override
        public boolean automatic() {
            return true;
        }

        @Override
        public Transport open(TransportSite site, FrameHandler handler) throws IOException {
            Transport transport = meeting.open(site.rank(), site.host(), handler);
            return site.rank() > 0 ? transport : replacing(Transport.class, transport, "endpoint", this::connecting);
        }

        private Object connecting(Object endpoint) {
            return replacing(Endpoint.class, (Endpoint) endpoint, "isToldOfDeparture", told -> connected.get());
        }
    }

    /** Returns an object of which one method returns something else. */
    private static <T> T replacing(Class<T> type, T object, String method, UnaryOperator<Object> result) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, each, args) -> {
            Object returned = each.invoke(object, args);
            return each.getName().equals(method) ? result.apply(returned) : returned;
        }));
    }

    @AfterEach
    void close() {
        for (Bridges each : bridges) each.close();
        for (RankThreads each : worlds) each.close();
    }

    private interface Body<T> {
        T run() throws IOException;
    }

    private static <T> CompletableFuture<T> async(Body<T> body) {
        Supplier<T> supplier = () -> {
            try {
                return body.run();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        };
        return CompletableFuture.supplyAsync(supplier, each -> new Thread(each).start());
    }

    /** Two groups that meet. The test forwards the messages of each root to the other one. */
    private final class Meeting implements AutoCloseable {
        private final CompletableFuture<Communicator> accepting;
        private final CompletableFuture<Communicator> connecting;
        private final RootChannel toAccepting;
        private final RootChannel toConnecting;

        /** @param awaits whether each group wants MPI.Finalize to wait for the other one */
        Meeting(boolean... awaits) throws Exception {
            JobSecret key = JobSecret.create();
            try (Port one = Port.open(key, true, config);
                    Port other = Port.open(key, true, config)) {
                CompletableFuture<RootChannel> first = connect(one, key);
                CompletableFuture<RootChannel> second = connect(other, key);
                accepting = meet(0, true, awaits[0], one.accept(() -> {}));
                connecting = meet(1, false, awaits[1], other.accept(() -> {}));
                toAccepting = first.get();
                toConnecting = second.get();
            }
        }

        private CompletableFuture<RootChannel> connect(Port port, JobSecret key) {
            return async(() -> RootChannel.connect(Port.Location.parse(port.name()), key, config, () -> {}));
        }

        private CompletableFuture<Communicator> meet(int world, boolean accepts, boolean awaits, RootChannel channel) {
            Communicator own = Communicators.dup(worlds[world].world(0).selfComm());
            Bridges.Call call = new Bridges.Call("test", "", ErrorClass.OTHER, awaits);
            return async(() -> bridges[world].meet(own, call, 0, () -> accepts, () -> channel));
        }

        /** Forwards what the roots send in one round. */
        void forward() throws IOException {
            forward(toAccepting, toConnecting);
            forward(toConnecting, toAccepting);
        }

        private static void forward(RootChannel from, RootChannel to) throws IOException {
            ControlReader in = from.receive(() -> {});
            ControlWriter out = new ControlWriter();
            int values = in.readCount("values", Integer.BYTES);
            out.writeInt(values);
            for (int i = 0; i < values; i++) out.writeBlock(in.readBlock());
            to.send(out);
        }

        /** Forwards all rounds; returns the communicator of each world. */
        Communicator[] finish() throws Exception {
            // The accepting root hangs up when it has its communicator, or has failed.
            assertThrows(IOException.class, () -> {
                while (true) forward();
            });
            return new Communicator[] {accepting.get(), connecting.get()};
        }

        @Override
        public void close() throws IOException {
            toAccepting.close();
            toConnecting.close();
        }
    }

    private Communicator[] meet() throws Exception {
        return meet(true, true);
    }

    private Communicator[] meet(boolean... awaits) throws Exception {
        try (Meeting all = new Meeting(awaits)) {
            return all.finish();
        }
    }

    private void disconnect(Communicator[] both) throws Exception {
        CompletableFuture<Void> other = async(() -> {
            bridges[1].disconnect(both[1]);
            return null;
        });
        bridges[0].disconnect(both[0]);
        other.get();
    }

    /** Returns whether a process has closed its way to the other one of a communicator. */
    private boolean isGone(int world, int number) {
        return worlds[world].world(0).process().engine().peers().isGone(number);
    }

    private static int number(Communicator both) {
        return both.remoteGroup().worldRank(0);
    }

    @Test
    void aBridgeStaysOpenForGroupsThatMeetAndReuseIt() throws Exception {
        Communicator[] first = meet();
        Communicator[] second;
        try (Meeting again = new Meeting(true, true)) {
            // The processes tell who they are, then whom they reach: both have looked at their bridges by then.
            for (int round = 0; round < 2; round++) again.forward();
            disconnect(first);
            second = again.finish();
        }
        assertEquals(number(first[0]), number(second[0]));
        CompletableFuture<Void> other = async(() -> {
            second[1].collectives().meet("test");
            return null;
        });
        second[0].collectives().meet("test");
        other.get();
        disconnect(second);
        for (int world = 0; world < 2; world++) assertTrue(isGone(world, number(second[world])));
    }

    /** Returns whether a thread of the first world waits for something. */
    private boolean awaits(String what) {
        return worlds[0].world(0).process().engine().leader().waits().stream()
                .anyMatch(wait -> wait.completion().describe(List.of()).contains(what));
    }

    @Test
    void noProcessGoesOnBeforeTheOtherOneWouldLearnOfItsEnd() throws Exception {
        connected.set(false);
        try (Meeting all = new Meeting(true, true)) {
            CompletableFuture<Boolean> waits = async(() -> {
                while (!awaits("connection of ")) {
                    if (all.accepting.isDone() || all.connecting.isDone()) return false;
                    Thread.onSpinWait();
                }
                boolean both = !all.accepting.isDone() && !all.connecting.isDone();
                connected.set(true);
                return both;
            });
            all.finish();
            assertTrue(waits.get());
        }
    }

    @Test
    void groupsThatFailToMeetCloseABridgeThatHasBeenDisconnectedMeanwhile() throws Exception {
        Communicator[] first = meet();
        Meeting failing = new Meeting(true, true);
        failing.forward();
        disconnect(first);
        for (int world = 0; world < 2; world++) assertFalse(isGone(world, number(first[world])));
        failing.close();
        assertThrows(ExecutionException.class, failing.accepting::get);
        assertThrows(ExecutionException.class, failing.connecting::get);
        for (int world = 0; world < 2; world++) assertTrue(isGone(world, number(first[world])));
    }

    @Test
    void disconnectOfOneCommunicatorKeepsProcessesConnectedThatHaveFreedAnother() throws Exception {
        Communicator[] both = meet();
        both[1].free();
        bridges[1].disconnect(Communicators.dup(worlds[1].world(0).selfComm()));
        for (int world = 0; world < 2; world++) assertFalse(isGone(world, number(both[world])));
    }

    /** Returns a call of Finalize in the first world, which waits. */
    private CompletableFuture<Boolean> finishing() {
        CompletableFuture<Boolean> finishing = async(() -> {
            bridges[0].finish();
            return true;
        });
        while (!awaits("Finalize(that of rank 0 of world ")) {
            assertFalse(finishing.isDone());
            Thread.onSpinWait();
        }
        return finishing;
    }

    /** Processes that have freed their communicators stay connected (MPI-4.1 section 11.10.4). */
    @Test
    void finalizeWaitsForAProcessWhoseCommunicatorHasBeenFreed() throws Exception {
        for (Communicator each : meet()) each.free();
        CompletableFuture<Boolean> first = finishing();
        bridges[1].finish();
        assertTrue(first.get());
    }

    @Test
    void finalizeEndsWhenTheOtherProcessIsGone() throws Exception {
        meet();
        CompletableFuture<Boolean> first = finishing();
        bridges[1].close();
        assertTrue(first.get());
    }

    /** Times out if Finalize waits: an interrupt ends this wait, and not that of Finalize. */
    private void assertFinalizeDoesNotWait(int world) throws Exception {
        async(() -> {
                    bridges[world].finish();
                    return true;
                })
                .get();
    }

    @Test
    void finalizeDoesNotWaitWhereOneGroupDoesNotWantIt() throws Exception {
        meet(true, false);
        assertFinalizeDoesNotWait(0);
        assertFinalizeDoesNotWait(1);
    }

    @Test
    void finalizeWaitsForAProcessThatHasMetThisOneInBothWays() throws Exception {
        meet(false, true);
        meet();
        CompletableFuture<Boolean> first = finishing();
        bridges[1].finish();
        assertTrue(first.get());
    }

    @Test
    void processesThatAreNotAwaitedStayConnectedWhenOthersDisconnect() throws Exception {
        for (Communicator each : meet(false, false)) each.free();
        Communicator[] both = meet();
        disconnect(both);
        for (int world = 0; world < 2; world++) assertFalse(isGone(world, number(both[world])));
        assertFinalizeDoesNotWait(0);
    }

    @Test
    void processesThatPartWithoutTheOthersAreGone() throws Exception {
        Communicator[] both = meet();
        bridges[0].part(both[0]);
        while (!isGone(1, number(both[1]))) Thread.onSpinWait();
        assertFinalizeDoesNotWait(1);
    }
}
