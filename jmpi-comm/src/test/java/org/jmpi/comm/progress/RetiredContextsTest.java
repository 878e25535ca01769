package org.jmpi.comm.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.Events;
import org.jmpi.comm.events.Unreceived;
import org.jmpi.comm.match.MatchQueue;
import org.jmpi.comm.operation.RecvRequest;
import org.junit.jupiter.api.Test;

/** Contexts that no communicator has any more, with and without messages that nobody has received. */
class RetiredContextsTest {
    private static final int SOURCE = 1;

    private static final CommException OVER = new CommException(ErrorClass.OTHER, "nothing waits");

    private final Inbox inbox = new Inbox(0, Events.NONE, message -> {});

    private void send(int context) {
        UnexpectedMessage message = inbox.spare(0);
        message.set(new PeerConnection(SOURCE, frame -> {}, 0, 0), SOURCE, 0, BasicType.BYTE, 0, 0, 0);
        inbox.keep(context, message);
    }

    private void receive(int context) {
        MatchQueue<RecvRequest, UnexpectedMessage> queue = inbox.queue(context);
        queue.take(SOURCE, 0);
    }

    @Test
    void aContextIsLetGoOnceItsMessagesHaveBeenReceived() {
        for (int context = 0; context < 10; context++) send(context);
        for (int context = 0; context < 10; context++) inbox.retire(context);
        assertEquals(10, inbox.contexts());
        for (int context = 0; context < 10; context++) receive(context);
        // Each look at those that are left waits until as many others have been retired.
        for (int other = 10; other < 21; other++) inbox.retire(other);
        assertEquals(0, inbox.contexts());
    }

    @Test
    void aContextOfAFormerWorldIsLetGo() {
        send(2);
        inbox.queue(4);
        inbox.queue(6);
        inbox.retireAllBut(6, OVER);
        assertEquals(2, inbox.contexts());
        receive(2);
        inbox.retire(8);
        assertEquals(1, inbox.contexts());
    }

    @Test
    void theMessagesOfAFormerWorldAreNotReported() {
        // Any numbers: a process of another world may have proposed those of a communicator.
        for (int context : new int[] {2, 3, 8, 1 << 30, 1 << 20}) send(context);
        inbox.retireAllBut(2, OVER);
        for (int context : new int[] {2, 4, 5, 10, (1 << 20) + 2}) send(context);
        inbox.retire(4);
        assertEquals(List.of(2, 2, 4, 10, (1 << 20) + 2), unreceived());
        receive(8);
        for (int other = 12; other < 22; other++) inbox.retire(other);
        send(8);
        assertEquals(List.of(2, 2, 4, 8, 10, (1 << 20) + 2), unreceived());
    }

    private List<Integer> unreceived() {
        return inbox.unreceived().stream().map(Unreceived::context).sorted().toList();
    }

    /** Compares the processor's time for retiring contexts with that for looking at all that are left, as often. */
    @Test
    void contextsWithMessagesDoNotSlowOthersDown() {
        int count = 20_000;
        int more = 500;
        Set<Integer> left = new HashSet<>();
        for (int context = 0; context < count; context++) {
            send(context);
            left.add(context);
        }
        for (int context = 0; context < count; context++) inbox.retire(context);
        long start = cpuNanos();
        int seen = 0;
        for (int i = 0; i < more; i++) for (int context : left) seen += context < count ? 1 : 0;
        long walks = cpuNanos() - start;
        start = cpuNanos();
        for (int i = 0; i < more; i++) inbox.retire(count + i);
        long retired = cpuNanos() - start;
        assertEquals(more * count, seen);
        assertEquals(count, inbox.contexts());
        assertTrue(
                retired < walks / 2, retired + " ns for " + more + ", " + walks + " ns to look at " + count + " each");
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
