package jpvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import mpi.MPI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/** Several tasks of one process. */
@Timeout(30)
class EndPointsTest {
    private final List<jpvmEnvironment> open = new ArrayList<>();
    private jpvmEnvironment one;
    private jpvmEnvironment other;

    @BeforeEach
    void open() throws jpvmException {
        one = add(new jpvmEnvironment("one"));
        other = add(new jpvmEnvironment("other"));
    }

    private jpvmEnvironment add(jpvmEnvironment made) {
        open.add(made);
        return made;
    }

    @AfterEach
    void exit() throws jpvmException {
        for (jpvmEnvironment each : open) each.pvm_exit();
        assertTrue(MPI.Finalized());
        assertEquals(
                List.of(),
                Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().startsWith("jpvm") && thread.isAlive())
                        .toList());
    }

    private static jpvmBuffer buffer(int value) {
        jpvmBuffer buffer = new jpvmBuffer();
        buffer.pack(value);
        return buffer;
    }

    private static void fails(String part, Executable call) {
        jpvmException failure = assertThrows(jpvmException.class, call);
        assertTrue(failure.getMessage().contains(part), failure::toString);
    }

    @Test
    void eachHasAnIdAndNoParent() {
        assertFalse(one.pvm_mytid().equals(other.pvm_mytid()));
        assertSame(jpvmEnvironment.PvmNoParent, one.pvm_parent());
        assertTrue(MPI.Initialized());
    }

    @Test
    void messagesAreChosenByTaskAndTag() throws jpvmException {
        jpvmTaskId to = other.pvm_mytid();
        one.pvm_send(buffer(1), to, 5);
        one.pvm_send(buffer(2), to, 6);
        other.pvm_send(buffer(3), to, 6);
        one.pvm_send(buffer(4), to, 6);
        assertEquals(3, other.pvm_recv(to, 6).buffer.upkint());
        assertEquals(2, other.pvm_recv(6).buffer.upkint());
        assertEquals(1, other.pvm_recv(one.pvm_mytid()).buffer.upkint());
        jpvmMessage last = other.pvm_recv();
        assertEquals(4, last.buffer.upkint());
        assertEquals(6, last.messageTag);
        assertTrue(last.sourceTid.equals(one.pvm_mytid()) && last.destTid.equals(to));
    }

    @Test
    void looksDoNotWait() throws jpvmException {
        jpvmTaskId from = one.pvm_mytid();
        assertNull(other.pvm_nrecv());
        assertFalse(other.pvm_probe());
        one.pvm_send(buffer(1), other.pvm_mytid(), 5);
        assertTrue(other.pvm_probe() && other.pvm_probe(5) && other.pvm_probe(from) && other.pvm_probe(from, 5));
        assertFalse(other.pvm_probe(6) || other.pvm_probe(other.pvm_mytid()) || other.pvm_probe(from, 6));
        assertNull(other.pvm_nrecv(6));
        assertNull(other.pvm_nrecv(from, 6));
        assertNull(other.pvm_nrecv(other.pvm_mytid()));
        assertEquals(1, other.pvm_nrecv(from, 5).buffer.upkint());
        assertNull(other.pvm_nrecv(from));
    }

    @Test
    void aMessageToOneselfIsNotCopied() throws jpvmException {
        jpvmBuffer buffer = buffer(1);
        one.pvm_send(buffer, one.pvm_mytid(), 5);
        assertSame(buffer, one.pvm_recv().buffer);
    }

    @Test
    void whatIsPackedAfterASendIsNotReceived() throws jpvmException {
        jpvmBuffer buffer = buffer(1);
        jpvmTaskId[] all = {other.pvm_mytid(), other.pvm_mytid(), one.pvm_mytid()};
        one.pvm_mcast(buffer, all, 2, 5);
        buffer.pack(2);
        for (int i = 0; i < 2; i++) {
            jpvmMessage come = other.pvm_recv();
            assertNotSame(buffer, come.buffer);
            assertEquals(1, come.buffer.upkint());
            fails("buffer empty", come.buffer::upkint);
        }
        assertFalse(one.pvm_probe());
    }

    @Test
    void threadsReceiveAtTheSameTime() throws Throwable {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<Integer>> received = new ArrayList<>();
            for (int tag = 0; tag < 4; tag++) {
                int own = tag;
                received.add(threads.submit(() -> value(own)));
            }
            for (int tag = 3; tag >= 0; tag--) one.pvm_send(buffer(10 * tag), other.pvm_mytid(), tag);
            for (int tag = 0; tag < 4; tag++)
                assertEquals(10 * tag, received.get(tag).get(20, TimeUnit.SECONDS));
        } finally {
            threads.shutdownNow();
        }
    }

    private int value(int tag) {
        try {
            return other.pvm_recv(tag).buffer.upkint();
        } catch (jpvmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void badArgumentsAreNamed() {
        jpvmTaskId to = other.pvm_mytid();
        fails("tag=-1", () -> one.pvm_send(buffer(1), to, -1));
        fails("tag=-7", () -> one.pvm_recv(-7));
        fails("tag=-7", () -> one.pvm_nrecv(to, -7));
        fails("tag=-7", () -> one.pvm_probe(-7));
        fails("tid is null", () -> one.pvm_send(buffer(1), null, 1));
        fails("tid is null", () -> one.pvm_recv(null));
        fails("buffer that is null", () -> one.pvm_send(null, to, 1));
        fails("to 3 tasks of 1 ids", () -> one.pvm_mcast(buffer(1), new jpvmTaskId[] {to}, 3, 1));
        fails("pvm_spawn of -1 tasks", () -> one.pvm_spawn("X", -1, new jpvmTaskId[1]));
        fails("without the name", () -> one.pvm_spawn(null, 1, new jpvmTaskId[1]));
    }

    @Test
    void aTaskThatHasEndedIsNamed() throws Throwable {
        jpvmEnvironment third = new jpvmEnvironment();
        jpvmTaskId gone = third.pvm_mytid();
        third.pvm_send(buffer(1), one.pvm_mytid(), 5);
        ExecutorService threads = Executors.newSingleThreadExecutor();
        Future<?> waits = threads.submit(() -> fails(gone + " has ended", () -> other.pvm_recv(gone)));
        third.pvm_exit();
        waits.get(20, TimeUnit.SECONDS);
        threads.shutdown();
        assertEquals(1, one.pvm_recv(gone).buffer.upkint());
        fails(gone + " has ended", () -> one.pvm_recv(gone));
        fails(gone + " has ended", () -> one.pvm_send(buffer(1), gone, 1));
        fails(gone + " has called pvm_exit", () -> third.pvm_send(buffer(1), one.pvm_mytid(), 1));
        fails(gone + " has called pvm_exit", third::pvm_exit);
        fails(gone + " has called pvm_exit", third::pvm_recv);
    }

    @Test
    void tasksAreListedByHost() {
        jpvmConfiguration conf = one.pvm_config();
        assertEquals(1, conf.numHosts);
        jpvmTaskStatus status = one.pvm_tasks(conf, 0);
        assertEquals(conf.hostNames[0], status.hostName);
        String[] names = status.taskNames.clone();
        Arrays.sort(names);
        assertEquals("[one, other]", Arrays.toString(names));
        assertEquals(2, status.taskTids.length);
        assertEquals(0, one.pvm_tasks(conf, 1).numTasks);
    }
}
