package org.jmpi.comm.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrameKindTest {
    @Test
    void everyKindIsFoundByItsCode() {
        for (FrameKind kind : FrameKind.values()) assertEquals(kind, FrameKind.of(kind.ordinal()));
    }

    @ParameterizedTest
    @ValueSource(ints = {23, 100, 0xFF, -1, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void anUnknownCodeIsRefusedByItsValue(int code) {
        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, () -> FrameKind.of(code));
        assertEquals("no such kind of frame: " + code, refusal.getMessage());
    }

    @Test
    void anUnknownKindInAHeaderIsRefused() {
        for (int code = FrameKind.values().length; code <= 0xFF; code++) {
            long word0 = code | 0xFFFF_FF00L;
            assertThrows(IllegalArgumentException.class, () -> FrameHeader.kind(word0));
        }
    }
}
