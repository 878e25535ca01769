package org.jmpi.comm.progress;

import static org.jmpi.comm.progress.FakeHosts.BOUND;
import static org.jmpi.comm.progress.FakeHosts.SECOND;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.events.PeerState;
import org.jmpi.comm.progress.FakeHosts.Rank;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class FailureDetectorTest {
    private static final String SILENT = "no heart-beat within 10 s (jmpi.failure.timeout)";

    private static void assertNobodyFailed(List<Rank> ranks) {
        for (Rank rank : ranks) assertNull(rank.failure());
    }

    private static void assertKnown(List<Rank> by, List<Rank> failed, String what) {
        for (Rank rank : by) {
            assertNotNull(rank.failure());
            for (Rank peer : failed) {
                String why = rank.gone(number(peer));
                assertTrue(why != null && why.contains(what), why);
            }
        }
    }

    private static int number(Rank rank) {
        return rank.number();
    }

    @Test
    void oneHeartBeatPerHostAndPeriodIsAllThatIsSent() {
        FakeHosts world = new FakeHosts(67, 67, 66);
        world.run(60 * SECOND);
        assertNobodyFailed(world.on("hosta", "hostb", "hostc"));
        assertTrue(world.sent() <= 3 * 241, () -> "frames in 60 s: " + world.sent());
    }

    @Test
    void ranksOfOneHostSendNothing() {
        FakeHosts world = new FakeHosts(200);
        world.run(60 * SECOND);
        assertEquals(0, world.sent());
    }

    @Test
    void everyRankLearnsWithinTheBoundThatAHostIsSilent() {
        FakeHosts world = new FakeHosts(2, 3, 2);
        world.run(20 * SECOND);
        world.die("hostb");
        world.run(BOUND * 88 / 100);
        assertNobodyFailed(world.on("hosta", "hostc"));
        world.run(BOUND * 12 / 100);
        assertKnown(world.on("hosta", "hostc"), world.on("hostb"), "ranks 2, 3, 4 on hostb failed: " + SILENT);
        for (Rank rank : world.on("hosta", "hostc")) {
            assertEquals(PeerState.FAILED, rank.peer(2).state());
            assertNull(rank.endOfWaits());
            assertEquals("ranks 2, 3, 4 on hostb failed: " + SILENT + " (found by rank 5 on hostc)", rank.failure());
            assertEquals(Set.of(2), rank.reported().keySet());
        }
        assertEquals(PeerState.FAILED, world.rank(0).peer(3).state());
        assertEquals(
                "    rank 2 on hostb: failed\n",
                world.rank(0).failures().describe().lines().findFirst().orElseThrow() + "\n");
    }

    @Test
    void aHostMayTakeAsLongAsAConnectionForItsFirstSignOfLife() {
        FakeHosts world = new FakeHosts(1, 1);
        world.cut("hostb");
        world.run(59 * SECOND);
        assertNobodyFailed(world.on("hosta", "hostb"));
        world.run(11 * SECOND);
        assertKnown(world.on("hosta"), world.on("hostb"), SILENT);
    }

    @Test
    void hostsThatDieTogetherAreFoundTogether() {
        FakeHosts world = new FakeHosts(1, 4, 4, 2);
        world.run(20 * SECOND);
        world.die("hostb", "hostc");
        world.run(BOUND + SECOND);
        assertKnown(world.on("hosta", "hostd"), world.on("hostb", "hostc"), SILENT);
        assertNull(world.rank(0).gone(9));
    }

    @Test
    void theRingClosesOverAFailedHost() {
        FakeHosts world = new FakeHosts(1, 1, 1, 1);
        world.run(20 * SECOND);
        world.die("hostc");
        world.run(2 * BOUND);
        world.die("hostb");
        world.run(BOUND);
        assertKnown(world.on("hosta", "hostd"), world.on("hostb", "hostc"), SILENT);
        assertNull(world.rank(0).gone(3));
    }

    @Test
    void aCutThatIsMendedInTimeIsNoFailure() {
        FakeHosts world = new FakeHosts(2, 2, 2);
        world.run(20 * SECOND);
        for (int i = 0; i < 10; i++) {
            world.cut("hostb");
            world.run(7 * SECOND);
            assertEquals(PeerState.SUSPECTED, world.rank(4).peer(2).state());
            world.cut();
            world.run(SECOND);
            assertEquals(PeerState.ALIVE, world.rank(4).peer(2).state());
        }
        assertNobodyFailed(world.on("hosta", "hostb", "hostc"));
    }

    @Test
    void bothSidesOfAPartitionFindTheOtherFailed() {
        FakeHosts world = new FakeHosts(2, 2, 2);
        world.run(20 * SECOND);
        world.cut("hostc");
        world.run(BOUND + SECOND);
        assertKnown(world.on("hosta", "hostb"), world.on("hostc"), "ranks 4, 5 on hostc failed: " + SILENT);
        assertKnown(world.on("hostc"), world.on("hosta", "hostb"), SILENT);
        assertNull(world.rank(0).gone(2));
        assertNull(world.rank(4).gone(5));
    }

    @Test
    void aHostThatWasFrozenLearnsThatItWasDeclaredFailed() {
        FakeHosts world = new FakeHosts(2, 2, 2);
        world.run(20 * SECOND);
        world.freeze(world.on("hostb"));
        world.run(30 * SECOND);
        assertKnown(world.on("hosta", "hostc"), world.on("hostb"), SILENT);
        world.thaw(world.on("hostb"));
        world.run(SECOND);
        for (Rank rank : world.on("hostb")) {
            String line = "rank " + number(rank) + " on hostb was declared failed by rank 4 on hostc: " + SILENT;
            assertEquals(line, rank.failure());
            assertEquals(line, rank.reported().get(number(rank)));
            assertNull(rank.gone(0));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {11, 30})
    void aHostThatWasFrozenBlamesNobodyThoughTheOthersHaveEnded(int seconds) {
        FakeHosts world = new FakeHosts(2, 2, 2);
        world.run(20 * SECOND);
        List<Rank> frozen = world.on("hostb");
        world.freeze(frozen);
        world.run(seconds * SECOND);
        world.die("hosta", "hostc");
        world.thawUnnotified(frozen);
        for (Rank rank : frozen) rank.lose(world.on("hosta"));
        world.run(SECOND);
        for (Rank rank : frozen) {
            String line = "rank " + number(rank) + " on hostb did not run for " + seconds
                    + " s, longer than jmpi.failure.timeout (10 s), and the other hosts have given it up: rank 0 on"
                    + " hosta: connection was reset";
            assertEquals(line, rank.failure());
            assertEquals(Set.of(number(rank)), rank.reported().keySet());
        }
    }

    @Test
    void aPeerThatIsLostAfterAShortStallHasFailed() {
        FakeHosts world = new FakeHosts(2, 2);
        world.run(20 * SECOND);
        Rank rank = world.rank(2);
        world.freeze(List.of(rank));
        world.run(5 * SECOND);
        world.thaw(List.of(rank));
        rank.lose(List.of(world.rank(0)));
        assertTrue(rank.failure().startsWith("rank 0 on hosta failed: connection was reset"), rank.failure());
    }

    @Test
    void aPeerOfTheSameHostThatIsLostAfterAStallHasFailed() {
        FakeHosts world = new FakeHosts(2, 2);
        world.run(20 * SECOND);
        Rank rank = world.rank(2);
        world.freeze(List.of(rank));
        world.run(30 * SECOND);
        world.thaw(List.of(rank));
        rank.lose(List.of(world.rank(3)));
        assertTrue(rank.failure().startsWith("rank 3 on hostb failed: connection was reset"), rank.failure());
    }

    @Test
    void aHostThatComesBackIsToldThatItWasDeclaredFailed() {
        FakeHosts world = new FakeHosts(2, 2);
        world.run(20 * SECOND);
        world.rank(1).failures().onPeerLost(3, new IOException("connection was reset"));
        world.run(SECOND);
        assertNull(world.rank(3).failure());
        world.rank(3).failures().beat(0, false);
        world.run(SECOND);
        assertEquals(
                "rank 3 on hostb was declared failed by rank 1 on hosta: connection was reset",
                world.rank(3).failure());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void oneFrozenRankOfAHostIsNoFailure(int frozen) {
        FakeHosts world = new FakeHosts(2, 2);
        world.run(20 * SECOND);
        world.freeze(List.of(world.rank(frozen)));
        world.run(10 * BOUND);
        world.thaw(List.of(world.rank(frozen)));
        world.run(2 * BOUND);
        assertNobodyFailed(world.on("hosta", "hostb"));
    }

    @Test
    void aRankThatFindsNoCoreDeclaresNobodyFailed() {
        FakeHosts world = new FakeHosts(1, 1);
        world.run(20 * SECOND);
        for (int i = 0; i < 20; i++) {
            int starved = i % 2;
            world.freeze(List.of(world.rank(starved)));
            world.run(7 * SECOND);
            world.thaw(List.of(world.rank(starved)));
            world.run(SECOND / 2);
        }
        assertNobodyFailed(world.on("hosta", "hostb"));
    }

    @Test
    void aRankThatFindsNoCoreWhileItAwaitsAnAnswerDeclaresNobodyFailed() {
        FakeHosts world = new FakeHosts(1, 1);
        world.run(20 * SECOND);
        world.cut("hostb");
        world.run(6 * SECOND);
        assertEquals(PeerState.SUSPECTED, world.rank(0).peer(1).state());
        world.cut();
        world.freeze(world.on("hosta"));
        world.run(8 * SECOND);
        world.thaw(world.on("hosta"));
        world.run(20 * SECOND);
        assertNobodyFailed(world.on("hosta", "hostb"));
    }

    @Test
    void aSlowNetworkIsNoFailure() {
        FakeHosts world = new FakeHosts(3, 2, 1);
        world.latency(3 * SECOND);
        world.run(600 * SECOND);
        assertNobodyFailed(world.on("hosta", "hostb", "hostc"));
    }

    @Test
    void theNextRankTakesOverFromALeaderThatDied() {
        FakeHosts world = new FakeHosts(2, 2);
        world.run(20 * SECOND);
        world.rank(1).failures().onPeerLost(0, new IOException("its process has died"));
        world.freeze(List.of(world.rank(0)));
        world.run(3 * BOUND);
        for (Rank rank : List.of(world.rank(1), world.rank(2), world.rank(3))) {
            assertEquals("rank 0 on hosta failed: its process has died (found by rank 1 on hosta)", rank.failure());
            assertNull(rank.gone(1));
            assertNull(rank.gone(2));
        }
        world.die("hosta");
        world.run(BOUND);
        assertKnown(world.on("hostb"), List.of(world.rank(1)), "rank 1 on hosta failed: " + SILENT);
    }

    @Test
    void departedRanksAreNotMissed() {
        FakeHosts world = new FakeHosts(2, 2, 2);
        world.run(20 * SECOND);
        for (Rank rank : world.on("hosta", "hostc"))
            for (Rank departed : world.on("hostb")) rank.failures().onPeerDeparted(number(departed));
        world.die("hostb");
        world.run(10 * BOUND);
        assertNobodyFailed(world.on("hosta", "hostc"));
        assertEquals(PeerState.DEPARTED, world.rank(0).peer(2).state());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void atTheEndNoHeartBeatMakesAConnection(boolean finalized) {
        FakeHosts world = new FakeHosts(1, 2);
        world.run(SECOND);
        Rank rank = world.rank(0);
        rank.failures().leave();
        if (finalized) rank.failures().pause();
        rank.failures().onPeerDeparted(1);
        world.run(SECOND, number -> number == 0);
        assertFalse(rank.peer(2).endpoint.isToldOfDeparture());
    }

    @Test
    void aHostInFinalizeIsMissed() {
        FakeHosts world = new FakeHosts(1, 2);
        for (Rank rank : world.on("hosta", "hostb")) rank.failures().leave();
        world.run(20 * SECOND);
        assertNobodyFailed(world.on("hosta", "hostb"));
        world.die("hostb");
        world.run(BOUND);
        assertKnown(world.on("hosta"), world.on("hostb"), SILENT);
    }

    @Test
    void aRankThatCannotBeReachedDuringFinalizeHasEnded() {
        FakeHosts world = new FakeHosts(2, 2);
        world.run(20 * SECOND);
        world.rank(0).failures().leave();
        world.rank(0).failures().onPeerLost(3, new IOException("connection refused"));
        world.run(SECOND);
        assertNobodyFailed(world.on("hosta", "hostb"));
        assertEquals(PeerState.PRESUMED_DEPARTED, world.rank(0).peer(3).state());
        world.rank(0).failures().onPeerLost(2, new IOException("connection was reset"));
        world.run(SECOND);
        assertKnown(world.on("hosta"), List.of(world.rank(2)), "rank 2 on hostb failed: connection was reset");
    }

    @Test
    void whoNeedsNobodyKeepsAFailureToItself() {
        FakeHosts world = new FakeHosts(1, 1, 1);
        world.run(20 * SECOND);
        for (Rank rank : world.on("hosta", "hostb", "hostc")) {
            rank.failures().leave();
            rank.failures().pause();
        }
        world.die("hostb");
        world.run(3 * BOUND);
        assertNobodyFailed(world.on("hosta", "hostc"));
        CommException gone =
                assertThrows(CommException.class, () -> world.rank(2).failures().resume(() -> {}));
        assertTrue(gone.getMessage().startsWith("rank 1 on hostb failed"), gone.getMessage());
    }

    @Test
    void anAbortReachesEveryRankOnce() {
        FakeHosts world = new FakeHosts(20, 20, 20);
        world.rank(7).failures().abort(5, "rank 7 called MPI.Abort with code 5");
        world.run(SECOND);
        for (Rank rank : world.on("hosta", "hostb", "hostc")) {
            if (number(rank) == 7) assertNull(rank.aborted());
            else assertEquals("7 5 rank 7 called MPI.Abort with code 5", rank.aborted());
        }
        int sent = world.sent();
        assertTrue(sent <= 60 * 12 + 3 * 3, () -> "frames: " + sent);
    }

    @Test
    void aNoticeGoesAroundTheDead() {
        FakeHosts world = new FakeHosts(8, 8, 8, 8);
        world.die("hostb", "hostd");
        world.rank(0).failures().onPeerLost(30, new IOException("reset"));
        world.run(SECOND);
        assertKnown(world.on("hosta", "hostc"), List.of(world.rank(30)), "rank 30 on hostd failed: reset");
    }
}
