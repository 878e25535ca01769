package org.jmpi.comm.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.PeerState;
import org.jmpi.comm.transport.Endpoint;
import org.jmpi.comm.transport.Frame;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A peer goes from state to state by legal moves only. */
class PeerStateTest {
    private static final Map<PeerState, Set<PeerState>> MOVES = Map.of(
            PeerState.ALIVE, EnumSet.complementOf(EnumSet.of(PeerState.ALIVE)),
            PeerState.SUSPECTED, EnumSet.complementOf(EnumSet.of(PeerState.SUSPECTED)),
            PeerState.PRESUMED_DEPARTED, EnumSet.of(PeerState.DEPARTED, PeerState.FAILED),
            PeerState.DEPARTED, Set.of(),
            PeerState.FAILED, Set.of(),
            PeerState.CLOSED, Set.of());

    private static final CommException FIRST = new CommException(ErrorClass.OTHER, "first");
    private static final CommException SECOND = new CommException(ErrorClass.PROC_FAILED, "second");

    private final AtomicInteger failures = new AtomicInteger();

    /** Returns a peer that has gone to a state. */
    private PeerConnection peer(PeerState state) {
        Endpoint endpoint = new Endpoint() {
            @Override
            public void send(Frame frame) {}

            @Override
            public void peerFailed() {
                failures.incrementAndGet();
            }
        };
        PeerConnection peer = new PeerConnection(3, endpoint, 0, 0);
        if (state != PeerState.ALIVE) assertTrue(peer.move(PeerState.ALIVE, state, FIRST));
        failures.set(0);
        return peer;
    }

    @ParameterizedTest
    @EnumSource
    void legalMovesAreMade(PeerState from) {
        for (PeerState to : MOVES.get(from)) {
            PeerConnection peer = peer(from);
            assertTrue(peer.move(from, to, SECOND));
            assertEquals(to, peer.state());
            if (to.isGone()) assertSame(SECOND, peer.gone);
            else assertNull(peer.gone);
            assertEquals(to == PeerState.FAILED ? 1 : 0, failures.get());
        }
    }

    @ParameterizedTest
    @EnumSource
    void otherMovesAreRefused(PeerState from) {
        for (PeerState to : EnumSet.complementOf(copy(MOVES.get(from)))) {
            PeerConnection peer = peer(from);
            CommException cause = peer.gone;
            String message = assertThrows(IllegalStateException.class, () -> peer.move(from, to, SECOND))
                    .getMessage();
            assertEquals("rank 3 can't go from " + from + " to " + to + ": second", message);
            assertFalse(peer.moveTo(to, SECOND));
            assertEquals(from, peer.state());
            assertSame(cause, peer.gone);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aMoveFromAStateThatThePeerHasLeftMovesNothing(PeerState state) {
        for (PeerState read : PeerState.values()) {
            if (read == state) continue;
            for (PeerState to : MOVES.get(read)) {
                PeerConnection peer = peer(state);
                assertFalse(peer.move(read, to, SECOND));
                assertEquals(state, peer.state());
                assertEquals(0, failures.get());
            }
        }
    }

    private static EnumSet<PeerState> copy(Set<PeerState> states) {
        EnumSet<PeerState> all = EnumSet.noneOf(PeerState.class);
        all.addAll(states);
        return all;
    }
}
