package org.jmpi.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Array;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PayloadTest {
    @ParameterizedTest
    @EnumSource
    void findsTheFirstWrongElement(Payload.Kind kind) {
        Payload payload = new Payload(kind, 70_000);
        payload.fill(57);
        assertEquals(-1, payload.firstDifference(57));
        assertEquals(0, payload.firstDifference(101));
        Array.set(payload.array(), 66_000, Array.get(payload.array(), 66_001));
        assertEquals(66_000, payload.firstDifference(57));
        payload.clear();
        assertEquals(0, payload.firstDifference(57));
    }

    @ParameterizedTest
    @EnumSource
    void knowsBlocksThatHaveChangedPlaces(Payload.Kind kind) {
        for (int block : new int[] {1, 256, 4096, 65_536}) {
            Payload payload = new Payload(kind, 2 * block);
            payload.fill(101);
            Object array = payload.array();
            Object upper = Array.get(array, block);
            Array.set(array, block, Array.get(array, 0));
            Array.set(array, 0, upper);
            assertEquals(0, payload.firstDifference(101), "blocks of " + block);
        }
    }

    @ParameterizedTest
    @EnumSource
    void holdsAtLeastOneElement(Payload.Kind kind) {
        assertEquals(1, kind.elements(1));
        assertEquals(1, kind.elements(kind.bytes()));
        assertEquals(1, kind.elements(2 * kind.bytes() - 1));
        assertEquals(2, kind.elements(2 * kind.bytes()));
        assertEquals(3 * kind.bytes(), new Payload(kind, 3).bytes());
        assertEquals(3, Array.getLength(new Payload(kind, 3).array()));
    }

    @Test
    void thePaperFillsWithTheDigitZero() {
        Payload payload = new Payload(Payload.Kind.BYTE, 3);
        payload.fillAsInPaper();
        assertEquals("000", new String((byte[]) payload.array(), java.nio.charset.StandardCharsets.US_ASCII));
    }

    @Test
    void namesTimingsByTheKind() {
        assertEquals("", Payload.Kind.BYTE.suffix());
        assertEquals("-double", Payload.Kind.DOUBLE.suffix());
        assertEquals("-object", Payload.Kind.OBJECT.suffix());
    }
}
