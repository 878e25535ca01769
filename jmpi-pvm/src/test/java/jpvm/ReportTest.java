package jpvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import mpi.MPI;
import mpi.MPIException;
import org.jmpi.Jmpi;
import org.jmpi.comm.control.BlockedCall;
import org.jmpi.comm.report.BlockedCalls;
import org.jmpi.comm.report.StateReport;
import org.jmpi.world.CurrentWorld;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What reports say of tasks that wait. */
@Timeout(30)
class ReportTest {
    @Test
    void aReceiveIsNamedByItsTasksAndItsTag() throws Throwable {
        jpvmEnvironment one = new jpvmEnvironment("one");
        jpvmEnvironment other = new jpvmEnvironment("other");
        ExecutorService threads = Executors.newSingleThreadExecutor();
        BlockedCalls calls = new BlockedCalls(0, 1, CurrentWorld.get().process());
        Future<?> received = threads.submit(() -> {
            receive(one, null);
            receive(one, other.pvm_mytid());
        });
        for (String from : List.of("any", other.pvm_mytid().toString())) {
            BlockedCall call = first(calls);
            while (!call.call().contains(from)) call = first(calls);
            assertEquals("pvm_recv(tid=" + from + ", tag=5) of task " + one.pvm_mytid(), call.call());
            assertEquals(List.of(), call.awaited());
            other.pvm_send(new jpvmBuffer(), one.pvm_mytid(), 5);
        }
        received.get(20, TimeUnit.SECONDS);
        threads.shutdown();
        one.pvm_exit();
        other.pvm_exit();
    }

    private static BlockedCall first(BlockedCalls calls) {
        List<BlockedCall> now = calls.now();
        while (now.isEmpty()) now = calls.now();
        return now.get(0);
    }

    private static void receive(jpvmEnvironment task, jpvmTaskId from) {
        try {
            if (from == null) task.pvm_recv(5);
            else task.pvm_recv(from, 5);
        } catch (jpvmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Tasks of one world: each of two waits for a message of the other. The third one looks on, and ends them. */
    @Test
    void tasksThatWaitForEachOtherAreADeadlock() {
        BlockedCalls[] calls = new BlockedCalls[3];
        AssertionError seen = assertThrows(
                AssertionError.class,
                () -> Jmpi.call(3, Duration.ofSeconds(25), "threads", () -> receiveFromTheOther(calls)));
        String ofTask = "pvm_recv\\(tid=\\S+, port #\\d+, tag=5\\) of task \\S+, port #\\d+";
        assertTrue(
                seen.getMessage()
                        .matches("deadlock: rank 0 in " + ofTask + " waits for rank 1 in " + ofTask
                                + " waits for rank 0"),
                seen.getMessage());
    }

    private static Void receiveFromTheOther(BlockedCalls... calls) throws MPIException {
        MPI.Init(new String[0]);
        int rank = MPI.COMM_WORLD.Rank();
        calls[rank] = new BlockedCalls(rank, 3, CurrentWorld.get().process());
        try {
            jpvmEnvironment task = new jpvmEnvironment();
            try {
                int[] ports = new int[3];
                int[] own = {task.pvm_mytid().getPort()};
                MPI.COMM_WORLD.Allgather(own, 0, 1, MPI.INT, ports, 0, 1, MPI.INT);
                if (rank == 2) throw new AssertionError(deadlock(calls));
                receive(task, new jpvmTaskId(task.pvm_mytid().getHost(), ports[1 - rank]));
            } finally {
                task.pvm_exit();
            }
        } catch (jpvmException e) {
            throw new IllegalStateException(e);
        }
        return null;
    }

    private static String deadlock(BlockedCalls... calls) {
        while (true) {
            StateReport report = new StateReport(calls.length);
            for (BlockedCalls each : calls) report.addCalls(each.now(), 0);
            for (String line : report.diagnosis()) if (line.startsWith("deadlock")) return line;
            Thread.onSpinWait();
        }
    }
}
