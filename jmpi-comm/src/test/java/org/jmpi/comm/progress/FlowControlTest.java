package org.jmpi.comm.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jmpi.comm.operation.SendRequest;
import org.jmpi.comm.progress.EngineWorld.By;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a rank keeps for messages that nobody awaits is bounded, and no message is lost or overtaken for that. */
@Timeout(60)
class FlowControlTest {
    private static final Pattern KEPT =
            Pattern.compile("(eager|arriving|announced) message of (\\d+) bytes from rank (\\d+)");

    /** What a rank keeps: the bytes of eager messages with the cost of keeping each, and how many are announced. */
    private record Kept(long eagerBytes, int eager, int announced) {
        static Kept by(EngineRank rank) {
            long bytes = 0;
            int eager = 0;
            int announced = 0;
            Matcher matcher = KEPT.matcher(rank.engine().inbox().describe());
            while (matcher.find()) {
                if (matcher.group(1).equals("announced")) {
                    announced++;
                } else {
                    eager++;
                    bytes += Long.parseLong(matcher.group(2)) + Inbox.OVERHEAD_BYTES;
                }
            }
            return new Kept(bytes, eager, announced);
        }
    }

    @ParameterizedTest
    @EnumSource
    void sendsToOneWhoDoesNotReceiveAreBoundedAndArriveInOrder(By by) throws Exception {
        sendToOneWhoDoesNotReceive(by, 20_000);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("full")
    void aHundredThousandSendsToOneWhoDoesNotReceiveAreBoundedAndArriveInOrder(By by) throws Exception {
        sendToOneWhoDoesNotReceive(by, 100_000);
    }

    private void sendToOneWhoDoesNotReceive(By by, int count) throws Exception {
        long window = 2 << 20;
        try (EngineWorld world = new EngineWorld(by, 2)) {
            EngineRank receiver = world.rank(1);
            List<SendRequest> sends = new ArrayList<>(count);
            for (int i = 0; i < count; i++) sends.add(world.rank(0).isendLong(i, 1, i == count - 1 ? 2 : 1));
            receiver.untilThereIs(0, 2);
            Kept kept = Kept.by(receiver);
            assertTrue(kept.eagerBytes <= window, kept::toString);
            assertTrue(kept.eagerBytes > window / 2, kept::toString);
            assertEquals(count, kept.eager + kept.announced);
            assertFalse(sends.get(count - 1).isDone());
            CompletableFuture<Void> sender = EngineWorld.async(() -> {
                for (SendRequest send : sends) world.rank(0).await(send);
            });
            for (int i = 0; i < count; i++) assertEquals(i, receiver.recvLong(0, EngineRank.ANY));
            world.get(sender);
            assertEquals(new Kept(0, 0, 0), Kept.by(receiver));
        }
    }

    @ParameterizedTest(name = "{0}: {1} bytes, window of {2}")
    @CsvSource({
        "THREADS,1000,10000",
        "PIPES,1000,10000",
        "THREADS,0,1000",
        "PIPES,0,1000",
        "THREADS,4000,5000",
        "PIPES,4000,5000",
        "THREADS,1,129",
        "PIPES,1,129",
        "THREADS,1,128",
        "PIPES,8,1"
    })
    void creditComesBackAsMessagesAreMatched(By by, int bytes, int window) throws Exception {
        int rounds = 30;
        int each = 40;
        try (EngineWorld world = new EngineWorld(by, 2, "jmpi.eager.window", Integer.toString(window))) {
            EngineRank receiver = world.rank(1);
            int fit = window / (bytes + Inbox.OVERHEAD_BYTES);
            int most = 0;
            for (int round = 0; round < rounds; round++) {
                List<SendRequest> sends = new ArrayList<>();
                for (int i = 0; i < each; i++) sends.add(world.rank(0).isend(new byte[bytes], 1, i));
                receiver.untilThereIs(0, each - 1);
                Kept kept = Kept.by(receiver);
                assertTrue(kept.eagerBytes <= window, kept::toString);
                assertEquals(each, kept.eager + kept.announced);
                most = round == 0 ? Math.min(each, fit) : most;
                if (round == 0) assertEquals(most, kept.eager);
                // At most half a window of credit is on its way back or not yet given back.
                assertTrue(kept.eager >= most / 2, "round " + round + ": " + kept + " of " + most);
                for (int i = 0; i < each; i++) receiver.recv(new byte[bytes], 0, i);
                for (SendRequest send : sends) world.rank(0).await(send);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void eachSenderHasAWindowOfItsOwn(By by) throws Exception {
        int window = 20_000;
        try (EngineWorld world = new EngineWorld(by, 4, "jmpi.eager.window", Integer.toString(window))) {
            List<SendRequest> sends = new ArrayList<>();
            for (int from = 0; from < 4; from++)
                for (int i = 0; i < 100; i++) sends.add(world.rank(from).isend(new byte[872], 3, i));
            for (int from = 0; from < 4; from++) world.rank(3).untilThereIs(from, 99);
            assertEquals(new Kept(4 * 20 * 1000, 4 * 20, 4 * 80), Kept.by(world.rank(3)));
            for (int from = 0; from < 4; from++)
                for (int i = 0; i < 100; i++) world.rank(3).recv(new byte[872], from, i);
            for (int i = 0; i < sends.size(); i++) world.rank(i / 100).await(sends.get(i));
        }
    }

    @ParameterizedTest
    @EnumSource
    void expectedMessagesUseNoWindow(By by) throws Exception {
        try (EngineWorld world = new EngineWorld(by, 2, "jmpi.eager.window", "3000")) {
            for (int i = 0; i < 500; i++) {
                var receive = world.rank(1).irecv(new byte[1000], 0, 1);
                SendRequest send = world.rank(0).isend(new byte[1000], 1, 1);
                world.rank(1).await(receive);
                world.rank(0).await(send);
            }
            assertEquals(new Kept(0, 0, 0), Kept.by(world.rank(1)));
        }
    }
}
