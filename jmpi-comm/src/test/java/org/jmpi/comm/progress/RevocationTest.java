package org.jmpi.comm.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.transport.Sink;
import org.jmpi.comm.wire.FrameKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A rank that learns of a revocation sends it on: the one that has called Revoke may fail before it has told all. */
@Timeout(60)
class RevocationTest {
    private final LoneEngine lone = new LoneEngine(4);

    /** Rank 1 has revoked a communicator of the ranks 0, 1 and 2. */
    private final ByteBuffer names = ByteBuffer.allocate(4 * Integer.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(1)
            .putInt(0)
            .putInt(1)
            .putInt(2)
            .flip();

    private void comesFrom(int peer) {
        Sink sink = lone.show(
                peer, LoneEngine.message(FrameKind.REVOCATION, 0, EngineRank.CONTEXT, 0, 0, names.remaining(), 0));
        sink.unpack(0, names.duplicate());
        sink.end();
    }

    @Test
    void whoLearnsOfARevocationTellsTheOtherMembersOnce() {
        comesFrom(1);
        assertEquals(2, lone.sent().size());
        for (Frame frame : lone.sent()) {
            ByteBuffer sent = ByteBuffer.allocate(names.remaining());
            frame.payload().pack(0, sent);
            assertEquals(names, sent.flip());
        }
        comesFrom(2);
        assertEquals(2, lone.sent().size());
    }
}
