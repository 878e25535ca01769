package org.jmpi.comm.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.Words;
import org.jmpi.comm.operation.SendMode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a recording has of two ranks. */
@Timeout(60)
class FlightRecorderEventsTest {
    private static final int MANY = 30_000;

    private final Recording recording = new Recording();

    @TempDir
    Path folder;

    @BeforeEach
    void start() {
        recording.start();
    }

    @AfterEach
    void close() {
        recording.close();
    }

    /** Returns the recorded events of this library by their names without the package. */
    private Map<String, List<RecordedEvent>> recorded() throws IOException {
        recording.stop();
        Path file = folder.resolve("test.jfr");
        recording.dump(file);
        return RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().startsWith("org.jmpi."))
                .collect(Collectors.groupingBy(
                        event -> event.getEventType().getName().substring("org.jmpi.".length()),
                        TreeMap::new,
                        Collectors.toList()));
    }

    private static List<String> values(List<RecordedEvent> events, String... fields) {
        return events.stream()
                .map(event -> List.of(fields).stream()
                        .map(field -> Objects.toString(event.getValue(field)))
                        .collect(Collectors.joining(" ")))
                .sorted()
                .toList();
    }

    @Test
    void eachOperationIsAnEvent() throws IOException {
        try (TwoRanks ranks = new TwoRanks("jmpi.jfr", "true")) {
            ranks.exchange();
        }
        Map<String, List<RecordedEvent>> events = recorded();
        assertEquals(
                List.of(
                        "0 Isend 1 6 16 false 1 threads eager",
                        "0 Send 1 5 12 true 1 threads eager",
                        "0 Ssend 1 7 20 true 1 threads rendezvous"),
                values(
                        events.get("Send"),
                        "rank",
                        "call",
                        "peer",
                        "tag",
                        "bytes",
                        "blocking",
                        "weight",
                        "transport",
                        "protocol"));
        assertEquals(
                List.of("1 Irecv 0 6 16 false true", "1 Recv 0 5 12 true true", "1 Recv 0 7 20 true"),
                values(events.get("Receive"), "rank", "call", "peer", "tag", "bytes", "blocking", "unexpected").stream()
                        .map(line -> line.contains(" 7 ") ? line.replaceAll(" \\w+$", "") : line)
                        .toList());
        assertEquals(List.of("0 2", "1 2"), values(events.get("Rank"), "rank", "size"));
        assertEquals(List.of("0", "1"), values(events.get("RankEnd"), "rank"));
        assertEquals(
                List.of(
                        "0 Allreduce Allreduce 1 8 2 true",
                        "0 Finalize Allreduce 3 8 2 true",
                        "0 Ibarrier Ibarrier 2 0 2 false",
                        "1 Allreduce Allreduce 1 8 2 true",
                        "1 Finalize Allreduce 3 8 2 true",
                        "1 Ibarrier Ibarrier 2 0 2 false"),
                values(events.get("Collective"), "rank", "call", "operation", "number", "bytes", "size", "blocking"));
        for (RecordedEvent collective : events.get("Collective"))
            assertFalse(collective.getString("algorithm").isEmpty());
    }

    @Test
    void windowsAndTheirAccessesAreEvents() throws IOException {
        try (TwoRanks ranks = new TwoRanks("jmpi.jfr", "true")) {
            ranks.accessWindow();
        }
        Map<String, List<RecordedEvent>> events = recorded();
        assertEquals(
                List.of("0 Win.Create 32 2", "1 Win.Create 32 2"),
                values(events.get("Window"), "rank", "call", "bytes", "size"));
        assertEquals(
                List.of("0 Get 1 12 direct 1", "0 Put 1 8 direct 1"),
                values(events.get("Access"), "rank", "call", "peer", "bytes", "path", "weight"));
        int window = events.get("Window").get(0).getInt("context");
        // An answer that has come before the rank waits for it begins no wait.
        for (RecordedEvent wait : events.getOrDefault("Wait", List.of()))
            if (wait.getString("call").startsWith("Win."))
                assertEquals(List.of("0 1 " + window), values(List.of(wait), "rank", "peer", "context"));
        assertTrue(values(events.get("Collective"), "rank", "call").contains("1 Win.Create"));
        assertEquals(
                List.of("0 0 " + window, "1 0 " + window), values(events.get("Revocation"), "rank", "peer", "context"));
    }

    @Test
    void connectionsWithOtherGroupsAreEvents() throws IOException {
        try (TwoRanks ranks = new TwoRanks("jmpi.jfr", "true", "jmpi.user.folder", folder.toString())) {
            ranks.connect();
        }
        List<RecordedEvent> connections = recorded().get("Connection");
        assertEquals(
                List.of("0 Accept 1", "0 Disconnect 1", "1 Connect 0", "1 Connect 1", "1 Disconnect 1"),
                values(connections, "rank", "call", "size"));
        int context = connections.stream()
                .mapToInt(event -> event.getInt("context"))
                .max()
                .orElseThrow();
        for (RecordedEvent each : connections) {
            assertEquals(each.getInt("size") == 0 ? -1 : context, each.getInt("context"), each::toString);
            assertFalse(each.getStackTrace().getFrames().isEmpty());
        }
    }

    @Test
    void aLongWaitNamesItsCallAndItsCallSite() throws IOException {
        try (TwoRanks ranks = new TwoRanks("jmpi.jfr", "true")) {
            ranks.run(session -> {
                if (session.rank() == 1) awaitWaiter();
                Communicator world = session.worldComm();
                if (session.rank() == 1) world.pointToPoint().send(SendMode.STANDARD, TwoRanks.ints(1), 0, 3);
                else world.pointToPoint().recv(TwoRanks.ints(1), 1, 3, Words.BINDING);
            });
        }
        RecordedEvent wait = recorded().get("Wait").stream()
                .filter(event -> event.getInt("rank") == 0)
                .findFirst()
                .orElseThrow();
        assertEquals(List.of("Recv 1 1"), values(List.of(wait), "call", "peer", "weight"));
        assertTrue(wait.getStackTrace().getFrames().stream()
                .anyMatch(frame -> frame.getMethod().getType().getName().equals(TwoRanks.class.getName())));
    }

    /** Returns when a thread of the other rank waits. */
    private static void awaitWaiter() {
        long start = System.nanoTime();
        while (System.nanoTime() - start < 1_000_000) Thread.onSpinWait();
    }

    @Test
    void bothSidesOfManyMessagesRecordTheSameOnes() throws IOException {
        try (TwoRanks ranks = new TwoRanks("jmpi.jfr", "true", "jmpi.jfr.rate", "1000")) {
            ranks.run(session -> {
                Communicator world = session.worldComm();
                for (int i = 0; i < MANY; i++) {
                    if (session.rank() == 0) world.pointToPoint().send(SendMode.STANDARD, TwoRanks.ints(1), 1, i);
                    else world.pointToPoint().recv(TwoRanks.ints(1), 0, i, Words.BINDING);
                }
            });
        }
        Map<String, List<RecordedEvent>> events = recorded();
        List<String> sent = values(events.get("Send"), "tag", "weight");
        List<String> received = values(events.get("Receive"), "tag", "weight");
        assertEquals(sent.size(), received.size());
        assertTrue(sent.equals(received), "other messages are received than sent");
        assertTrue(sent.size() < MANY / 4, "recorded: " + sent.size());
        long all = events.get("Send").stream()
                .mapToInt(event -> event.getInt("weight"))
                .sum();
        assertEquals(MANY, all, MANY / 5);
    }

    @Test
    void withoutTheSettingNothingIsRecorded() throws IOException {
        try (TwoRanks ranks = new TwoRanks()) {
            ranks.exchange();
        }
        assertEquals(Map.of(), recorded());
    }
}
