package org.jmpi.comm.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.jmpi.comm.control.BlockedCall;
import org.jmpi.comm.control.ThreadStack;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The report on ranks that hang. */
@Timeout(60)
class StateReportTest {
    private static final String PARK = "jdk.internal.misc.Unsafe.park(native method)";
    private static final String PARK_NANOS = "java.util.concurrent.locks.LockSupport.parkNanos(LockSupport.java:252)";
    private static final String DRIVE = "org.jmpi.comm.progress.ProgressLeader.drive(ProgressLeader.java:210)";
    private static final String ASK = "mpi.Comm.ask(Comm.java:61)";
    private static final String RECV = "mpi.Comm.Recv(Comm.java:217)";
    private static final String REDUCE = "mpi.Intracomm.Reduce(Intracomm.java:300)";
    private static final String STEP = "Main.step(Main.java:12)";
    private static final String MAIN = "Main.main(Main.java:5)";
    private static final String INVOKE = "java.lang.reflect.Method.invoke(Method.java:568)";
    private static final String CALL = "org.jmpi.run.program.MainMethod.call(MainMethod.java:116)";
    private static final String HOST = "org.jmpi.run.threads.SharedJvm.runMain(SharedJvm.java:130)";
    private static final String RUN = "java.lang.Thread.run(Thread.java:840)";

    private final StateReport report = new StateReport(6);

    private static void shows(List<String> shown, String... frames) {
        assertEquals(shown, ProgramFrames.of(List.of(frames)));
    }

    @Test
    void theCallIsWhatIsShownOfTheLibrary() {
        shows(List.of(RECV, STEP, MAIN), PARK, PARK_NANOS, DRIVE, ASK, RECV, STEP, MAIN);
    }

    @Test
    void theCallMayBeOfEitherPackage() {
        String typed = "org.jmpi.PointToPointCalls.receive(PointToPointCalls.java:90)";
        shows(
                List.of(typed, STEP, MAIN),
                PARK,
                DRIVE,
                "org.jmpi.PointToPointCalls.lambda$receiveMessage$2(PointToPointCalls.java:110)",
                "org.jmpi.PointToPointCalls$$Lambda$303/0x00007f865114f328.apply(null)",
                "org.jmpi.CoreCalls.call(CoreCalls.java:30)",
                "org.jmpi.PointToPointCalls.receiveMessage(PointToPointCalls.java:105)",
                typed,
                STEP,
                MAIN);
        String collective = "mpi.Collectives.Barrier(Collectives.java:60)";
        shows(List.of(collective, MAIN), PARK, DRIVE, "mpi.Collectives.run(Collectives.java:45)", collective, MAIN);
    }

    @Test
    void whatCallsTheProgramIsLeftOut() {
        shows(List.of(RECV, MAIN), PARK, DRIVE, RECV, MAIN, INVOKE, CALL, HOST, RUN);
        shows(
                List.of("Test.lambda$test$0(Test.java:7)"),
                "Test.lambda$test$0(Test.java:7)",
                "org.jmpi.Run.runRank(Run.java:78)",
                "org.jmpi.Run.lambda$new$0(Run.java:61)",
                RUN);
        shows(
                List.of(RECV, "Test.test(Test.java:7)"),
                RECV,
                "Test.test(Test.java:7)",
                INVOKE,
                "org.junit.platform.commons.util.ReflectionUtils.invokeMethod(ReflectionUtils.java:775)",
                "java.util.ArrayList.forEach(ArrayList.java:1511)",
                "org.jmpi.junit.RankTest.run(RankTest.java:44)",
                INVOKE,
                "org.jmpi.junit.ThreadRanks.runRank(ThreadRanks.java:79)",
                RUN);
    }

    @Test
    void codeThatTheLibraryCallsIsShownWithBothCalls() {
        String operator = "Main.operator(Main.java:30)";
        shows(
                List.of(RECV, operator, REDUCE, MAIN),
                PARK,
                DRIVE,
                RECV,
                operator,
                "org.jmpi.comm.op.Op.apply(Op.java:3)",
                REDUCE,
                MAIN);
        shows(List.of(PARK, operator, REDUCE, MAIN), PARK, operator, DRIVE, REDUCE, MAIN);
    }

    @Test
    void threadsOfTheLibraryAreNotShown() {
        shows(List.of(), PARK, PARK_NANOS, DRIVE, RUN);
        shows(
                List.of(),
                "java.net.SocketInputStream.read(S.java:1)",
                "org.jmpi.comm.control.LauncherLink.read(C.java:1)",
                RUN);
    }

    @Test
    void stacksWithoutTheLibraryAreShownWhole() {
        shows(List.of(PARK, PARK_NANOS, MAIN), PARK, PARK_NANOS, MAIN);
        shows(List.of(PARK, PARK_NANOS, RUN), PARK, PARK_NANOS, RUN);
        shows(
                List.of(STEP, "org.jmpi.run.DeadlockProgram.main(D.java:1)"),
                STEP,
                "org.jmpi.run.DeadlockProgram.main(D.java:1)");
        shows(List.of("mpi.examples.Careful.main(Careful.java:9)"), "mpi.examples.Careful.main(Careful.java:9)");
    }

    @Test
    void equalStacksAreShownOnce() {
        for (int rank : List.of(0, 1, 2, 4))
            report.addStacks(List.of(
                    new ThreadStack(
                            rank,
                            rank == 1 ? "rank 1" : "main",
                            rank == 2 ? "RUNNABLE" : "TIMED_WAITING",
                            List.of(PARK, DRIVE, RECV, MAIN)),
                    new ThreadStack(rank, "jmpi-control", "daemon RUNNABLE", List.of("java.net.S.read(S.java:1)")),
                    new ThreadStack(rank, "RMI TCP Accept-0", "daemon RUNNABLE", List.of("sun.rmi.T.run(T.java:1)"))));
        report.addStacks(List.of(
                new ThreadStack(3, "main", "RUNNABLE", List.of(STEP, MAIN)),
                new ThreadStack(-1, "pool", "daemon WAITING", List.of(PARK, RUN))));
        report.addQueues(2, "rank 2 of 6:\n");
        report.addQueues(0, "rank 0 of 6:\n");
        assertEquals("""
                ranks 0 to 2, 4: "main"
                        at mpi.Comm.Recv(Comm.java:217)
                        at Main.main(Main.java:5)

                rank 3: "main" RUNNABLE
                        at Main.step(Main.java:12)
                        at Main.main(Main.java:5)

                no rank: "pool" daemon WAITING
                        at jdk.internal.misc.Unsafe.park(native method)
                        at java.lang.Thread.run(Thread.java:840)

                rank 0 of 6:
                rank 2 of 6:""", report.states(false));
    }

    @Test
    void theWholeOfAStackIsShownIfAskedFor() {
        report.addStacks(List.of(
                new ThreadStack(0, "main", "TIMED_WAITING", List.of(PARK, DRIVE, RECV, MAIN)),
                new ThreadStack(1, "jmpi-control", "daemon RUNNABLE", List.of(RUN))));
        assertEquals("""
                rank 0: "main" TIMED_WAITING
                        at jdk.internal.misc.Unsafe.park(native method)
                        at org.jmpi.comm.progress.ProgressLeader.drive(ProgressLeader.java:210)
                        at mpi.Comm.Recv(Comm.java:217)
                        at Main.main(Main.java:5)

                rank 1: "jmpi-control" daemon RUNNABLE
                        at java.lang.Thread.run(Thread.java:840)""", report.states(true));
    }

    private static BlockedCall call(int rank, String name, boolean collective, int awaited, String nearest) {
        return new BlockedCall(rank, name, collective, List.of(awaited), 2 * StateReport.STEADY_NANOS, nearest);
    }

    private void says(String... lines) {
        assertEquals(List.of(lines), report.diagnosis());
    }

    @Test
    void namesWhatIsHereInsteadOfWhatIsAwaited() {
        String near = "waits for tag 6 from rank 0; a message with tag 5 from rank 0 is here";
        report.addCalls(
                List.of(
                        call(0, "Recv(source=1, tag=1)", false, 1, ""),
                        call(1, "Recv(source=0, tag=6)", false, 0, near)),
                StateReport.STEADY_NANOS);
        says(
                "deadlock: rank 0 in Recv(source=1, tag=1) waits for rank 1 in Recv(source=0, tag=6) waits for rank 0",
                "rank 1 " + near);
    }

    @Test
    void namesCollectiveOperationsThatDiffer() {
        report.addCalls(
                List.of(
                        call(0, "Reduce(root=0)", true, 1, ""),
                        call(1, "Bcast(root=0)", true, 0, ""),
                        call(2, "Bcast(root=0)", true, 0, ""),
                        call(3, "Barrier on communicator 4", true, 0, "")),
                StateReport.STEADY_NANOS);
        says(
                "deadlock: rank 0 in Reduce(root=0) waits for rank 1 in Bcast(root=0) waits for rank 0",
                "ranks 2, 3 wait for these",
                "collective operations differ: rank 0 in Reduce(root=0); ranks 1, 2 in Bcast(root=0): every rank must "
                        + "call"
                        + " the same ones in the same order; --check names the lines");
    }

    @Test
    void aCallThatHasJustBegunIsNoDeadlock() {
        report.addCalls(
                List.of(call(0, "A", false, 1, "waits"), call(1, "B", true, 0, "")), 3 * StateReport.STEADY_NANOS);
        says();
    }

    @Test
    void saysIfNoRankWaits() {
        says("no rank waits in an MPI call");
    }
}
