package org.jmpi.codec.kryo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.jmpi.codec.kryo.EnvelopeCodec.Encoded;
import org.jmpi.codec.kryo.EnvelopeCodec.Envelope;
import org.junit.jupiter.api.Test;

class EnvelopeCodecTest {
    private final EnvelopeCodec codec = new EnvelopeCodec();

    private byte[] encode(Envelope envelope) throws IOException {
        try (Encoded encoded = codec.encode(envelope)) {
            return Arrays.copyOf(encoded.array(), encoded.length());
        }
    }

    @Test
    void bringsWordsAndPayloadBack() throws IOException {
        byte[] payload = new byte[3_000_000];
        new Random(1).nextBytes(payload);
        for (int length : new int[] {0, 1, 100, 10_000, 2_999_999}) {
            long[] words = {1, -2, Long.MAX_VALUE, Long.MIN_VALUE};
            byte[] bytes = encode(new Envelope(words, payload, 1, length));

            byte[] within = new byte[bytes.length + 7];
            System.arraycopy(bytes, 0, within, 3, bytes.length);
            Envelope back = codec.decode(within, 3, bytes.length);

            assertArrayEquals(words, back.words());
            assertEquals(length, back.length());
            assertArrayEquals(
                    Arrays.copyOfRange(payload, 1, 1 + length),
                    Arrays.copyOfRange(back.payload(), back.offset(), back.offset() + back.length()));
        }
    }

    @Test
    void usesItsBufferAgain() throws IOException {
        Envelope envelope = new Envelope(new long[2], new byte[100], 0, 100);
        byte[] first;
        try (Encoded encoded = codec.encode(envelope)) {
            first = encoded.array();
        }
        try (Encoded encoded = codec.encode(envelope)) {
            assertSame(first, encoded.array());
        }
    }

    @Test
    void refusesLengthsThatAreNotThere() throws IOException {
        byte[] bytes = encode(new Envelope(new long[0], new byte[10], 0, 10));
        byte[] huge = {bytes[0], (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 7};
        byte[][] malformed = {{}, {1}, {-1, -1, -1, -1, 7}, huge, Arrays.copyOf(bytes, bytes.length - 1)};
        for (byte[] wrong : malformed) {
            IOException e = assertThrows(IOException.class, () -> codec.decode(wrong, 0, wrong.length));
            assertTrue(e.getMessage().contains(wrong.length + " bytes"), e.getMessage());
        }
        assertEquals(10, codec.decode(bytes, 0, bytes.length).length());
    }

    @Test
    void leavesTheProgramsPropertiesAlone() {
        assertNull(System.getProperty("kryo.unsafe"));
    }
}
