package org.jmpi.transport.rmi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Letter;
import org.jmpi.comm.transport.PeerAddress;
import org.jmpi.comm.transport.Sink;
import org.jmpi.comm.transport.TestRank;
import org.jmpi.comm.transport.TestWorld;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportProvider;
import org.jmpi.comm.trust.JobSecret;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A peer in a JVM of its own: how it ends, and what the others see of that. */
@Timeout(120)
class OtherJvmTest {
    private static final long LIMIT_SECONDS = 60;

    private static TransportProvider provider(String name) {
        return name.equals("rmi") ? new RmiTransportProvider() : new RmiKryoTransportProvider();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rmi", "rmi-kryo"})
    void aPeerThatIsKilledInACallIsLostAndItsFramesFail(String name) throws Exception {
        JobSecret secret = JobSecret.create();
        Process process = start(Deaf.class, secret, name);
        TestRank zero = new TestRank(0, 2);
        try (BufferedReader output = process.inputReader();
                Transport transport = provider(name).open(TestWorld.site(0, 2, secret), zero)) {
            zero.open(transport);
            zero.connect(new PeerAddress[] {null, new PeerAddress(name, "localhost", output.readLine())});
            List<Letter> letters = new ArrayList<>();
            for (int i = 0; i < 20; i++) letters.add(Letter.of(i, 1 << 20));
            for (Letter letter : letters) zero.to(1).send(letter);
            assertEquals("in a call", output.readLine());
            process.destroyForcibly();
            Throwable cause = zero.nextLoss(1);
            assertTrue(cause.getMessage().contains("rank 1 (rmi://127.0.0.1:"), cause.getMessage());
            Letter last = letters.get(letters.size() - 1);
            assertEquals(
                    cause,
                    assertThrows(ExecutionException.class, last::awaitSent).getCause());
            for (Letter letter : letters) assertEquals(1, letter.answers());
            Letter late = Letter.of(1, 1);
            zero.to(1).send(late);
            assertThrows(ExecutionException.class, late::awaitSent);
        } finally {
            process.destroyForcibly();
        }
    }

    /** A rank that never comes back from its first frame. */
    static final class Deaf implements FrameHandler {
        public static void main(String[] args) throws Exception {
            Transport transport = openFirst(args, new Deaf());
            System.out.println(transport.address().location());
            System.in.read(); // until it is killed
        }

        @Override
        public Sink onFrame(int peer, long word0, long word1, long word2, long word3) {
            System.out.println("in a call");
            while (true) java.util.concurrent.locks.LockSupport.park();
        }

        @Override
        public void onPeerLost(int peer, Throwable cause) {
            throw new AssertionError(cause);
        }

        @Override
        public void onPeerDeparted(int peer) {
            throw new AssertionError("departed");
        }

        @Override
        public void onWork() {
            throw new AssertionError("it pushes");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rmi", "rmi-kryo"})
    void aJvmEndsThoughItsRankHasNotClosed(String name) throws Exception {
        Process process = start(Leaves.class, JobSecret.create(), name);
        try {
            assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), "RMI keeps the JVM from its end");
            assertEquals(0, process.exitValue());
        } finally {
            process.destroyForcibly();
        }
    }

    /** A rank whose main method returns. */
    static final class Leaves {
        private Leaves() {}

        public static void main(String[] args) throws Exception {
            Transport transport = openFirst(args, new TestRank(1, 2));
            System.out.println(transport.address().location());
            if (!Long.toString(Long.MAX_VALUE - 1).equals(System.getProperty("sun.rmi.dgc.server.gcInterval")))
                System.exit(3);
        }
    }

    private static Transport openFirst(String[] args, FrameHandler handler) throws IOException {
        Transport transport = provider(args[1]).open(TestWorld.site(1, 2, JobSecret.fromHex(args[0])), handler);
        transport.endpoint(0, new PeerAddress(args[1], "localhost", "rmi://127.0.0.1:1/Comm0"));
        transport.start();
        return transport;
    }

    private static Process start(Class<?> main, JobSecret secret, String name) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        main.getName(),
                        secret.toHex(),
                        name)
                .redirectError(Redirect.INHERIT)
                .start();
    }
}
