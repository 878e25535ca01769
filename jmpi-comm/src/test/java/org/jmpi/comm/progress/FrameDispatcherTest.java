package org.jmpi.comm.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.transport.Sink;
import org.jmpi.comm.wire.FrameKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FrameDispatcherTest {
    private final FrameDispatcher frames = new FrameDispatcher();
    private final PeerConnection peer = new PeerConnection(3, frame -> {}, 100, 1000);

    @ParameterizedTest
    @EnumSource(FrameKind.class)
    void aFrameGoesToTheReceiverOfItsKindAlone(FrameKind kind) {
        List<String> taken = new ArrayList<>();
        Sink sink = new RecvRequest();
        for (FrameKind each : FrameKind.values())
            frames.register(each, (from, word0, word1, word2, word3) -> {
                assertSame(peer, from);
                taken.add(each + " " + Long.toHexString(word0) + " " + word1 + " " + word2 + " " + word3);
                return each == kind ? sink : null;
            });
        long word0 = 0xFFFF_FF00L | kind.ordinal();
        assertSame(sink, frames.dispatch(peer, word0, 1, 2, 3));
        assertEquals(List.of(kind + " " + Long.toHexString(word0) + " 1 2 3"), taken);
    }

    @Test
    void aKindWithoutAReceiverIsRefused() {
        frames.register(FrameKind.EAGER, (from, word0, word1, word2, word3) -> null);
        assertNull(frames.dispatch(peer, FrameKind.EAGER.ordinal(), 0, 0, 0));
        IllegalArgumentException refusal = assertThrows(
                IllegalArgumentException.class, () -> frames.dispatch(peer, FrameKind.DATA.ordinal(), 0, 0, 0));
        assertEquals("frame of a kind without a receiver: DATA", refusal.getMessage());
    }

    @Test
    void aKindHasOneReceiver() {
        frames.register(FrameKind.WAKE, (from, word0, word1, word2, word3) -> null);
        IllegalStateException refusal = assertThrows(
                IllegalStateException.class,
                () -> frames.register(FrameKind.WAKE, (from, word0, word1, word2, word3) -> null));
        assertEquals("two receivers for frames of kind WAKE", refusal.getMessage());
    }

    /** The header is malformed for some kinds, and then the receiver says which field is wrong. */
    @ParameterizedTest
    @EnumSource(FrameKind.class)
    void theEngineHasAReceiverForEveryKind(FrameKind kind) {
        Frame frame = LoneEngine.control(kind, -1, -1, -1);
        try {
            new LoneEngine(2).show(1, frame);
        } catch (IllegalArgumentException e) {
            assertNotEquals("frame of a kind without a receiver: " + kind, e.getMessage());
        }
    }
}
