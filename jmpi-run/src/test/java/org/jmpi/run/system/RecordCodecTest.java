package org.jmpi.run.system;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jmpi.comm.control.ControlReader;
import org.jmpi.comm.control.ControlWriter;
import org.jmpi.comm.trust.JobSecret;
import org.junit.jupiter.api.Test;

class RecordCodecTest {
    private static final RecordCodec<Message> CODEC = new RecordCodec<>(Message.class, "message of a test");

    sealed interface Message {}

    sealed interface Question extends Message {}

    sealed interface Answer extends Message {}

    enum Colour {
        RED,
        GREEN
    }

    public record Both() implements Question, Answer {}

    public record Numbers(int small, long large, boolean flag) implements Question {}

    public record Texts(String text, Path path, byte[] bytes) implements Question {}

    public record Point(int x, int y) {}

    public record Items(Colour colour, List<Point> points, Map<Integer, List<String>> names) implements Answer {}

    public record Secret(JobSecret secret) implements Answer {}

    record Hidden(int number) implements Answer {}

    private static byte[] bytes(Message message) {
        ControlWriter out = new ControlWriter();
        CODEC.write(message, out);
        return out.toByteArray();
    }

    private static Message read(byte... bytes) throws IOException {
        return CODEC.read(new ControlReader(bytes, 0));
    }

    private static void assertSame(Message message) throws IOException {
        assertEquals(message, read(bytes(message)));
    }

    private static void assertRefused(String line, byte... bytes) {
        assertEquals(line, assertThrows(IOException.class, () -> read(bytes)).getMessage());
    }

    @Test
    void componentsAreReadAsTheyWereWritten() throws IOException {
        assertSame(new Both());
        assertSame(new Numbers(-7, 1L << 40, true));
        assertSame(new Items(
                Colour.GREEN, List.of(new Point(1, 2), new Point(3, 4)), Map.of(5, List.of("a", ""), 6, List.of())));
        Texts texts = (Texts) read(bytes(new Texts("\u00fc", Path.of("/tmp"), new byte[] {1, -1})));
        assertEquals("\u00fc", texts.text);
        assertEquals(Path.of("/tmp"), texts.path);
        assertArrayEquals(new byte[] {1, -1}, texts.bytes);
        JobSecret secret = JobSecret.create();
        assertEquals(secret.toHex(), ((Secret) read(bytes(new Secret(secret)))).secret.toHex());
    }

    @Test
    void aMissingTextIsAnEmptyOne() throws IOException {
        assertEquals("", ((Texts) read(bytes(new Texts(null, Path.of("a"), new byte[0])))).text);
    }

    /** Both ends of a channel have to agree: Both, Hidden, Items, Numbers, Secret, Texts. */
    @Test
    void kindsAreNumberedByTheirNames() {
        assertArrayEquals(new byte[] {0}, bytes(new Both()));
        assertEquals(2, bytes(new Items(Colour.RED, List.of(), Map.of()))[0]);
        assertArrayEquals(new byte[] {3, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 8, 1}, bytes(new Numbers(7, 8, true)));
        assertEquals(4, bytes(new Secret(JobSecret.create()))[0]);
        assertEquals(5, bytes(new Texts("", Path.of("a"), new byte[0]))[0]);
    }

    @Test
    void valuesOutOfRangeAreNamed() {
        assertRefused("unknown kind of message of a test: 6", (byte) 6);
        assertRefused("unknown kind of message of a test: 255", (byte) -1);
        byte[] items = bytes(new Items(Colour.RED, List.of(), Map.of()));
        ByteBuffer.wrap(items).putInt(1, 2);
        assertRefused("unknown Colour: 2", items);
        ByteBuffer.wrap(items).putInt(1, -1);
        assertRefused("unknown Colour: -1", items);
        ByteBuffer.wrap(items).putInt(1, 0).putInt(1 + Integer.BYTES, 5);
        assertRefused("number of items out of range: 5 in 4 bytes", items);
        assertRefused("Both is too long by 1 bytes", (byte) 0, (byte) 0);
        byte[] numbers = bytes(new Numbers(7, 8, true));
        assertRefused(
                "a message of kind 3 ends inside a field, after 13 bytes", Arrays.copyOf(numbers, numbers.length - 1));
    }

    @Test
    void aRecordThatIsNotPublicIsNamed() {
        String line = assertThrows(IllegalArgumentException.class, () -> bytes(new Hidden(1)))
                .getMessage();
        assertEquals("no public record: " + Hidden.class.getName(), line);
    }
}
