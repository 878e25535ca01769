package org.jmpi.comm.communicator;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jmpi.comm.coll.Algorithms;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.ByteChunks;
import org.jmpi.comm.datatype.JavaObjectCodec;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.datatype.ObjectCodec;
import org.jmpi.comm.datatype.ObjectFilter;
import org.jmpi.comm.datatype.ObjectMessage;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.Events;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.comm.progress.PeerListener;
import org.jmpi.comm.progress.ProgressEngine;
import org.junit.jupiter.api.Test;

class ProcessTest {
    private static final ObjectCodec CODEC = new JavaObjectCodec(new ObjectFilter(null));

    private final ProgressEngine engine =
            new ProgressEngine(0, JmpiConfig.load(new Properties(), Map.of()), new SilentListener(), Events.NONE);
    private final Process process = new Process(0, 1, engine, 0, Algorithms.DEFAULT, note -> {});

    private static final class SilentListener implements PeerListener {
        @Override
        public void onPeerGone(int peer, CommException cause) {}

        @Override
        public void beforeFailure() {}
    }

    private static RecvRequest receiveInto(Object[] array, int offset, int count) {
        RecvRequest receive = new RecvRequest();
        receive.segment().set(new Buffer(array, offset, count, Layout.of(BasicType.OBJECT)));
        receive.set(0, 1, 1, 0, CODEC);
        return receive;
    }

    private static ByteBuffer encoded(Object... objects) {
        ByteChunks bytes = ObjectMessage.encode(CODEC, objects, 0, objects.length);
        ByteBuffer buffer = ByteBuffer.allocate((int) bytes.bytes());
        bytes.pack(0, buffer);
        return buffer.flip();
    }

    @Test
    void objectsAreDecodedWhenTheReceiveIsConcluded() {
        Object[] array = new Object[4];
        RecvRequest receive = receiveInto(array, 1, 3);
        ByteBuffer bytes = encoded("a", 2);
        receive.begin(1, 1, 0, BasicType.OBJECT, bytes.remaining(), 2);
        receive.unpack(0, bytes);
        receive.end();
        assertArrayEquals(new Object[4], array);
        process.conclude(receive);
        assertArrayEquals(new Object[] {null, "a", 2, null}, array);
    }

    @Test
    void aTruncatedMessageBringsTheObjectsThatFit() {
        Object[] array = new Object[3];
        RecvRequest receive = receiveInto(array, 0, 2);
        ByteBuffer bytes = encoded("a", "b", "c");
        receive.begin(1, 1, 0, BasicType.OBJECT, bytes.remaining(), 3);
        receive.unpack(0, bytes);
        receive.end();
        CommException failure = assertThrows(CommException.class, () -> process.conclude(receive));
        assertEquals(ErrorClass.TRUNCATE, failure.errorClass());
        assertArrayEquals(new Object[] {"a", "b", null}, array);
    }

    @Test
    void theFailureOfAReceiveWhoseBytesDidNotAllComeIsTheOneToSee() {
        Object[] array = {"before"};
        RecvRequest receive = receiveInto(array, 0, 1);
        ByteBuffer bytes = encoded("after");
        receive.begin(1, 1, 0, BasicType.OBJECT, bytes.remaining(), 1);
        receive.unpack(0, bytes.limit(3));
        receive.fail(new CommException(ErrorClass.OTHER, "rank 1 has ended"));
        CommException failure = assertThrows(CommException.class, () -> process.conclude(receive));
        assertEquals("rank 1 has ended", failure.getMessage());
        assertEquals(ErrorClass.OTHER, failure.errorClass());
        assertArrayEquals(new Object[] {"before"}, array);
    }

    @Test
    void theEndOfAWorldLetsGoOfItsBuffer() {
        byte[] buffer = new byte[8];
        process.attachBuffer(buffer);
        process.endEpoch(process.contextIds().unused());
        CommException refusal = assertThrows(CommException.class, process::detachBuffer);
        assertEquals(ErrorClass.BUFFER, refusal.errorClass());
        process.attachBuffer(buffer);
        assertSame(buffer, process.detachBuffer());
    }

    private Communicator communicator() {
        return Communicator.intra(process, Group.of(0), process.freeContext());
    }

    @Test
    void theCommunicatorsOfTheWorldAndOfThisProcessCannotBeFreed() {
        for (int context :
                new int[] {process.contextIds().world(), process.contextIds().self()}) {
            Communicator comm = Communicator.intra(process, Group.of(0), context);
            Refusals.assertRefused(ErrorClass.COMM, "MPI.COMM_WORLD and MPI.COMM_SELF can't be freed", comm::free);
            assertFalse(comm.isFreed());
        }
    }

    @Test
    void aCommunicatorIsKnownAsLongAsSomethingRefersToIt() {
        Communicator comm = communicator();
        comm.free();
        assertSame(comm, process.communicator(comm.context()));
    }

    @Test
    void theContextOfAFreedCommunicatorIsGivenAgain() {
        Communicator former = communicator();
        int context = former.context();
        assertFalse(process.communicators().reserve(context));
        former.free();
        assertTrue(process.communicators().reserve(context));
        assertFalse(process.communicators().reserve(context));
        Communicator next = Communicator.intra(process, Group.of(0), context);
        assertSame(next, process.communicator(context));
    }

    @Test
    void aContextThatWasRefusedElsewhereIsFreeAgain() {
        assertTrue(process.communicators().reserve(100));
        process.communicators().release(100);
        assertTrue(process.communicators().isFree(100));
    }

    /** Compares the processor's time for new communicators with that for looking at all of them, as often. */
    @Test
    void theTimeForACommunicatorDoesNotGrowWithTheirNumber() {
        int count = 50_000;
        int more = 500;
        List<Communicator> live = new ArrayList<>();
        for (int i = 0; i < count; i++) live.add(communicator());
        long start = cpuNanos();
        int seen = 0;
        for (int i = 0; i < more; i++) for (Communicator each : live) seen += each.isFreed() ? 0 : 1;
        long walks = cpuNanos() - start;
        start = cpuNanos();
        for (int i = 0; i < more; i++) live.add(communicator());
        long made = cpuNanos() - start;
        assertEquals(more * count, seen);
        assertTrue(made < walks / 2, made + " ns for " + more + " of " + count + ", " + walks + " ns to look at them");
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    @Test
    void communicatorsThatTheProgramHasDroppedAreForgotten() {
        List<Communicator> kept = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Communicator comm = communicator();
            process.communicators().takes(comm, 1000);
            if (i % 10 == 0) kept.add(comm);
        }
        while (process.communicators().size() > 20) {
            System.gc();
            process.communicators().refusal(1);
        }
        for (Communicator comm : kept) assertSame(comm, process.communicator(comm.context() + 1));
    }

    @Test
    void aCommunicatorThatTheProgramHasDroppedIsNoneThatIsBeingMade() {
        WeakReference<Communicator> dropped = new WeakReference<>(communicator());
        while (dropped.get() != null) System.gc();
        assertEquals(0, process.communicators().reserved());
    }

    @Test
    void communicatorsShareALimitedAmountOfMemory() {
        int most = (int) Math.min(Integer.MAX_VALUE, Runtime.getRuntime().maxMemory());
        Communicator one = communicator();
        Communicator other = communicator();
        assertNull(process.communicators().refusal(most / 2));
        process.communicators().takes(one, most / 2);
        process.communicators().takes(other, most / 2);
        if (most < Integer.MAX_VALUE)
            assertTrue(process.communicators().refusal(most / 2).contains("2 communicators use "));
        one.free();
        assertNull(process.communicators().refusal(most / 2));
        process.endEpoch(process.contextIds().unused());
        assertNull(process.communicators().refusal(most));
    }

    @Test
    void communicatorsTakeALimitedNumberOfRegions() {
        List<Communicator> live = new ArrayList<>();
        while (process.communicators().refusal(1) == null) {
            live.add(communicator());
            process.communicators().takes(live.get(live.size() - 1), 1);
        }
        assertEquals(4096, live.size());
        live.remove(0).free();
        assertNull(process.communicators().refusal(1));
    }
}
