package org.jmpi.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PayloadTest {
    private static Stream<Payload.Kind> kinds() {
        return Arrays.stream(Payload.Kind.values()).filter(Payload.Kind::isSupported);
    }

    private static Object get(Payload payload, int i) {
        return payload.bytes == null ? Array.get(payload.array(), i) : payload.bytes.get(i);
    }

    private static void set(Payload payload, int i, Object element) {
        if (payload.bytes == null) Array.set(payload.array(), i, element);
        else payload.bytes.put(i, (byte) element);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void findsTheFirstWrongElement(Payload.Kind kind) {
        Payload payload = new Payload(kind, 70_000);
        payload.fill(57);
        assertEquals(-1, payload.firstDifference(57));
        assertEquals(0, payload.firstDifference(101));
        set(payload, 66_000, get(payload, 66_001));
        assertEquals(66_000, payload.firstDifference(57));
        payload.clear();
        assertEquals(0, payload.firstDifference(57));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void knowsBlocksThatHaveChangedPlaces(Payload.Kind kind) {
        for (int block : new int[] {1, 256, 4096, 65_536}) {
            Payload payload = new Payload(kind, 2 * block);
            payload.fill(101);
            Object upper = get(payload, block);
            set(payload, block, get(payload, 0));
            set(payload, 0, upper);
            assertEquals(0, payload.firstDifference(101), "blocks of " + block);
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void holdsAtLeastOneElement(Payload.Kind kind) {
        assertEquals(1, kind.elements(1));
        assertEquals(1, kind.elements(kind.bytes()));
        assertEquals(1, kind.elements(2 * kind.bytes() - 1));
        assertEquals(2, kind.elements(2 * kind.bytes()));
        assertEquals(3 * kind.bytes(), new Payload(kind, 3).bytes());
        Payload three = new Payload(kind, 3);
        assertEquals(3, three.bytes == null ? Array.getLength(three.array()) : three.bytes.capacity());
    }

    @Test
    void thePaperFillsWithTheDigitZero() {
        Payload payload = new Payload(Payload.Kind.BYTE, 3);
        payload.fillAsInPaper();
        assertEquals("000", new String((byte[]) payload.array(), java.nio.charset.StandardCharsets.US_ASCII));
        Payload direct = new Payload(Payload.Kind.DIRECT, 2);
        direct.fillAsInPaper();
        assertEquals('0', direct.bytes.get(1));
    }

    @Test
    void namesTimingsByTheKind() {
        assertEquals("", Payload.Kind.BYTE.suffix());
        assertEquals("-double", Payload.Kind.DOUBLE.suffix());
        assertEquals("-object", Payload.Kind.OBJECT.suffix());
    }
}
