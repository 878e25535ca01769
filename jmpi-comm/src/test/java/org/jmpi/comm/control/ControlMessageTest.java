package org.jmpi.comm.control;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ControlMessageTest {
    /** One of each kind. */
    static List<ControlMessage> messages() {
        KeyValues values = new KeyValues().put("key", new byte[] {1, -2}).put("empty", new byte[0]);
        return List.of(
                new ControlMessage.Fence(1L << 40, 3, values),
                new ControlMessage.Fenced(new TreeMap<>(Map.of(0, values, 5, new KeyValues()))),
                new ControlMessage.Refused("reason"),
                new ControlMessage.Waited(),
                new ControlMessage.Missing(List.of(3, 5)),
                new ControlMessage.Abort(1, -7, "b\u00f6se\n\tat Main"),
                new ControlMessage.End(5, "why"),
                new ControlMessage.Failed(3, "line\nstack"),
                new ControlMessage.Exits(1),
                new ControlMessage.Ended(2),
                new ControlMessage.PeerLost(1, 0, "reset"),
                new ControlMessage.Finalized(4),
                new ControlMessage.Note("text"),
                new ControlMessage.Dump(),
                new ControlMessage.Blocked(List.of(new BlockedCall(2, "Recv", true, List.of(0, 1), 7, "near"))),
                new ControlMessage.Stacks(List.of(new ThreadStack(0, "main", "RUNNABLE", List.of("a", "b")))),
                new ControlMessage.Queues("queues", "connections"),
                new ControlMessage.Sample(),
                new ControlMessage.Sampled(
                        1L << 33,
                        1L << 34,
                        List.of(
                                RankSample.uncounted(2, RankSample.LifeState.STARTING),
                                new RankSample(3, RankSample.LifeState.ENDED, 1, 1L << 40, 3, 4)),
                        List.of(new BlockedCall(2, "Recv", true, List.of(0, 1), 7, "near"))),
                new ControlMessage.Spawn(
                        3,
                        new SpawnOrder(
                                1,
                                List.of(
                                        new SpawnOrder.Program("A", List.of("x", ""), 2, Map.of("wdir", "/tmp")),
                                        new SpawnOrder.Program("B", List.of(), 1, Map.of())),
                                "port",
                                "00ff")),
                new ControlMessage.SpawnEnded(3, "why"));
    }

    @ParameterizedTest
    @MethodSource("messages")
    void isReadAsItWasWritten(ControlMessage message) throws IOException {
        assertEquals(message, read(message.bytes()));
    }

    @Test
    void theListAboveHasEveryKind() throws IOException {
        Set<Class<?>> tried = messages().stream().map(ControlMessage::getClass).collect(Collectors.toSet());
        Set<Class<?>> all = Stream.of(ControlMessage.ToLauncher.class, ControlMessage.ToProcess.class)
                .flatMap(direction -> Stream.of(direction.getPermittedSubclasses()))
                .collect(Collectors.toSet());
        assertEquals(all, tried);
        Set<Byte> kinds = new HashSet<>();
        for (ControlMessage message : messages()) kinds.add(message.bytes()[Integer.BYTES]);
        assertEquals(all.size(), kinds.size());
    }

    @Test
    void isDrawnAsLengthKindBody() throws IOException {
        byte[] bytes = new ControlMessage.Exits(0x01020304).bytes();
        assertArrayEquals(new byte[] {0, 0, 0, 5, 8, 1, 2, 3, 4}, bytes);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, ControlMessage.LONGEST + 1, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void refusesALengthOutOfRangeBeforeItAllocates(int length) {
        byte[] bytes = ByteBuffer.allocate(8).putInt(length).array();
        String message = assertThrows(IOException.class, () -> read(bytes)).getMessage();
        assertTrue(message.contains(String.valueOf(length)), message);
    }

    @Test
    void refusesAnUnknownKind() {
        byte[] bytes = {0, 0, 0, 1, 99};
        assertTrue(
                assertThrows(IOException.class, () -> read(bytes)).getMessage().contains("99"));
    }

    @ParameterizedTest
    @MethodSource("messages")
    void refusesAMessageThatIsCutAnywhere(ControlMessage message) throws IOException {
        byte[] bytes = message.bytes();
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThrows(EOFException.class, () -> read(cut));
        }
    }

    @ParameterizedTest
    @MethodSource("messages")
    void refusesABodyOfAnotherLength(ControlMessage message) throws IOException {
        byte[] bytes = message.bytes();
        List<byte[]> wrong = new ArrayList<>(List.of(Arrays.copyOf(bytes, bytes.length + 1)));
        if (bytes.length > 5) wrong.add(Arrays.copyOf(bytes, bytes.length - 1));
        for (byte[] each : wrong) {
            ByteBuffer.wrap(each).putInt(each.length - Integer.BYTES);
            assertThrows(IOException.class, () -> read(each));
        }
    }

    /** An EOFException would be the end of the connection, as if the other side had hung up. */
    @Test
    void namesAMessageThatEndsInsideAField() {
        byte[] bytes = {0, 0, 0, 3, 8, 1, 2};
        IOException refusal = assertThrows(IOException.class, () -> read(bytes));
        assertEquals(IOException.class, refusal.getClass());
        assertEquals("a message of kind 8 ends inside a field, after 3 bytes", refusal.getMessage());
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 5, Integer.MAX_VALUE})
    void refusesATextLongerThanItsMessage(int length) throws IOException {
        byte[] bytes = new ControlMessage.Refused("four").bytes();
        ByteBuffer.wrap(bytes).putInt(5, length);
        assertThrows(IOException.class, () -> read(bytes));
    }

    @Test
    void cutsATextThatWouldNotFit() throws IOException {
        String huge = "x".repeat(ControlMessage.LONGEST);
        ControlMessage.Refused read = (ControlMessage.Refused) read(new ControlMessage.Refused(huge).bytes());
        assertTrue(read.reason().startsWith("xxx") && read.reason().endsWith("... (cut)"));
    }

    private static ControlMessage read(byte[] bytes) throws IOException {
        return ControlMessage.read(new DataInputStream(new ByteArrayInputStream(bytes)));
    }
}
