package org.jmpi.comm.bootstrap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ControlMessageTest {
    @Test
    void readsWhatItWrote() throws IOException {
        ControlMessage message = ControlMessage.of(ControlKind.FAILED, out -> {
            out.writeInt(3);
            ControlMessage.writeText(out, "böse\n\tat Main");
        });
        ControlMessage read = read(bytes(message));
        assertEquals(ControlKind.FAILED, read.kind());
        DataInputStream body = read.reader();
        assertEquals(3, body.readInt());
        assertEquals("böse\n\tat Main", ControlMessage.readText(body));
    }

    @Test
    void isDrawnAsLengthKindBody() throws IOException {
        byte[] bytes = bytes(ControlMessage.of(ControlKind.TABLE, out -> out.writeShort(0x0203)));
        assertArrayEquals(new byte[] {0, 0, 0, 3, 1, 2, 3}, bytes);
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

    @Test
    void tellsAConnectionThatEndsInsideAMessage() throws IOException {
        byte[] bytes = bytes(ControlMessage.of(ControlKind.EXITS, out -> out.writeInt(1)));
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThrows(EOFException.class, () -> read(cut));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 5, Integer.MAX_VALUE})
    void refusesATextLongerThanItsMessage(int length) throws IOException {
        ControlMessage message = ControlMessage.of(ControlKind.REFUSED, out -> {
            out.writeInt(length);
            out.write(new byte[4]);
        });
        assertThrows(IOException.class, () -> ControlMessage.readText(message.reader()));
    }

    @Test
    void cutsATextThatWouldNotFit() throws IOException {
        String huge = "x".repeat(ControlMessage.LONGEST);
        ControlMessage message =
                read(bytes(ControlMessage.of(ControlKind.REFUSED, out -> ControlMessage.writeText(out, huge))));
        String text = ControlMessage.readText(message.reader());
        assertTrue(text.startsWith("xxx") && text.endsWith("... (cut)"));
    }

    private static byte[] bytes(ControlMessage message) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        message.write(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    private static ControlMessage read(byte[] bytes) throws IOException {
        return ControlMessage.read(new DataInputStream(new ByteArrayInputStream(bytes)));
    }
}
