package org.jmpi.comm.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.operation.Operation;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.comm.operation.SendMode;
import org.jmpi.comm.operation.SendRequest;
import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.wire.FrameKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A peer that departs in the middle of a rendezvous. */
@Timeout(30)
class LateDepartureTest {
    private static final int BYTE = BasicType.BYTE.ordinal();

    private final LoneEngine lone = new LoneEngine(3);
    private final EngineRank rank = lone.rank();

    private void assertFailed(Operation request) {
        assertTrue(request.isDone());
        CommException failure = assertThrows(CommException.class, () -> rank.await(request));
        assertEquals(ErrorClass.OTHER, failure.errorClass());
        assertEquals("rank 1 has ended: no message goes to it or comes from it any more", failure.getMessage());
    }

    private static Frame announcement(int source, long bytes) {
        return LoneEngine.message(FrameKind.REQUEST_TO_SEND, BYTE, EngineRank.CONTEXT, source, 5, bytes, 0);
    }

    @Test
    void aReceiveWhoseDataWereAskedForFails() {
        RecvRequest exact = rank.irecv(new byte[10], 1, 5);
        RecvRequest any = rank.irecv(new byte[10], EngineRank.ANY, 5);
        RecvRequest other = rank.irecv(new byte[10], 2, 5);
        RecvRequest waiting = rank.irecv(new byte[10], EngineRank.ANY, 5);
        lone.show(1, announcement(1, 10));
        lone.show(1, announcement(1, 10));
        lone.show(2, announcement(2, 10));
        assertEquals(3, lone.sent().size());
        rank.engine().frames().onPeerDeparted(1);
        assertFailed(exact);
        assertFailed(any);
        assertFalse(other.isDone());
        assertFalse(waiting.isDone());
        assertEquals(List.of(1), rank.gone());
    }

    @Test
    void aReceiveWhoseDataAreOnTheirWayIsFilledFirst() {
        RecvRequest receive = rank.irecv(new byte[10], 1, 5);
        lone.show(1, announcement(1, 10));
        lone.show(1, LoneEngine.control(FrameKind.DATA, 10, 0, 0)).end();
        lone.nextSent();
        rank.engine().frames().onPeerDeparted(1);
        assertTrue(receive.isDone());
        rank.await(receive);
        assertEquals(List.of(), rank.gone());
    }

    @Test
    void aRankThatNeedsNoMessagesOfTheProgramKeepsItsReceives() {
        RecvRequest waiting = rank.irecv(new byte[10], EngineRank.ANY, 5);
        rank.engine().failures().leave();
        rank.engine().frames().onPeerDeparted(1);
        rank.engine().frames().onPeerDeparted(2);
        assertFalse(waiting.isDone());
        assertEquals(List.of(), rank.gone());
    }

    @Test
    void anAnnouncedSendFails() {
        SendRequest send = rank.isend(SendMode.SYNCHRONOUS, new byte[3], 1, 5);
        SendRequest other = rank.isend(SendMode.SYNCHRONOUS, new byte[3], 2, 5);
        rank.engine().frames().onPeerDeparted(1);
        assertFailed(send);
        assertFalse(other.isDone());
        assertEquals(List.of(1), rank.gone());
    }

    @Test
    void aSendThatIsClearedDuringItsCancelGivesItsNumberBackOnce() {
        SendRequest send = rank.isend(SendMode.SYNCHRONOUS, new byte[3], 1, 5);
        lone.duringNextSend(() -> {
            lone.show(1, LoneEngine.control(FrameKind.CLEAR_TO_SEND, 0, send.id(), 0));
            rank.engine().frames().onPeerDeparted(1);
        });
        rank.engine().cancel(send);
        assertFailed(send);
        SendRequest next = rank.isend(SendMode.SYNCHRONOUS, new byte[3], 2, 5);
        SendRequest last = rank.isend(SendMode.SYNCHRONOUS, new byte[3], 2, 5);
        assertNotEquals(next.id(), last.id());
    }

    @Test
    void whatIsStartedLaterFailsAtOnceAndIsBlamedOnce() {
        rank.engine().frames().onPeerDeparted(1);
        assertEquals(List.of(), rank.gone());
        assertFailed(rank.isend(new byte[3], 1, 5));
        assertFailed(rank.isend(SendMode.SYNCHRONOUS, new byte[3], 1, 5));
        assertFailed(rank.irecv(new byte[3], 1, 5));
        assertFailed(rank.probe(1, 5));
        assertEquals(List.of(), lone.sent());
        assertEquals(List.of(1), rank.gone());
        assertFalse(rank.irecv(new byte[3], EngineRank.ANY, 5).isDone());
    }
}
