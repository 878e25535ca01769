package org.jmpi.transport.rmi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.RMIClientSocketFactory;
import java.rmi.server.RemoteObjectInvocationHandler;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.transport.Endpoint;
import org.jmpi.comm.transport.FlakyRelay;
import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Letter;
import org.jmpi.comm.transport.PeerAddress;
import org.jmpi.comm.transport.TestRank;
import org.jmpi.comm.transport.TestWorld;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportSite;
import org.jmpi.comm.trust.Admission;
import org.jmpi.comm.trust.Handshake;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.comm.trust.Proof;
import org.jmpi.comm.trust.RefusedException;
import org.jmpi.comm.trust.SocketCarrier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who connects without being a correct peer disturbs nobody. */
@Timeout(120)
class StrangersTest {
    private static final int SIZE = 3;
    private static final int LIMIT_MS = 30_000;

    /** The rank that strangers pretend to be. */
    private static final int THIRD = 2;

    private static Transport open(TransportSite site, FrameHandler handler) throws IOException {
        Properties settings = new Properties();
        settings.setProperty("jmpi.connect.timeout.s", "3");
        JmpiConfig config = JmpiConfig.load(settings, Map.of());
        TransportSite impatient =
                new TransportSite(site.rank(), site.size(), site.allLocal(), site.host(), site.secret(), config);
        return new RmiTransportProvider().open(impatient, handler);
    }

    private static TestWorld world() throws IOException {
        return TestWorld.driven(StrangersTest::open, SIZE);
    }

    private static InetSocketAddress registry(TestWorld world) throws IOException {
        String location = world.rank(0).transport().address().location();
        return RmiAddress.parse(location).socketAddresses().get(0);
    }

    /** Rank 0 still takes what rank 1 sends, and heard nothing from the third. */
    private static void assertUndisturbed(TestWorld world) throws InterruptedException {
        world.rank(1).to(0).send(Letter.of(3, 100));
        assertEquals(3, world.rank(0).nextArrival(1).number());
        assertEquals(List.of(), world.rank(0).others(THIRD));
        assertEquals(List.of(), world.rank(0).others(1));
    }

    // ---- Who does not know the secret ----

    @Test
    @Tag("full")
    void aPlainRmiProgramIsRefused() throws Exception {
        try (TestWorld world = world()) {
            InetSocketAddress at = registry(world);
            Registry bindings = LocateRegistry.getRegistry(at.getHostString(), at.getPort());
            assertThrows(RemoteException.class, () -> bindings.lookup("Comm0"));
            assertThrows(RemoteException.class, () -> bindings.rebind("Comm0", bindings));
            assertUndisturbed(world);
            assertTrue(world.rank(0).transport().describe().contains("2 refused"));
        }
    }

    @Tag("full")
    @Test
    void aCrowdOfStrangersIsShownTheDoorAndKeepsNobodyOut() throws Exception {
        int crowd = 200;
        List<Socket> strangers = new ArrayList<>();
        try (TestWorld world = world()) {
            for (int i = 0; i < crowd; i++) strangers.add(connect(world));
            send(strangers.get(crowd - 1), "GET / HTTP/1.1\r\nHost: localhost\r\nAccept: nothing at all\r\n\r\n");
            send(strangers.get(crowd - 2), Acceptor.PROTOCOL);
            try (Socket foreigner = connect(world)) {
                assertThrows(RefusedException.class, () -> prove(foreigner, JobSecret.create(), THIRD));
            }
            assertUndisturbed(world);
            String state = world.rank(0).transport().describe();
            int unproved = Integer.parseInt(state.replaceAll("(?s).*: (\\d+) connections unproved.*", "$1"));
            assertTrue(unproved <= new Admission<Socket>(SIZE, stranger -> {}).most(), state);
            // The others go when their time is over.
            for (Socket stranger : strangers) assertTrue(isClosed(stranger));
            assertUndisturbed(world);
        } finally {
            for (Socket stranger : strangers) stranger.close();
        }
    }

    private static void send(Socket stranger, String text) throws IOException {
        stranger.getOutputStream().write(text.getBytes("US-ASCII"));
    }

    @Test
    void aRankThatCannotBeIsRefused() throws Exception {
        try (TestWorld world = world()) {
            for (int rank : new int[] {0, -1, SIZE})
                try (Socket stranger = connect(world)) {
                    assertThrows(RefusedException.class, () -> prove(stranger, world.secret(), rank), "rank " + rank);
                    assertTrue(isClosed(stranger), "rank " + rank);
                }
            assertUndisturbed(world);
        }
    }

    @Test
    void aPeerThatIsDroppedInAnyWayConnectsAgain() throws Exception {
        JobSecret secret = JobSecret.create();
        TestRank first = new TestRank(0, 2);
        TestRank second = new TestRank(1, 2);
        try (Transport from = patient(TestWorld.site(0, 2, secret), first);
                Transport to = patient(TestWorld.site(1, 2, secret), second);
                FlakyRelay relay = new FlakyRelay(port(to))) {
            first.open(from);
            second.open(to);
            RmiAddress flaky = RmiAddress.of(List.of(relay.address()), 1);
            first.connect(new PeerAddress[] {null, new PeerAddress("rmi", "localhost", flaky.toString())});
            second.connect(new PeerAddress[] {from.address(), null});
            first.to(1).send(Letter.of(7, 100));
            assertEquals(7, second.nextArrival(0).number());
        }
    }

    private static Transport patient(TransportSite site, FrameHandler handler) throws IOException {
        return new RmiTransportProvider().open(site, handler);
    }

    private static InetSocketAddress port(Transport transport) throws IOException {
        return RmiAddress.parse(transport.address().location())
                .socketAddresses()
                .get(0);
    }

    /** A call that takes minutes on a slow wire is no silence. */
    @Test
    void aByteOfACallThatIsNotCompleteIsASignOfLife() throws Exception {
        try (TestWorld world = world();
                Socket slow = connect(world)) {
            prove(slow, world.secret(), THIRD);
            Endpoint from = world.rank(0).to(THIRD);
            for (byte one : new byte[] {'J', 'R', 'M', 'I'}) {
                long before = from.received();
                slow.getOutputStream().write(one);
                while (from.received() == before) assertFalse(Thread.interrupted(), "no byte was heard");
            }
        }
    }

    @Test
    void aRankOfAnotherJobLearnsWhy() throws Exception {
        try (TestWorld world = world()) {
            TestRank foreigner = new TestRank(1, SIZE);
            try (Transport transport = open(TestWorld.site(1, SIZE, JobSecret.create()), foreigner)) {
                foreigner.open(transport);
                PeerAddress address = world.rank(0).transport().address();
                foreigner.connect(new PeerAddress[] {address, null, address});
                Letter letter = Letter.of(1, 1);
                foreigner.to(0).send(letter);
                Throwable cause = foreigner.nextLoss(0);
                assertTrue(cause.getMessage().contains("does not know this job's secret"), cause.getMessage());
                assertTrue(cause.getMessage().contains("rank 0 (rmi://127.0.0.1:"), cause.getMessage());
                assertSame(
                        cause,
                        assertThrows(ExecutionException.class, letter::awaitSent)
                                .getCause());
            }
            assertUndisturbed(world);
        }
    }

    // ---- Who knows the secret and misuses it ----

    @Test
    void nothingButBatchesIsDeserialised() throws Exception {
        try (TestWorld world = world()) {
            CommunicationLayer layer = lookUp(world);
            Object[] others = {new ArrayList<>(List.of(1)), new long[3], new byte[2][2], Evil.class};
            for (Object other : others) {
                Exception refused = assertThrows(Exception.class, () -> putAnything(layer, other));
                assertTrue(refused.toString().contains("REJECTED"), other + ": " + refused);
            }
            // Texts pass every filter, but are no batches.
            assertThrows(IllegalArgumentException.class, () -> putAnything(layer, "text"));
            // Refused by its length, or cut off while it is being written.
            assertThrows(RemoteException.class, () -> layer.put(THIRD, 0, new byte[BatchLayout.LONGEST + 1]));
            assertUndisturbed(world);
        }
    }

    @Test
    void theRegistryReadsNothingButStubs() throws Exception {
        try (TestWorld world = world()) {
            Registry bindings = findRegistry(world);
            assertEquals(List.of("Comm0"), Arrays.asList(bindings.list()));
            Exception refused = assertThrows(Exception.class, () -> bindings.rebind("Comm0", new Evil()));
            assertTrue(refused.toString().contains("REJECTED"), refused.toString());
            assertEquals(List.of("Comm0"), Arrays.asList(bindings.list()));
            assertUndisturbed(world);
        }
    }

    @Test
    void whoSpeaksForNoPeerIsRefused() throws Exception {
        try (TestWorld world = world()) {
            CommunicationLayer layer = lookUp(world);
            for (int from : new int[] {0, -1, SIZE}) {
                assertThrows(RemoteException.class, () -> layer.put(from, 0, new byte[0]), "rank " + from);
                assertThrows(RemoteException.class, () -> layer.depart(from), "rank " + from);
            }
            assertUndisturbed(world);
        }
    }

    @Test
    void aCallThatIsRepeatedOrMissingDropsThePeer() throws Exception {
        try (TestWorld world = world()) {
            CommunicationLayer layer = lookUp(world);
            layer.put(THIRD, 0, new byte[0]);
            RemoteException refused = assertThrows(RemoteException.class, () -> layer.put(THIRD, 0, new byte[0]));
            assertTrue(refused.getMessage().contains("number 0, expected 1"), refused.getMessage());
            assertTrue(world.rank(0).nextLoss(THIRD).getMessage().contains("out of order"));
            assertThrows(RemoteException.class, () -> layer.put(THIRD, 1, new byte[0]));
            assertThrows(RemoteException.class, () -> layer.depart(THIRD));
            assertUndisturbed(world);
        }
    }

    @Test
    void aHeaderThatIsCutDropsThePeer() throws Exception {
        try (TestWorld world = world()) {
            CommunicationLayer layer = lookUp(world);
            assertThrows(RemoteException.class, () -> layer.put(THIRD, 0, new byte[Frame.HEADER_BYTES - 1]));
            world.rank(0).nextLoss(THIRD);
            assertUndisturbed(world);
        }
    }

    /** Not known to any filter. */
    private static final class Evil implements java.rmi.Remote, java.io.Serializable {
        private static final long serialVersionUID = 1;

        @SuppressWarnings("serial") // that it is no plain class is the point
        private final Object load = new ArrayList<>(List.of(1));

        @Override
        public String toString() {
            return "evil " + load;
        }
    }

    private static Registry findRegistry(TestWorld world) throws IOException {
        InetSocketAddress at = registry(world);
        return LocateRegistry.getRegistry(at.getHostString(), at.getPort(), factory(world));
    }

    private static CommunicationLayer lookUp(TestWorld world) throws IOException {
        InetSocketAddress at = registry(world);
        ClientSockets sockets = new ClientSockets(() -> factory(world).createSocket(null, 0));
        Registry bindings = LocateRegistry.getRegistry(at.getHostString(), at.getPort(), sockets);
        return sockets.lookUp(() -> {
            try {
                return (CommunicationLayer) bindings.lookup("Comm0");
            } catch (java.rmi.NotBoundException e) {
                throw new IOException(e);
            }
        });
    }

    private static RMIClientSocketFactory factory(TestWorld world) {
        return (host, port) -> {
            Socket socket = connect(world);
            prove(socket, world.secret(), THIRD);
            return socket;
        };
    }

    /** Calls the method with an argument of any class. */
    private static void putAnything(CommunicationLayer layer, Object argument) throws Exception {
        Method put = CommunicationLayer.class.getDeclaredMethod("put", int.class, int.class, byte[].class);
        RemoteObjectInvocationHandler handler = (RemoteObjectInvocationHandler) Proxy.getInvocationHandler(layer);
        handler.getRef().invoke(layer, put, new Object[] {THIRD, 0, argument}, number("put(II[B)V"));
    }

    /** Returns the number by which RMI calls a method; see the RMI specification, section 8.3. */
    private static long number(String method) throws Exception {
        ByteArrayOutputStream name = new ByteArrayOutputStream();
        new DataOutputStream(name).writeUTF(method);
        byte[] hash = MessageDigest.getInstance("SHA").digest(name.toByteArray());
        return ByteBuffer.wrap(hash).order(ByteOrder.LITTLE_ENDIAN).getLong();
    }

    // ---- Connections by hand ----

    private static Socket connect(TestWorld world) throws IOException {
        Socket socket = new Socket();
        socket.connect(registry(world), LIMIT_MS);
        socket.setSoTimeout(LIMIT_MS);
        socket.setTcpNoDelay(true);
        return socket;
    }

    /** Proves a secret to rank 0. */
    private static void prove(Socket socket, JobSecret secret, int rank) throws IOException {
        Handshake handshake = Handshake.initiator(Acceptor.PROTOCOL, rank, 0, Proof.hmac(secret));
        SocketCarrier.carry(
                handshake, socket, socket.getInputStream(), socket.getOutputStream(), LIMIT_MS * 1_000_000L);
    }

    private static boolean isClosed(Socket socket) throws IOException {
        try {
            return socket.getInputStream().readNBytes(1).length == 0;
        } catch (SocketException e) {
            return true; // reset, with bytes of ours unread
        }
    }
}
