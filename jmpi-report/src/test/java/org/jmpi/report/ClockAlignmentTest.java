package org.jmpi.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Clocks of different hosts are aligned, and no message arrives before it was sent. */
class ClockAlignmentTest {
    private static final long MILLI = 1_000_000;

    /** The clock of host b is 5 ms ahead; a message takes 10 us. */
    @Test
    void messagesBothWaysShowTheDifference() {
        long ahead = 5 * MILLI;
        Trace trace = new SmallTrace("a", "b")
                .add(Event.send(0, "Send", 100_000, 101_000, 1, 1, 8))
                .add(Event.receive(1, "Recv", ahead + 90_000, ahead + 110_000, 0, 1, 8))
                .add(Event.send(1, "Send", ahead + 200_000, ahead + 201_000, 0, 1, 8))
                .add(Event.receive(0, "Recv", 150_000, 210_000, 1, 1, 8))
                .until(20 * MILLI);
        Report.of(trace);
        assertEquals(-ahead, trace.recordings().get(1).shift, 10);
        assertEquals(0, trace.recordings().get(0).shift);
        assertEquals(90_000, trace.rank(1).events.get(0).start, 10);
    }

    @Test
    void oneBarrierShowsTheDifference() {
        long behind = -3 * MILLI;
        Trace trace = new SmallTrace("a", "b")
                .add(SmallTrace.collective(0, "Barrier", 10 * MILLI, 10 * MILLI + 20_000, 1, 2))
                .add(SmallTrace.collective(1, "Barrier", 10 * MILLI + behind, 10 * MILLI + 20_000 + behind, 1, 2))
                .until(20 * MILLI);
        Report.of(trace);
        assertEquals(-behind, trace.recordings().get(1).shift, 10);
        assertEquals(0, trace.rank(0).events.get(0).lost);
    }

    @Test
    void clocksOfOneHostMoveOnlyAsFarAsNeeded() {
        Trace trace = SmallTrace.ofRanks(2)
                .add(Event.send(0, "Send", 1_000, 1_100, 1, 1, 8), Event.receive(1, "Recv", 900, 970, 0, 1, 8))
                .add(Event.send(1, "Send", 5_000, 5_100, 0, 1, 8), Event.receive(0, "Recv", 5_000, 9_000, 1, 1, 8))
                .until(20_000);
        Report.of(trace);
        assertEquals(30, trace.recordings().get(1).shift);
    }

    @Test
    void aChainOfHostsIsAligned() {
        SmallTrace trace = new SmallTrace("a", "b", "c");
        long[] ahead = {0, 7 * MILLI, -9 * MILLI};
        for (int rank = 0; rank < 2; rank++) {
            long time = (rank + 1) * MILLI;
            exchange(trace, rank, rank + 1, time, ahead);
        }
        Trace built = trace.until(20 * MILLI);
        Report.of(built);
        for (int rank = 0; rank < 3; rank++)
            assertEquals(-ahead[rank], built.recordings().get(rank).shift, 20, "rank " + rank);
        for (Rank rank : built.ranks())
            for (Event event : rank.events)
                if (event.kind == Event.Kind.RECEIVE) assertTrue(event.end >= event.partner.start, event::toString);
    }

    private static void exchange(SmallTrace trace, int one, int other, long time, long... ahead) {
        for (int from : new int[] {one, other}) {
            int to = one + other - from;
            trace.add(Event.send(from, "Send", time + ahead[from], time + ahead[from] + 10, to, 1, 8));
            trace.add(Event.receive(to, "Recv", time + ahead[to], time + ahead[to] + 1_000, from, 1, 8));
        }
    }
}
