package org.jmpi.comm.datatype;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ByteChunksTest {
    private static final int FIRST = 512;
    private static final int CHUNK = 1 << 20;

    static int[] sizes() {
        return new int[] {
            0,
            1,
            FIRST - 1,
            FIRST,
            FIRST + 1,
            2 * FIRST,
            700,
            100_000,
            CHUNK - 1,
            CHUNK,
            CHUNK + 1,
            2 * CHUNK - 1,
            2 * CHUNK,
            3 * CHUNK + 17
        };
    }

    private static byte[] random(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return bytes;
    }

    private static byte[] packed(ByteChunks chunks) {
        ByteBuffer target = ByteBuffer.allocate((int) chunks.bytes());
        chunks.pack(0, target);
        assertEquals(chunks.bytes(), target.position());
        return target.array();
    }

    private static void write(OutputStream out, byte[] bytes, int most) throws IOException {
        Random random = new Random(most);
        for (int at = 0; at < bytes.length; ) {
            int n = Math.min(bytes.length - at, random.nextInt(most + 1));
            if (n == 1 && random.nextBoolean()) out.write(bytes[at]);
            else out.write(bytes, at, n);
            at += n;
        }
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void whatIsWrittenIsPacked(int size) throws IOException {
        byte[] bytes = random(size);
        for (int most : new int[] {3, 1000, CHUNK, 3 * CHUNK}) {
            ByteChunks chunks = new ByteChunks();
            try (OutputStream out = chunks.output()) {
                write(out, bytes, most);
            }
            assertEquals(size, chunks.bytes());
            assertArrayEquals(bytes, packed(chunks));
        }
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void singleBytesAreWrittenAndRead(int size) throws IOException {
        byte[] bytes = random(size);
        ByteChunks chunks = new ByteChunks();
        try (OutputStream out = chunks.output()) {
            for (byte b : bytes) out.write(b);
        }
        try (InputStream in = chunks.input()) {
            for (byte b : bytes) assertEquals(b & 0xFF, in.read());
            assertEquals(-1, in.read());
            assertEquals(0, in.available());
        }
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void whatIsUnpackedInPiecesIsRead(int size) throws IOException {
        byte[] bytes = random(size);
        for (int piece : new int[] {999, 4096, CHUNK + 1}) {
            ByteChunks chunks = new ByteChunks(size);
            for (int at = 0; at < size; at += piece)
                chunks.unpack(at, ByteBuffer.wrap(bytes, at, Math.min(piece, size - at)));
            assertEquals(size, chunks.bytes());
            assertEquals(size, chunks.capacity());
            try (InputStream in = chunks.input()) {
                assertEquals(size, in.available());
                assertArrayEquals(bytes, in.readAllBytes());
                assertEquals(-1, in.read(new byte[1], 0, 1));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void anyPartIsPacked(int size) throws IOException {
        byte[] bytes = random(size);
        ByteChunks chunks = new ByteChunks();
        try (OutputStream out = chunks.output()) {
            out.write(bytes);
        }
        Random random = new Random(size);
        for (int i = 0; i < 20; i++) {
            int from = random.nextInt(size + 1);
            int room = random.nextInt(size + 2);
            ByteBuffer target = ByteBuffer.allocate(room);
            chunks.pack(from, target);
            int n = Math.min(room, size - from);
            assertEquals(n, target.position());
            assertArrayEquals(Arrays.copyOfRange(bytes, from, from + n), Arrays.copyOf(target.array(), n));
        }
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void chunksTakeChunks(int size) throws IOException {
        byte[] bytes = random(size);
        ByteChunks from = new ByteChunks();
        try (OutputStream out = from.output()) {
            out.write(bytes);
        }
        ByteChunks chunks = new ByteChunks(size);
        chunks.take(from, size);
        assertArrayEquals(bytes, packed(chunks));
        ByteChunks part = new ByteChunks();
        part.take(from, size / 3);
        assertArrayEquals(Arrays.copyOf(bytes, size / 3), packed(part));
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void elementsAreTakenLittleEndian(int size) {
        int count = size / 8;
        for (BasicType type : Elements.fixedTypes()) {
            Object array = Elements.random(type, count + 3, size);
            Segment segment = new Segment();
            segment.set(new Buffer(array, 2, count, Layout.of(type)));
            ByteChunks chunks = new ByteChunks();
            chunks.take(segment, segment.bytes());
            ByteBuffer target = ByteBuffer.allocate(count * type.width()).order(ByteOrder.LITTLE_ENDIAN);
            chunks.pack(0, target);
            assertArrayEquals(Elements.wire(type, array, 2, count), target.array(), type.name());
        }
    }

    @Test
    void memoryIsTakenAsBytesComeNotAsTheyAreAnnounced() {
        ByteChunks chunks = new ByteChunks(Long.MAX_VALUE);
        chunks.unpack(0, ByteBuffer.wrap(new byte[] {1, 2, 3}));
        assertEquals(3, chunks.bytes());
        assertArrayEquals(new byte[] {1, 2, 3}, packed(chunks));
    }

    @Test
    void aStreamTakesNoMoreThanItsMost() throws IOException {
        ByteChunks chunks = new ByteChunks();
        EncodedOutput out = chunks.output(3000);
        out.write(new byte[2999]);
        IOException e = assertThrows(IOException.class, () -> out.write(new byte[2]));
        assertEquals("longer than the 3000 bytes that a message of objects may have", e.getMessage());
        out.write(1);
        assertThrows(IOException.class, () -> out.write(1));
        assertEquals(3000, chunks.bytes());
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void aStreamForgetsWhatItTook(int size) throws IOException {
        byte[] bytes = random(size);
        ByteChunks chunks = new ByteChunks();
        EncodedOutput out = chunks.output();
        out.write(random(1000));
        out.restart();
        out.write(bytes);
        out.write(bytes);
        out.restart();
        out.write(bytes);
        assertEquals(size, chunks.bytes());
        assertArrayEquals(bytes, packed(chunks));
    }

    @Test
    void streamsCheckTheirArguments() throws IOException {
        ByteChunks chunks = new ByteChunks();
        try (OutputStream out = chunks.output();
                InputStream in = chunks.input()) {
            assertThrows(IndexOutOfBoundsException.class, () -> out.write(new byte[3], 2, 2));
            assertThrows(IndexOutOfBoundsException.class, () -> in.read(new byte[3], -1, 2));
            out.write(new byte[3], 3, 0);
            assertEquals(0, in.read(new byte[0], 0, 0));
            assertEquals(-1, in.read());
            assertEquals(0, chunks.bytes());
        }
    }
}
