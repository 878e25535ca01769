package org.jmpi.comm.progress;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.PeerState;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.comm.operation.SendMode;
import org.jmpi.comm.operation.SendRequest;
import org.jmpi.comm.transport.Sink;
import org.jmpi.comm.wire.FrameKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A peer is lost while a message of it arrives, or while this rank leaves. */
@Timeout(60)
class LostPeerTest {
    private final LoneEngine lone = new LoneEngine(3);
    private final EngineRank rank = lone.rank();
    private final byte[] into = new byte[4];

    private void lose() {
        rank.engine().frames().onPeerLost(1, new IOException("connection was reset"));
    }

    private Sink arrives() {
        int type = BasicType.BYTE.ordinal();
        Sink sink = lone.show(1, LoneEngine.message(FrameKind.EAGER, type, EngineRank.CONTEXT, 1, 7, into.length, 0));
        sink.unpack(0, ByteBuffer.wrap(new byte[] {1, 1}));
        return sink;
    }

    private static void comes(Sink sink) {
        sink.unpack(2, ByteBuffer.wrap(new byte[] {1, 1}));
        sink.end();
    }

    private void assertFailed(RecvRequest receive) {
        CommException failure = assertThrows(CommException.class, () -> rank.await(receive));
        assertEquals(ErrorClass.PROC_FAILED, failure.errorClass(), failure.getMessage());
    }

    @Test
    void aReceiveFromAnySourceThatHasAPartOfAMessageFails() {
        Sink sink = arrives();
        RecvRequest receive = rank.irecv(into, EngineRank.ANY, 7);
        lose();
        assertFailed(receive);
        comes(sink);
        assertArrayEquals(new byte[4], into);
    }

    @Test
    void aReceiveThatHasFailedLeavesItsMemoryAlone() {
        RecvRequest receive = rank.irecv(into, EngineRank.ANY, 7);
        Sink sink = arrives();
        lose();
        assertFailed(receive);
        comes(sink);
        assertArrayEquals(new byte[] {1, 1, 0, 0}, into);
    }

    @Test
    void aReceiveThatIsDroppedLeavesItsMemoryAlone() {
        RecvRequest receive = rank.irecv(into, 1, 7);
        receive.drop();
        comes(arrives());
        assertArrayEquals(new byte[4], into);
    }

    @Test
    void aPeerThatIsGoneWithoutAWordWhileThisRankLeavesHasFailedIfItIsNeeded() {
        rank.engine().failures().leave();
        lose();
        assertEquals(PeerState.PRESUMED_DEPARTED, rank.engine().peers().get(1).state());
        assertEquals(0, rank.engine().peers().count());
        assertFailed(rank.irecv(into, 1, 7));
    }

    @Test
    void aMessageNotSentToAPeerThatIsGoneWhileThisRankLeavesFailsByProcFailed() {
        SendRequest send = rank.isend(SendMode.SYNCHRONOUS, new byte[4], 1, 7);
        rank.engine().failures().leave();
        lose();
        send.fail(new CommException(ErrorClass.OTHER, "not sent"));
        assertEquals(ErrorClass.PROC_FAILED, rank.engine().peers().causeOf(send).errorClass());
    }

    @Test
    void aSendInARevokedCommunicatorNeedsNoPeerThatHasEnded() {
        SendRequest revoked = rank.isend(SendMode.SYNCHRONOUS, new byte[4], 1, 7);
        rank.engine().inbox().revoke(EngineRank.CONTEXT, Inbox.revocation(), () -> {});
        rank.engine().frames().onPeerDeparted(1);
        assertEquals(ErrorClass.REVOKED, revoked.failure().errorClass());
        assertEquals(List.of(), rank.gone());
    }

    @Test
    void aPeerThatIsGoneWithoutAWordWhileThisRankLeavesHasFailedIfAnotherRankKnows() {
        rank.engine().failures().leave();
        lose();
        FailureNotice notice = new FailureNotice(FrameKind.FAILURE, 2, 0, new int[] {1}, "killed");
        byte[] payload = notice.payload();
        Sink sink = lone.show(2, notice.frame(payload, () -> {}));
        sink.unpack(0, ByteBuffer.wrap(payload));
        sink.end();
        assertEquals(PeerState.FAILED, rank.engine().peers().get(1).state());
        assertEquals(1, rank.engine().peers().count());
    }
}
