package org.jmpi.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Recordings are read as far as they go, and notes name what is not there. */
class TraceReaderTest {
    @TempDir
    static Path recorded;

    /** Rank 0 of three, which has ended well, in several chunks. */
    private static Path whole;

    @TempDir
    Path folder;

    @BeforeAll
    static void record() throws IOException {
        whole = recorded.resolve("rank-0.jfr");
        RecordedEvents.record(whole, () -> {
            RecordedEvents.began(0, 3);
            RecordedEvents.sent(0, 1, 7, 100);
            RecordedEvents.reduced(0, 3, 12);
            RecordedEvents.failed(0, 2);
            RecordedEvents.received(0, 1, 8, 200);
            RecordedEvents.ended(0);
        });
    }

    @Test
    void windowsAndOtherWorldsAreRead() throws IOException {
        RecordedEvents.record(folder.resolve("rank-0.jfr"), () -> {
            RecordedEvents.began(0, 2);
            RecordedEvents.accessed(0, 1, 64);
            RecordedEvents.spawned(0, 3);
            RecordedEvents.revoked(0, 1);
            RecordedEvents.ended(0);
        });
        Trace trace = TraceReader.read(folder);
        Event access = trace.rank(0).events.get(0);
        assertEquals(
                List.of(Event.Kind.ACCESS, "Win.Put", 1, 6, 64L, "frames", 2, false),
                List.of(
                        access.kind,
                        access.call,
                        access.peer,
                        access.context,
                        access.bytes,
                        access.transport,
                        access.weight,
                        access.isInCall()));
        Event spawn = trace.rank(0).events.get(1);
        assertEquals(List.of(Event.Kind.CONNECTION, "Spawn", 8), List.of(spawn.kind, spawn.call, spawn.context));
        assertTrue(spawn.site.startsWith("org.jmpi.report.RecordedEvents.spawned"), spawn.site);
        assertTrue(
                trace.notes().stream().anyMatch(note -> note.startsWith("Communicator 4 was revoked ")),
                trace.notes()::toString);
        assertEquals(2, trace.notes().size(), trace.notes()::toString);
    }

    @Test
    void locksAndRemoteMethodsAreRead() throws IOException {
        RecordedEvents.record(folder.resolve("rank-0.jfr"), () -> {
            RecordedEvents.began(0, 2);
            RecordedEvents.waited(0, "SharedSpace.lock", 1, "3");
            RecordedEvents.executed(0, "Account.balance(int)", 1);
            RecordedEvents.ended(0);
        });
        List<Event> events = TraceReader.read(folder).rank(0).events;
        Event wait = events.get(0);
        assertEquals(
                List.of(Event.Kind.WAIT, "SharedSpace.lock(3)", 1, true),
                List.of(wait.kind, wait.call, wait.peer, wait.forLock));
        Event execution = events.get(1);
        assertEquals(
                List.of(Event.Kind.EXECUTION, "Account.balance(int)", 1, 4, false),
                List.of(execution.kind, execution.call, execution.peer, execution.weight, execution.isInCall()));
    }

    @Test
    void eventsAreRead() throws IOException {
        Files.copy(whole, folder.resolve("rank-0.jfr"));
        Files.writeString(folder.resolve("job.properties"), "program=heat.Main\nranks=3\n");
        Trace trace = TraceReader.read(folder);
        assertEquals(3, trace.size());
        Rank rank = trace.rank(0);
        assertTrue(rank.isFinalized());
        assertEquals("here", rank.recording.host);
        assertTrue(rank.recording.cores > 0, "the number of cores");
        assertTrue(rank.recording.loads.size() > 0, "the load of the host");
        assertEquals("heat.Main", trace.job().get("program"));
        assertEquals(
                List.of(Event.Kind.SEND, Event.Kind.COLLECTIVE, Event.Kind.RECEIVE, Event.Kind.WAIT),
                rank.events.stream().map(event -> event.kind).toList());
        Event send = rank.events.get(0);
        assertEquals(
                List.of("Send", 1, 7, 100L, "shm"),
                List.of(send.call, send.peer, send.tag, send.bytes, send.transport));
        Event reduced = rank.events.get(1);
        assertFalse(reduced.blocking);
        assertEquals(3, reduced.weight);
        assertEquals(new Event.Operation("Allreduce", "ring", 1, 12, -1, 3), reduced.operation);
        String site = reduced.site;
        assertTrue(
                site.matches("org\\.jmpi\\.report\\.RecordedEvents\\.reduced\\(RecordedEvents\\.java:\\d+\\)"), site);
        String missing =
                "There is no recording of ranks 1, 2: the report knows these only by the messages of the others.";
        assertTrue(trace.notes().contains(missing), trace.notes()::toString);
        assertTrue(trace.notes().stream().anyMatch(note -> note.startsWith("Rank 2 failed ")), trace.notes()::toString);
    }

    @Test
    void aRankThatHasDiedIsNamed() throws IOException {
        RecordedEvents.record(folder.resolve("rank-0.jfr"), () -> {
            RecordedEvents.began(0, 1);
            RecordedEvents.sent(0, 0, 7, 100);
        });
        Trace trace = TraceReader.read(folder);
        assertFalse(trace.rank(0).isFinalized());
        String note = "Rank 0 did not reach the end of MPI.Finalize: the report has it as far as the recording goes.";
        assertEquals(List.of(note), trace.notes());
    }

    /** The second of two chunks has lost its end: with that, or a part of it, its events. */
    @ParameterizedTest
    @CsvSource({"0.01, 4, 4", "0.5, 4, 8", "0.99, 4, 8"})
    void aRecordingThatIsCutShortIsReadAsFarAsItGoes(double part, int least, int most) throws IOException {
        byte[] one = Files.readAllBytes(whole);
        int left = (int) (one.length * part);
        byte[] two = Arrays.copyOf(one, one.length + left);
        System.arraycopy(one, 0, two, one.length, left);
        Files.write(folder.resolve("rank-0.jfr"), two);
        Trace trace = TraceReader.read(folder);
        long count = trace.eventCount();
        assertTrue(count >= least && count <= most, count + " events");
        String note = "The recording rank-0.jfr is cut short: the report has what can be read of it.";
        assertTrue(trace.notes().contains(note), trace.notes()::toString);
    }

    @Test
    void aRecordingOfWhichNothingIsLeftIsNamed() throws IOException {
        Files.copy(whole, folder.resolve("rank-0.jfr"));
        Files.write(folder.resolve("rank-1.jfr"), Arrays.copyOf(Files.readAllBytes(whole), 100));
        String note = "The recording rank-1.jfr is cut short before anything of it can be read.";
        assertTrue(TraceReader.read(folder).notes().contains(note));
    }

    /** So a JVM that is killed leaves the chunk that it was writing. */
    @Test
    void aChunkWithoutAnEndIsRead() throws IOException {
        byte[] bytes = Files.readAllBytes(whole);
        Arrays.fill(bytes, 8, 32, (byte) 0);
        bytes[64] = (byte) 0xff;
        Path chunk = folder.resolve("rank-0.repository/2026_11_26_10_00_00.jfr");
        Files.createDirectories(chunk.getParent());
        Files.write(chunk, bytes);
        Files.createFile(folder.resolve("rank-0.jfr"));
        Trace trace = TraceReader.read(folder);
        assertEquals(4, trace.eventCount());
        assertEquals("rank-0.repository", trace.recordings().get(0).file);
        assertArrayEquals(bytes, Files.readAllBytes(chunk));
        assertFalse(trace.notes().toString().contains("rank-0.jfr"), trace.notes()::toString);
    }

    /** So jmpirun joins the chunks of a process that is killed: the header of the last one is of the last flush. */
    @ParameterizedTest
    @ValueSource(strings = {"", "x", "half an event"})
    void theRecordingOfAKilledProcessIsReadUpToItsLastFlush(String unflushed) throws IOException {
        byte[] one = Files.readAllBytes(whole);
        ByteArrayOutputStream killed = new ByteArrayOutputStream();
        killed.write(one);
        int last = lastChunk(one);
        byte[] chunk = Arrays.copyOfRange(one, last, one.length);
        chunk[64] = 3;
        killed.write(chunk);
        killed.write(unflushed.getBytes(StandardCharsets.US_ASCII));
        Files.write(folder.resolve("rank-0.jfr"), killed.toByteArray());
        Trace trace = TraceReader.read(folder);
        assertTrue(trace.eventCount() > 4, trace.eventCount() + " events");
        String note = "The recording rank-0.jfr is cut short: the report has what can be read of it.";
        assertTrue(trace.notes().contains(note), trace.notes()::toString);
        chunk[64] = 0;
        byte[] completed = Files.readAllBytes(folder.resolve("rank-0.jfr"));
        assertArrayEquals(chunk, Arrays.copyOfRange(completed, one.length, completed.length));
    }

    private static int lastChunk(byte[] recording) {
        ByteBuffer bytes = ByteBuffer.wrap(recording);
        int start = 0;
        while (start + bytes.getLong(start + 8) < recording.length) start += (int) bytes.getLong(start + 8);
        return start;
    }

    @Test
    void otherRecordingsCountIfOneCannotBeRead() throws IOException {
        Files.copy(whole, folder.resolve("rank-0.jfr"));
        Files.writeString(
                folder.resolve("rank-1.jfr"), "no recording, but a text that is as long as the header of one");
        Files.createFile(folder.resolve("rank-2.jfr"));
        Trace trace = TraceReader.read(folder);
        assertEquals(4, trace.eventCount());
        for (String name : List.of("rank-1.jfr", "rank-2.jfr"))
            assertTrue(
                    trace.notes().contains("The recording " + name + " cannot be read: it is no JFR recording."),
                    trace.notes()::toString);
    }

    /** A program may name its own events like these. */
    @Test
    void aRecordingWithImpossibleRanksIsNamed() throws IOException {
        Files.copy(whole, folder.resolve("rank-0.jfr"));
        RecordedEvents.record(folder.resolve("rank-1.jfr"), () -> RecordedEvents.began(-5, 3));
        RecordedEvents.record(folder.resolve("rank-2.jfr"), () -> RecordedEvents.began(1, Integer.MAX_VALUE));
        Trace trace = TraceReader.read(folder);
        assertEquals(3, trace.size());
        for (String note :
                List.of("rank-1.jfr cannot be read: rank out of range: rank=-5", "rank-2.jfr cannot be read"))
            assertTrue(trace.notes().toString().contains(note), trace.notes()::toString);
    }

    @Test
    void aFolderWithoutRecordingsIsRefused() {
        assertEquals(folder + ": no recordings (rank-N.jfr): make them by jmpirun --record " + folder, refusal(folder));
        Path missing = folder.resolve("missing");
        assertEquals(missing + ": no such folder or recording", refusal(missing));
    }

    @Test
    void aRecordingWithoutEventsOfJmpiIsRefused() throws IOException {
        Path file = folder.resolve("other.jfr");
        RecordedEvents.record(file, () -> {});
        assertEquals(
                file + ": no events of JMPI in 1 recording: record the program by jmpirun --record", refusal(file));
    }

    private static String refusal(Path path) {
        return assertThrows(IOException.class, () -> TraceReader.read(path)).getMessage();
    }
}
