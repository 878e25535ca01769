package org.jmpi.wireup;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jmpi.comm.config.PortRange;
import org.jmpi.comm.trust.AddressPair;
import org.jmpi.comm.trust.Handshake;
import org.jmpi.comm.trust.SocketCarrier;
import org.jmpi.comm.wireup.WireUp;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
@SuppressWarnings("try")
class RootWireUpTest {
    private static final String JOB = "job-1.0";

    @TempDir
    private Path parent;

    private WireUp open(int rank, int size, int seconds) throws IOException {
        RootWireUp.Membership membership = new RootWireUp.Membership(rank, size, JOB, "auto", true);
        return RootWireUp.open(membership, new WireUpFolder(parent, JOB, PortRange.ANY), Ranks.config(seconds));
    }

    private RootLocator.Root published() throws IOException {
        return new WireUpFolder(parent, JOB, PortRange.ANY).locate();
    }

    private void assertFolderIsGone() throws IOException {
        try (Stream<Path> left = Files.list(parent)) {
            assertEquals(List.of(), left.toList());
        }
    }

    private static byte[] value(int rank, int round) {
        byte[] value = new byte[rank * 1000 + round];
        Arrays.fill(value, (byte) (rank + round));
        return value;
    }

    @Test
    @Timeout(15) // less than rank 0 waits for a rank that does not take its answer
    void everyRankReadsWhatTheOthersPut() throws Exception {
        int size = 5;
        List<String> secrets = Ranks.run(size, rank -> {
            try (WireUp wireUp = open(rank, size, 40)) {
                for (int round = 0; round < 3; round++) {
                    wireUp.put("a" + round, value(rank, round));
                    wireUp.put("b" + round, new byte[0]);
                    wireUp.fence(Ranks.PATIENCE);
                    for (int other = 0; other < size; other++) {
                        assertArrayEquals(value(other, round), wireUp.get(other, "a" + round));
                        assertEquals(0, wireUp.get(other, "b" + round).length);
                    }
                }
                assertEquals("rank 1 has not published c", Ranks.refusal(() -> wireUp.get(1, "c")));
                // Nobody leaves before all have read.
                wireUp.fence(Ranks.PATIENCE);
                return wireUp.secret().toHex();
            }
        });
        assertEquals(1, Set.copyOf(secrets).size());
        assertFolderIsGone();
    }

    @Test
    void runsOfOneNameHaveSecretsOfTheirOwn() throws Exception {
        List<String> secrets = new ArrayList<>();
        for (int run = 0; run < 2; run++)
            secrets.add(Ranks.run(2, rank -> {
                        try (WireUp wireUp = open(rank, 2, 40)) {
                            wireUp.fence(Ranks.PATIENCE);
                            return wireUp.secret().toHex();
                        }
                    })
                    .get(0));
        assertNotEquals(secrets.get(0), secrets.get(1));
    }

    @Test
    void aJobOfOneRankNeedsNoFolder() throws Exception {
        RootWireUp.Membership membership = new RootWireUp.Membership(0, 1, JOB, "auto", true);
        WireUpFolder absent = new WireUpFolder(parent.resolve("absent"), JOB, PortRange.ANY);
        try (WireUp wireUp = RootWireUp.open(membership, absent, Ranks.config(1))) {
            wireUp.put("a", value(0, 3));
            wireUp.fence(1);
            assertArrayEquals(value(0, 3), wireUp.get(0, "a"));
        }
    }

    @Test
    void whenAllHaveJoinedTheFolderIsGoneAndNobodyListens() throws Exception {
        try (WireUp first = open(0, 2, 40)) {
            InetSocketAddress address = published().addresses().get(0);
            try (WireUp second = open(1, 2, 40)) {
                FutureTask<Void> fence = Ranks.start(() -> {
                    second.fence(Ranks.PATIENCE);
                    return null;
                });
                first.fence(Ranks.PATIENCE);
                fence.get(Ranks.PATIENCE, TimeUnit.NANOSECONDS);
                assertThrows(ConnectException.class, () -> new Socket(address.getAddress(), address.getPort()).close());
                assertFolderIsGone();
            }
        }
    }

    @Test
    void aRankThatDoesNotComeIsNamedByAllOthers() throws Exception {
        try (WireUp first = open(0, 4, 40);
                WireUp second = open(2, 4, 40)) {
            FutureTask<Void> fence = Ranks.start(() -> {
                second.fence(Ranks.PATIENCE);
                return null;
            });
            String refusal = Ranks.refusal(() -> first.fence(TimeUnit.SECONDS.toNanos(1)));
            assertEquals("2 of 4 ranks have not called MPI.Init within 1 s: 1, 3", refusal);
            assertEquals(refusal, Ranks.failure(fence));
        }
        assertFolderIsGone();
    }

    @Test
    @Timeout(30) // less than the fence may take
    void aRankThatEndsIsNamedByAllOthersAtOnce() throws Exception {
        try (WireUp first = open(0, 3, 40);
                WireUp second = open(1, 3, 40)) {
            FutureTask<Void> fence = Ranks.start(() -> {
                second.fence(Ranks.PATIENCE);
                return null;
            });
            open(2, 3, 40).close();
            String refusal = Ranks.refusal(() -> first.fence(Ranks.PATIENCE));
            assertEquals("rank 2 ended while the others waited for it", refusal);
            assertEquals(refusal, Ranks.failure(fence));
        }
    }

    @Test
    void theEndOfRankZeroIsReported() throws Exception {
        WireUp first = open(0, 3, 40);
        try (WireUp second = open(1, 3, 40)) {
            FutureTask<Void> fence = Ranks.start(() -> {
                second.fence(Ranks.PATIENCE);
                return null;
            });
            first.close();
            assertEquals("rank 0: it has ended", Ranks.failure(fence));
        }
        assertFolderIsGone();
    }

    @Test
    void rankZeroThatDoesNotComeIsReported() {
        assertTrue(Ranks.refusal(() -> open(1, 2, 1))
                .startsWith("rank 0 is not found within 1 s: rank 0 has written nothing to "
                        + parent.resolve(".jmpi-" + JOB)));
    }

    @Test
    void ranksThatDisagreeOnTheSizeAreRefused() throws Exception {
        try (WireUp first = open(0, 4, 40)) {
            assertEquals(
                    "rank 0 does not let this rank join: rank 1 is of 3 ranks, rank 0 of 4",
                    Ranks.refusal(() -> open(1, 3, 40)));
        }
    }

    @Test
    void aRankJoinsOnce() throws Exception {
        try (WireUp first = open(0, 3, 40);
                WireUp second = open(1, 3, 40)) {
            assertEquals(
                    "rank 0 does not let this rank join: rank 1 has joined this job before",
                    Ranks.refusal(() -> open(1, 3, 40)));
        }
    }

    @Test
    void theFileOfAnEarlierRunDelaysNobodyForEver() throws Exception {
        // Its rank 0 was killed, and another program has got the port.
        try (ServerSocket stranger = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            WireUpFolder earlier = new WireUpFolder(parent, JOB, PortRange.ANY);
            InetSocketAddress address = (InetSocketAddress) stranger.getLocalSocketAddress();
            earlier.publish(new RootLocator.Root(earlier.key(), List.of(address)));
            FutureTask<WireUp> second = Ranks.start(() -> open(1, 2, 40));
            stranger.accept().close();
            try (WireUp first = open(0, 2, 40);
                    WireUp joined = second.get(Ranks.PATIENCE, TimeUnit.NANOSECONDS)) {
                assertEquals(first.secret().toHex(), joined.secret().toHex());
            }
            earlier.close();
        }
    }

    @Test
    @Timeout(30) // less than the fence may take
    void aRankThatEndsWhileItWaitsIsNamedByAllOthersAtOnce() throws Exception {
        try (WireUp first = open(0, 4, 40);
                WireUp second = open(1, 4, 40);
                WireUpConnection ending = prove(2)) {
            FutureTask<Void> fence = Ranks.start(() -> {
                second.fence(Ranks.PATIENCE);
                return null;
            });
            ending.send(ByteBuffer.allocate(Integer.BYTES).putInt(4).array());
            ending.awaitAnswer(40_000);
            ending.send(ValueExchange.encode(List.of()));
            ending.close();
            String refusal = Ranks.refusal(() -> first.fence(Ranks.PATIENCE));
            assertEquals("rank 2 ended while the others waited for it", refusal);
            assertEquals(refusal, Ranks.failure(fence));
        }
    }

    @Test
    @Timeout(30) // less than the fence may take
    void aRankThatIsLateLearnsWhyTheExchangeHasFailed() throws Exception {
        try (WireUp first = open(0, 3, 40);
                WireUp late = open(1, 3, 40)) {
            String refusal = Ranks.refusal(() -> first.fence(1));
            assertTrue(refusal.endsWith(" of 3 ranks have not called MPI.Init within 0 s: 2, 1"), refusal);
            assertEquals(refusal, Ranks.refusal(() -> late.fence(Ranks.PATIENCE)));
        }
    }

    @Test
    @Timeout(30) // less than the fence may take
    void aRankThatSendsItsValuesTwiceIsHungUp() throws Exception {
        try (WireUp first = open(0, 3, 40);
                WireUpConnection twice = prove(1)) {
            twice.send(ByteBuffer.allocate(Integer.BYTES).putInt(3).array());
            twice.awaitAnswer(40_000);
            for (int i = 0; i < 2; i++) twice.send(ValueExchange.encode(List.of()));
            assertEquals(
                    "rank 1 ended while the others waited for it", Ranks.refusal(() -> first.fence(Ranks.PATIENCE)));
        }
    }

    /** Connects to rank 0, and proves the key. */
    private WireUpConnection prove(int rank) throws IOException {
        RootLocator.Root root = published();
        return new WireUpConnection(SocketCarrier.connect(
                new Socket(),
                root.addresses().get(0),
                socket -> Handshake.initiator(
                        WireUpConnection.PROTOCOL,
                        rank,
                        0,
                        WireUpConnection.proof(root.key(), AddressPair.ofInitiator(socket), false)),
                Ranks.PATIENCE));
    }

    @Test
    void aRankThatSendsNonsenseIsHungUpAndMayJoinAgain() throws Exception {
        try (WireUp first = open(0, 2, 40);
                WireUpConnection nonsense = prove(1)) {
            nonsense.send(new byte[1]); // not the number of ranks
            assertThrows(EOFException.class, () -> nonsense.awaitAnswer(40_000));
            open(1, 2, 40).close();
        }
    }

    /** The answer is longer than what the network takes, and the rank reads after a pause: its host is busy. */
    @Tag("full")
    @Test
    void rankZeroEndsWhenSlowRanksHaveTheirAnswers() throws Exception {
        WireUp first = open(0, 2, 40);
        try (WireUpConnection slow = prove(1)) {
            slow.send(ByteBuffer.allocate(Integer.BYTES).putInt(2).array());
            slow.awaitAnswer(40_000);
            FutureTask<Void> whole = Ranks.start(() -> {
                first.put("a", new byte[16 << 20]);
                first.fence(Ranks.PATIENCE);
                first.close();
                return null;
            });
            slow.send(ValueExchange.encode(List.of()));
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(3));
            List<ValueExchange.Value> answer = ValueExchange.decode(slow.awaitAnswer(40_000));
            assertEquals(16 << 20, answer.get(0).bytes().length);
            whole.get(Ranks.PATIENCE, TimeUnit.NANOSECONDS);
        }
    }

    @Test
    void strangersLearnNothingAndHinderNobody() throws Exception {
        try (WireUp first = open(0, 2, 40)) {
            InetSocketAddress address = published().addresses().get(0);
            try (Socket stranger = new Socket(address.getAddress(), address.getPort())) {
                stranger.getOutputStream().write(new byte[80]);
                stranger.setSoTimeout(40_000);
                assertEquals(-1, stranger.getInputStream().read());
            }
            open(1, 2, 40).close();
        }
    }
}
