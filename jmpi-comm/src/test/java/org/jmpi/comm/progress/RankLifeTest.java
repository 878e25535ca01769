package org.jmpi.comm.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.PeerState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A rank goes from state to state of its life by legal moves only. */
class RankLifeTest {
    private static final Map<RankLife, List<RankLife>> WAYS = Map.of(
            RankLife.RUNNING, List.of(),
            RankLife.FINALIZING, List.of(RankLife.FINALIZING),
            RankLife.FINALIZED, List.of(RankLife.FINALIZING, RankLife.FINALIZED),
            RankLife.EXCLUDED, List.of(RankLife.EXCLUDED),
            RankLife.CLOSED, List.of(RankLife.CLOSED));

    private static final Map<RankLife, Set<RankLife>> MOVES = Map.of(
            RankLife.RUNNING, Set.of(RankLife.FINALIZING, RankLife.EXCLUDED, RankLife.CLOSED),
            RankLife.FINALIZING, Set.of(RankLife.RUNNING, RankLife.FINALIZED, RankLife.EXCLUDED, RankLife.CLOSED),
            RankLife.FINALIZED, Set.of(RankLife.FINALIZING, RankLife.CLOSED),
            RankLife.EXCLUDED, Set.of(RankLife.CLOSED),
            RankLife.CLOSED, Set.of());

    private static final CommException FIRST = new CommException(ErrorClass.OTHER, "first");
    private static final CommException SECOND = new CommException(ErrorClass.PROC_FAILED, "second");

    private FakeHosts.Rank rank;

    /** Returns the life of a rank that has gone to a state. */
    private PeerFailures at(RankLife state) {
        rank = new FakeHosts(1, 1).rank(0);
        PeerFailures failures = rank.failures();
        for (RankLife next : WAYS.get(state)) assertTrue(failures.move(failures.life(), next, FIRST));
        return failures;
    }

    @ParameterizedTest
    @EnumSource
    void legalMovesAreMadeWithTheirActions(RankLife from) {
        for (RankLife to : MOVES.get(from)) {
            PeerFailures failures = at(from);
            CommException before = rank.endOfWaits();
            assertTrue(failures.move(from, to, SECOND));
            assertEquals(to, failures.life());
            if (to == RankLife.EXCLUDED) assertEquals("second", rank.failure());
            boolean ends = to == RankLife.EXCLUDED || to == RankLife.CLOSED;
            assertSame(ends && before == null ? SECOND : before, rank.endOfWaits());
            assertEquals(
                    to == RankLife.CLOSED ? PeerState.CLOSED : PeerState.ALIVE,
                    rank.peer(1).state());
        }
    }

    @ParameterizedTest
    @EnumSource
    void otherMovesAreRefused(RankLife from) {
        for (RankLife to : RankLife.values()) {
            if (MOVES.get(from).contains(to)) continue;
            PeerFailures failures = at(from);
            String message = assertThrows(IllegalStateException.class, () -> failures.move(from, to, SECOND))
                    .getMessage();
            assertEquals("rank 0 can't go from " + from + " to " + to + ": second", message);
            assertEquals(from, failures.life());
        }
    }

    @ParameterizedTest
    @EnumSource
    void aMoveFromAStateThatTheRankHasLeftDoesNothing(RankLife state) {
        for (RankLife read : EnumSet.complementOf(EnumSet.of(state))) {
            for (RankLife to : MOVES.get(read)) {
                PeerFailures failures = at(state);
                CommException before = rank.endOfWaits();
                assertFalse(failures.move(read, to, SECOND));
                assertEquals(state, failures.life());
                assertSame(before, rank.endOfWaits());
            }
        }
    }

    @Test
    void aRankThatIsClosedByTheFailureWhichItHasSeenEndsInNoOrder() {
        assertTrue(at(RankLife.RUNNING).close(FIRST));
        PeerFailures failed = at(RankLife.RUNNING);
        failed.fail(FIRST);
        assertFalse(failed.close(FIRST));
    }

    @ParameterizedTest
    @EnumSource(names = {"RUNNING", "FINALIZING"})
    void aRankThatNeedsPeersReportsTheLossOfOne(RankLife state) {
        at(state).fail(new int[] {1}, "silent");
        assertEquals("rank 1 on hostb failed: silent (found by rank 0 on hosta)", rank.failure());
    }

    @ParameterizedTest
    @EnumSource(names = {"FINALIZED", "CLOSED"})
    void aRankThatNeedsNoPeerReportsNoLoss(RankLife state) {
        at(state).fail(new int[] {1}, "silent");
        assertNull(rank.failure());
    }
}
