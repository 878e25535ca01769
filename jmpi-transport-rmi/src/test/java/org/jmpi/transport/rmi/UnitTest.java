package org.jmpi.transport.rmi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes through {@link UnitOutput} and {@link UnitInput} comes out as it was, and nothing that is no unit is believed. */
@Timeout(60)
class UnitTest {
    private static final int CAPACITY = 1 << 10;

    private final ByteArrayOutputStream wire = new ByteArrayOutputStream();
    private final UnitOutput out = new UnitOutput(wire, CAPACITY);

    private static UnitInput reading(int... bytes) {
        byte[] wire = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) wire[i] = (byte) bytes[i];
        return reading(wire);
    }

    private static UnitInput reading(byte[] wire) {
        return new UnitInput(new ByteArrayInputStream(wire), CAPACITY);
    }

    private byte[] read() throws IOException {
        return reading(wire.toByteArray()).readAllBytes();
    }

    @Test
    void aUnitLikeTheOneBeforeTakesTwoBytes() throws IOException {
        byte[] call = new byte[80];
        new Random(1).nextBytes(call);
        out.write(call);
        out.flush();
        int first = wire.size();
        out.write(call);
        out.flush();
        assertEquals(first + 2, wire.size());
        byte[] both = read();
        for (int i = 0; i < call.length; i++) assertEquals(call[i], both[call.length + i]);
        assertEquals(2 * call.length, both.length);
    }

    @Test
    void thereIsSomethingToReadUntilAllIsRead() throws IOException {
        for (int unit = 0; unit < 2; unit++) {
            out.write(new byte[80]);
            out.flush();
        }
        UnitInput in = reading(wire.toByteArray());
        for (int i = 0; i < 2 * 80; i++) {
            assertTrue(in.available() > 0, "byte " + i);
            assertEquals(0, in.read());
        }
        assertEquals(0, in.available());
    }

    @Test
    void aUnitTellsHowMuchOfItIsThatOfTheOneBefore() throws IOException {
        byte[] call = new byte[80];
        for (int i = 0; i < call.length; i++) call[i] = (byte) i;
        out.write(call);
        out.flush();
        call[65]++;
        out.write(call);
        out.flush();
        assertEquals(2 + 80 + 2 + 15, wire.size());
        assertEquals(65, wire.toByteArray()[82]);
        assertEquals(15, wire.toByteArray()[83]);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void unitsOfAnyLengthComeOutAsTheyWere(long seed) throws IOException {
        Random random = new Random(seed);
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        byte[] pattern = new byte[3 * CAPACITY];
        random.nextBytes(pattern);
        for (int unit = 0; unit < 300; unit++) {
            // Most begin as the one before did.
            if (random.nextInt(4) > 0) pattern[random.nextInt(300)]++;
            int length = random.nextInt(random.nextBoolean() ? 300 : pattern.length);
            expected.write(pattern, 0, length);
            int half = length / 2;
            out.write(pattern, 0, half);
            for (int i = half; i < Math.min(length, half + 3); i++) out.write(pattern[i]);
            if (length > half + 3) out.write(pattern, half + 3, length - half - 3);
            out.flush();
        }
        assertArrayEquals(expected.toByteArray(), read());
        assertTrue(wire.size() < expected.size());
    }

    @Test
    void theEndIsOneBetweenUnitsOnly() throws IOException {
        assertEquals(-1, reading().read());
        InputStream whole = reading(0, 2, 'a', 'b');
        assertArrayEquals(new byte[] {'a', 'b'}, whole.readAllBytes());
        assertThrows(EOFException.class, () -> reading(0).read());
        assertThrows(EOFException.class, () -> reading(0, 0x80).read());
        assertThrows(EOFException.class, () -> reading(0, 3, 'a', 'b').readAllBytes());
        UnitInput cut = reading(withLength(300, UnitOutput.HEAD_BYTES + 1));
        assertThrows(EOFException.class, cut::readAllBytes);
    }

    /** Returns a unit that has fewer bytes than it says. */
    private static byte[] withLength(int said, int sent) {
        byte[] unit = new byte[3 + sent];
        unit[1] = (byte) (said & UnitOutput.LOW_BITS | UnitOutput.MORE);
        unit[2] = (byte) (said >>> 7);
        return unit;
    }

    @Test
    void whatIsNoUnitIsNotBelieved() {
        String more =
                assertThrows(IOException.class, () -> reading(1, 1, 'a').read()).getMessage();
        assertEquals("a unit begins with 1 bytes of one that had 0", more);
        for (int last : new int[] {0x08, 0x7F, 0x80, 0xFF})
            assertThrows(
                    IOException.class,
                    () -> reading(0, 0xFF, 0xFF, 0xFF, 0xFF, last, 0, 0).read());
    }
}
