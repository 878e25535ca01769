package org.jmpi.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Time that is lost is found at the call that loses it, and once. */
class LossesTest {
    private static final long MILLI = 1_000_000;

    @Test
    void aReceiveWaitsForALateSend() {
        Event receive = Event.receive(1, "Recv", 100, 900, 0, 5, 8).at("A.b(A.java:1)");
        Event send = Event.send(0, "Send", 700, 710, 1, 5, 8);
        Finding finding = only(SmallTrace.ofRanks(2).add(receive, send).until(1_000));
        assertEquals(Cause.LATE_SENDER, finding.cause());
        assertEquals(600, finding.lostNanos());
        assertEquals("A.b(A.java:1)", finding.site());
        assertEquals(List.of(new Finding.RankTime(1, 600)), finding.victims());
        assertEquals(List.of(new Finding.RankTime(0, 600)), finding.culprits());
        assertEquals(new Finding.Worst(1, 100, 900), finding.worst());
        assertEquals(
                "Rank 1 waits in Recv at A.b(A.java:1) for late messages of rank 0, sent by Send.", finding.text());
    }

    @Test
    void aMessageThatIsThereCostsNothing() {
        Trace trace = SmallTrace.ofRanks(2)
                .add(Event.send(0, "Send", 10, 20, 1, 5, 8), Event.receive(1, "Recv", 100, 120, 0, 5, 8))
                .until(1_000);
        assertEquals(List.of(), Report.of(trace).findings());
    }

    @Test
    void aSendWaitsForALateReceive() {
        Finding finding = only(SmallTrace.ofRanks(2)
                .add(Event.send(0, "Ssend", 10, 820, 1, 5, 8), Event.receive(1, "Recv", 800, 830, 0, 5, 8))
                .until(1_000));
        assertEquals(Cause.LATE_RECEIVER, finding.cause());
        assertEquals(790, finding.lostNanos());
        assertEquals("Ssend", finding.call());
    }

    @Test
    void anEagerSendWaitsForNoReceive() {
        Trace trace = SmallTrace.ofRanks(2)
                .add(Event.send(0, "Isend", 10, 900, 1, 5, 8).nonblocking().eagerly())
                .add(Event.waiting(0, "Wait", 700, 900), Event.receive(1, "Recv", 800, 830, 0, 5, 8))
                .until(1_000);
        assertEquals(List.of(), Report.of(trace).findings());
    }

    /** One wait for two late messages loses the time until the later one is sent, and not the sum. */
    @Test
    void aWaitLosesTimeOnce() {
        Event wait = Event.waiting(2, "Waitall", 100, 900).at("A.c(A.java:9)");
        Finding finding = only(SmallTrace.ofRanks(3)
                .add(wait)
                .add(Event.receive(2, "Recv", 50, 900, 0, 1, 8).nonblocking(), Event.send(0, "Send", 400, 410, 2, 1, 8))
                .add(Event.receive(2, "Recv", 60, 900, 1, 1, 8).nonblocking(), Event.send(1, "Send", 850, 860, 2, 1, 8))
                .until(1_000));
        assertEquals(750, finding.lostNanos());
        assertEquals("Waitall", finding.call());
        assertEquals(List.of(new Finding.RankTime(1, 750)), finding.culprits());
    }

    /** Not by their numbers: the first one is the one to mend. */
    @Test
    void theRanksThatCostMostAreNamedFirst() {
        SmallTrace trace = SmallTrace.ofRanks(6);
        int[] latest = {1, 3, 3, 3, 2, 2, 4, 5};
        for (int number = 0; number < latest.length; number++)
            for (int rank = 0; rank < 6; rank++) {
                long start = number * 1_000L;
                long call = rank == latest[number] ? start + 600 : start + 500;
                trace.add(SmallTrace.collective(rank, "Barrier", call, start + 610, number, 6));
            }
        Finding finding = only(trace.until(9_000));
        assertEquals(
                List.of(3, 2, 1, 4, 5),
                finding.culprits().stream().map(Finding.RankTime::rank).toList());
        assertEquals(
                "All 6 ranks wait in Barrier at unknown line for ranks 3 (37.5 %), 2 (25 %), 1 (12.5 %) and 2 others, "
                        + "which call it last.",
                finding.text());
    }

    /** A receive has no line of its own in a recording; the wait inside it has. */
    @Test
    void aCallHasTheLineOfItsWait() {
        Finding finding = only(SmallTrace.ofRanks(2)
                .add(Event.receive(1, "Recv", 100, 900, 0, 5, 8), Event.send(0, "Send", 700, 710, 1, 5, 8))
                .add(Event.waiting(1, "Recv", 110, 890).at("A.d(A.java:4)"))
                .until(1_000));
        assertEquals("A.d(A.java:4)", finding.site());
        assertEquals(600, finding.lostNanos());
    }

    @Test
    void bothHalvesOfASendrecvAreOneCall() {
        Trace trace = SmallTrace.ofRanks(2)
                .add(Event.send(1, "Sendrecv", 100, 900, 0, 5, 8), Event.receive(1, "Sendrecv", 100, 900, 0, 6, 8))
                .add(Event.send(0, "Send", 500, 510, 1, 6, 8), Event.receive(0, "Recv", 520, 530, 1, 5, 8))
                .until(1_000);
        Finding finding = only(trace);
        assertEquals("Sendrecv", finding.call());
        // Until the receive of its message, which starts later than the message that it waits for.
        assertEquals(420, finding.lostNanos());
        assertEquals(380, Balance.of(trace).get(1).mpi());
    }

    /** The recorded receive ends a little later than the send, and the wait for it knows the line. */
    @Test
    void halvesOfASendrecvAreOneRowOfItsLine() {
        Trace trace = SmallTrace.ofRanks(2)
                .add(Event.send(1, "Sendrecv", 100, 900, 0, 5, 8), Event.receive(1, "Sendrecv", 101, 910, 0, 6, 8))
                .add(Event.waiting(1, "Sendrecv", 110, 890).at("A.e(A.java:5)"))
                .add(Event.send(0, "Send", 500, 510, 1, 6, 8), Event.receive(0, "Recv", 520, 530, 1, 5, 8))
                .until(1_000);
        only(trace);
        CallTimes.Row row = CallTimes.bySite(trace).stream()
                .filter(each -> each.call().equals("Sendrecv"))
                .reduce((one, another) -> fail("two rows: " + one + ", " + another))
                .orElseThrow();
        assertEquals("A.e(A.java:5)", row.site());
        assertEquals(List.of(1L, 800L, 420L), List.of(row.count(), row.nanos(), row.lost()));
    }

    @Test
    void ranksWaitForTheLastOneOfACollectiveOperation() {
        SmallTrace trace = SmallTrace.ofRanks(3);
        long[] starts = {100, 200, 9_000};
        for (int rank = 0; rank < 3; rank++)
            trace.add(SmallTrace.collective(rank, "Allreduce", starts[rank], 9_100, 1, 3)
                    .at("A.e(A.java:5)"));
        Finding finding = only(trace.until(10_000));
        assertEquals(Cause.LOAD_IMBALANCE, finding.cause());
        assertEquals(8_900 + 8_800, finding.lostNanos());
        assertEquals("Ranks 0, 1 wait in Allreduce at A.e(A.java:5) for rank 2, which calls it last.", finding.text());
    }

    /** The call that contains the operation loses nothing before it. */
    @Test
    void theLastRankWaitsForNobody() {
        Trace trace = SmallTrace.ofRanks(2)
                .add(Event.connection(0, "Spawn", 100, 900), SmallTrace.collective(0, "Allreduce", 700, 710, 1, 1))
                .until(1_000);
        assertEquals(List.of(), Report.of(trace).findings());
    }

    /** The root of a Bcast need not wait, and a receiver waits for the root only. */
    @Test
    void aBcastWaitsForItsRoot() {
        Event.Operation operation = new Event.Operation("Bcast", "binomial", 1, 1, 0, 3);
        Trace trace = SmallTrace.ofRanks(3)
                .add(Event.collective(0, "Bcast", 400, 500, operation, 8))
                .add(Event.collective(1, "Bcast", 100, 510, operation, 8))
                .add(Event.collective(2, "Bcast", 900, 910, operation, 8))
                .until(1_000);
        Finding finding = only(trace);
        assertEquals(300, finding.lostNanos());
        assertEquals(List.of(new Finding.RankTime(1, 300)), finding.victims());
    }

    @Test
    void aCollectiveOperationIsSlow() {
        SmallTrace trace = SmallTrace.ofRanks(2);
        for (int number = 1; number <= 9; number++)
            for (int rank = 0; rank < 2; rank++) {
                long start = number * 10 * MILLI;
                long end = start + (number == 9 ? 8 * MILLI : 20_000);
                trace.add(SmallTrace.collective(rank, number >= 8 ? "Alltoall" : "Barrier", start, end, number, 2));
            }
        Finding finding = only(trace.until(100 * MILLI));
        assertEquals(Cause.SLOW_COLLECTIVE, finding.cause());
        assertEquals("Alltoall", finding.call());
        assertEquals(2 * 8 * MILLI, finding.lostNanos(), 100_000);
    }

    /** A cold JVM is not the fault of the operation. */
    @Test
    void firstCallsAreToldApart() {
        SmallTrace small = SmallTrace.ofRanks(2);
        for (int number = 0; number <= 9; number++)
            for (int rank = 0; rank < 2; rank++) {
                long start = number * 10 * MILLI;
                long end = start + (number == 0 ? 8 * MILLI : 20_000);
                small.add(SmallTrace.collective(rank, "Barrier", start, end, number, 2));
            }
        Trace trace = small.until(100 * MILLI);
        Report report = Report.of(trace);
        assertEquals(
                List.of("First calls: 16 ms lost. The first Barrier at unknown line on 2 ranks takes 8 ms "
                        + "after the last rank has called it, as JVMs load and compile its code; a later one 20 µs."),
                report.findings().stream().map(Finding::toString).toList());
        CollectiveTimes.Row row = CollectiveTimes.of(report.collectives()).get(0);
        assertEquals(List.of(8 * MILLI, 20_000L, 20_000L), List.of(row.first(), row.median(), row.longest()));
        CallTimes.Row call = CallTimes.byCall(trace).get(0);
        assertEquals(List.of(16 * MILLI, 20_000L), List.of(call.first(), call.longest()));
    }

    @Test
    void aNonblockingCollectiveOperationLosesTimeInItsWait() {
        Finding finding = only(SmallTrace.ofRanks(2)
                .add(SmallTrace.collective(0, "Barrier", 100, 5_000, 1, 2).nonblocking())
                .add(Event.waiting(0, "Wait", 1_000, 5_000))
                .add(SmallTrace.collective(1, "Barrier", 4_000, 5_000, 1, 2).nonblocking())
                .add(Event.waiting(1, "Wait", 4_500, 5_000))
                .until(6_000));
        assertEquals("Wait", finding.call());
        assertEquals(3_000, finding.lostNanos());
    }

    /** Of many short operations a recording has a part: their messages take no time of their own, their waits do. */
    @Test
    void anEventMayStandForSeveral() {
        Trace trace = SmallTrace.ofRanks(2)
                .add(Event.receive(1, "Recv", 100, 300, 0, 5, 8).times(4))
                .add(Event.waiting(1, "Recv", 110, 300).times(2))
                .add(Event.send(0, "Send", 210, 220, 1, 5, 8).times(4))
                .until(1_000);
        Finding finding = only(trace);
        assertEquals(200, finding.lostNanos());
        assertEquals(2, finding.count());
        assertEquals(4, Matrix.of(trace).get(0).messages());
        assertEquals(32, Matrix.of(trace).get(0).bytes());
        assertEquals(
                List.of("Recv 4", "Send 4"),
                CallTimes.byCall(trace).stream()
                        .map(row -> row.call() + " " + row.count())
                        .toList());
        assertEquals(
                2 * 190,
                Balance.of(trace).get(1).mpi() + Balance.of(trace).get(1).lost());
    }

    @Test
    void aRankWaitsForALockThatAnotherOneHas() {
        Event wait = Event.waiting(1, "SharedSpace.lock(3)", 100, 900_100)
                .with(0)
                .forLock()
                .at("A.e(A.java:6)");
        Event soon = Event.waiting(1, "SharedSpace.lock(4)", 1_000_000, 1_100_000)
                .with(0)
                .forLock();
        Finding finding = only(SmallTrace.ofRanks(2).add(wait, soon).until(2_000_000));
        assertEquals(Cause.HELD_LOCK, finding.cause());
        assertEquals(900_000, finding.lostNanos());
        assertEquals(List.of(new Finding.RankTime(0, 900_000)), finding.culprits());
        assertEquals(
                "Rank 1 waits in SharedSpace.lock(3) at A.e(A.java:6) for rank 0, which has the lock.", finding.text());
    }

    /** The way of the answer is no loss; nor is a wait for another method, or for the method of another rank. */
    @Test
    void aRankWaitsForASlowMethod() {
        Trace trace = SmallTrace.ofRanks(3)
                .add(Event.waiting(1, "Account.balance(int)", 100, 900).with(0).at("A.f(A.java:7)"))
                .add(Event.waiting(1, "Account.later()", 1_000, 1_900).with(0))
                .add(Event.waiting(1, "Account.balance(int)", 2_000, 2_900).with(2))
                .add(Event.execution(0, "Account.balance(int)", 150, 700).with(1))
                .add(Event.execution(0, "Account.balance(int)", 1_100, 1_800).with(1))
                .add(Event.execution(0, "Account.balance(int)", 2_100, 2_800).with(1))
                .add(Event.execution(0, "Account.note()", 2_850, 2_890))
                .until(3_000);
        Finding finding = only(trace);
        assertEquals(Cause.SLOW_METHOD, finding.cause());
        assertEquals(600, finding.lostNanos());
        assertEquals(
                "Rank 1 waits in Account.balance(int) at A.f(A.java:7) for rank 0, which runs the method.",
                finding.text());
        assertEquals(3_000, Balance.of(trace).get(0).computing());
        assertEquals(
                List.of("Account.balance(int) 2", "Account.later() 1"),
                CallTimes.byCall(trace).stream()
                        .map(row -> row.call() + " " + row.count())
                        .sorted()
                        .toList());
    }

    @Test
    void pausesOfTheCollectorAreFound() {
        Finding finding = only(SmallTrace.ofRanks(2)
                .pause(1, new Pause(true, "G1New (Allocation Failure)", 100, 350))
                .pause(1, new Pause(false, "Deoptimize", 400, 500))
                .until(1_000));
        assertEquals(Cause.GC_PAUSE, finding.cause());
        assertEquals(250, finding.lostNanos());
    }

    @Test
    void aRankWithoutARecordingIsNoPartner() {
        Event receive = Event.receive(0, "Recv", 100, 900, 3, 5, 8);
        Trace trace = SmallTrace.ofRanks(1).add(receive).until(1_000);
        assertEquals(List.of(), Report.of(trace).findings());
        assertNull(receive.partner);
    }

    private static Finding only(Trace trace) {
        List<Finding> findings = Report.of(trace).findings();
        assertEquals(1, findings.size(), findings::toString);
        return findings.get(0);
    }
}
