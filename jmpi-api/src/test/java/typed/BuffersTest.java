package typed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import mpi.ElementBuffer;
import mpi.ForeignSegments;
import mpi.MPI;
import org.jmpi.Communicator;
import org.jmpi.Envelope;
import org.jmpi.MpiFuture;
import org.jmpi.Operator;
import org.jmpi.World;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Buffers of {@code java.nio} and segments of {@code java.lang.foreign} in typed calls. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
@Tag("transports")
class BuffersTest {
    private static final int[] LENGTHS = {0, 1, 6, 40_000};

    /** An array, and a buffer of the same elements that stands for it. */
    private static final class Memory {
        private final Object array;
        private final ElementBuffer elements;

        Memory(Object array, int kind) {
            this.array = array;
            this.elements = new ElementBuffer(array, kind);
        }

        Object buffer() {
            return elements.buffer();
        }

        void assertHolds(Object expected) {
            elements.copyTo(array);
            assertSame(expected, array);
        }
    }

    private static void assertSame(Object expected, Object actual) {
        assertEquals(expected.getClass(), actual.getClass());
        assertEquals(Arrays.deepToString(new Object[] {expected}), Arrays.deepToString(new Object[] {actual}));
    }

    /** Returns an array of numbers; of zeros where the first one is 0. */
    private static Object numbers(Class<?> type, int length, int first) {
        Object array = Array.newInstance(type, length);
        for (int i = 0; i < length && first != 0; i++) {
            byte number = (byte) (first + i);
            if (type == char.class) Array.setChar(array, i, (char) number);
            else Array.setByte(array, i, number);
        }
        return array;
    }

    private static Object joined(Object one, Object other) {
        int length = Array.getLength(one);
        Object both = Array.newInstance(one.getClass().getComponentType(), 2 * length);
        System.arraycopy(one, 0, both, 0, length);
        System.arraycopy(other, 0, both, length, length);
        return both;
    }

    /** The types of elements that buffers hold where no datatype tells. */
    static Stream<Class<?>> types() {
        return Stream.of(byte.class, char.class, short.class, int.class, long.class, float.class, double.class);
    }

    private interface OfKind {
        void check(World world, int length, int kind);
    }

    /** Checks buffers on heap and outside of it, of both byte orders: of bytes, or of the type alone. */
    private static void forEachKind(Class<?> type, OfKind check) {
        Talk.between(2, world -> {
            int first = type == byte.class ? 0 : 4;
            for (int kind = first; kind < first + 4; kind++)
                for (int length : LENGTHS) check.check(world, length, kind);
        });
    }

    @ParameterizedTest
    @MethodSource("types")
    void messagesOfBuffers(Class<?> type) {
        forEachKind(type, (world, length, kind) -> {
            int peer = 1 - world.rank();
            Object theirs = numbers(type, length, peer + 1);
            Memory sent = new Memory(numbers(type, length, world.rank() + 1), kind);
            Memory room = new Memory(numbers(type, length, 0), kind);

            MpiFuture<Void> sending = world.sendAsync(sent.buffer(), peer);
            assertSame(theirs, world.receive(theirs.getClass(), peer));
            sending.join();

            sending = world.sendAsync(sent.array, peer, 5);
            assertEquals(new Envelope(peer, 5, length), world.receiveInto(room.buffer(), peer));
            sending.join();
            room.assertHolds(theirs);

            Memory later = new Memory(numbers(type, length, 0), kind);
            MpiFuture<Envelope> receiving = world.receiveIntoAsync(later.buffer(), peer);
            world.send(sent.buffer(), peer);
            assertEquals(new Envelope(peer, 0, length), receiving.join());
            later.assertHolds(theirs);

            Memory both = new Memory(numbers(type, length, 0), kind);
            Envelope got = world.sendReceiveInto(sent.buffer(), peer, both.buffer(), peer);
            assertEquals(new Envelope(peer, 0, length), got);
            both.assertHolds(theirs);
            assertSame(theirs, world.sendReceive(sent.buffer(), peer, theirs.getClass(), peer));
        });
    }

    @ParameterizedTest
    @MethodSource("types")
    void collectiveOperationsOfBuffers(Class<?> type) {
        forEachKind(type, (world, length, kind) -> {
            Object mine = numbers(type, length, world.rank() + 1);
            Object both = joined(numbers(type, length, 1), numbers(type, length, 2));

            Memory common = new Memory(world.rank() == 0 ? mine : numbers(type, length, 0), kind);
            world.broadcastInto(common.buffer(), 0);
            common.assertHolds(numbers(type, length, 1));

            Memory own = new Memory(numbers(type, length, 0), kind);
            world.scatterInto(new Memory(both, kind).buffer(), own.buffer(), 1);
            own.assertHolds(mine);

            Memory all = new Memory(numbers(type, 2 * length, 0), kind);
            world.gatherInto(own.buffer(), all.buffer(), 0);
            if (world.rank() == 0) all.assertHolds(both);

            Memory everywhere = new Memory(numbers(type, 2 * length, 0), kind);
            world.allGatherInto(mine, everywhere.buffer());
            everywhere.assertHolds(both);

            Memory exchanged = new Memory(numbers(type, 2 * length, 0), kind);
            world.allToAllInto(joined(mine, mine), exchanged.buffer());
            exchanged.assertHolds(both);
        });
    }

    @Test
    void collectiveOperationsThatReturnAtOnce() {
        Talk.between(2, world -> {
            int rank = world.rank();
            IntBuffer common = IntBuffer.wrap(new int[] {rank, rank});
            DoubleBuffer own = DoubleBuffer.allocate(1);
            DoubleBuffer all = DoubleBuffer.wrap(new double[] {1.5, 2.5});
            IntBuffer gathered = IntBuffer.allocate(4);
            ByteBuffer everywhere = ByteBuffer.allocateDirect(2);
            ByteBuffer exchanged = ByteBuffer.allocateDirect(2);
            MpiFuture.all(List.of(
                    world.broadcastIntoAsync(common, 1),
                    world.scatterIntoAsync(all, own, 0),
                    world.gatherIntoAsync(new int[] {rank, 7}, gathered, 1),
                    world.allGatherIntoAsync(ByteBuffer.allocate(1).put(0, (byte) rank), everywhere),
                    world.allToAllIntoAsync(new byte[] {5, 6}, exchanged)));
            assertEquals(IntBuffer.wrap(new int[] {1, 1}), common);
            assertEquals(1.5 + rank, own.get(0));
            assertEquals(IntBuffer.wrap(rank == 1 ? new int[] {0, 7, 1, 7} : new int[4]), gathered);
            assertEquals(ByteBuffer.wrap(new byte[] {0, 1}), everywhere);
            byte sent = (byte) (5 + rank);
            assertEquals(ByteBuffer.wrap(new byte[] {sent, sent}), exchanged);
        });
    }

    /** Every byte of a ByteBuffer is an element, so that its message is none of numbers. */
    @Test
    void aByteBufferIsBytes() {
        Talk.between(2, world -> {
            if (world.rank() == 0) {
                world.send(ByteBuffer.allocate(8), 1);
                world.send(ByteBuffer.allocate(8), 1);
                world.send(new int[2], 1);
            } else {
                assertEquals(8, world.receive(byte[].class, 0).length);
                Talk.assertFails(MPI.ERR_TYPE, () -> world.receiveInto(new int[8], 0), "BYTE");
                Talk.assertFails(MPI.ERR_TYPE, () -> world.receiveInto(ByteBuffer.allocate(8), 0), "BYTE");
            }
        });
    }

    // ---- segments ----

    @ParameterizedTest
    @ValueSource(strings = {"ofConfined", "ofShared", "ofAuto"})
    @EnabledForJreRange(minVersion = 22)
    void segmentsOfEveryArena(String arenas) {
        Talk.between(2, world -> {
            int peer = 1 - world.rank();
            Object arena = ForeignSegments.arena(arenas);
            int[] theirs = {peer, 3, 1 << 30};
            Object sent = ForeignSegments.of(arena, new int[] {world.rank(), 3, 1 << 30});
            Object received = ForeignSegments.allocate(arena, 12);
            if (world.rank() == 0) world.send(sent, 1);
            else {
                assertEquals(new Envelope(0, 0, 12), world.receiveInto(received, 0));
                assertArrayEquals(theirs, ForeignSegments.ints(received));
            }
            Object swapped = ForeignSegments.allocate(arena, 12);
            world.sendReceiveInto(sent, peer, swapped, peer);
            assertArrayEquals(theirs, ForeignSegments.ints(swapped));
            Object all = ForeignSegments.allocate(arena, 24);
            world.allGatherInto(sent, all);
            assertArrayEquals(new int[] {0, 3, 1 << 30, 1, 3, 1 << 30}, ForeignSegments.ints(all));
            world.broadcastInto(sent, 0);
            assertArrayEquals(new int[] {0, 3, 1 << 30}, ForeignSegments.ints(sent));
            if (!arenas.equals("ofAuto")) ((AutoCloseable) arena).close();
        });
    }

    @Test
    @EnabledForJreRange(minVersion = 22)
    void aCallThatReturnsAtOnceTakesSegmentsOfAllThreads() {
        Talk.between(2, world -> {
            int peer = 1 - world.rank();
            Object shared = ForeignSegments.of(ForeignSegments.arena("ofShared"), new int[] {world.rank()});
            Object room = ForeignSegments.ofArray(new byte[4]);
            MpiFuture<Envelope> received = world.receiveIntoAsync(room, peer);
            world.sendAsync(shared, peer).join();
            received.join();
            assertArrayEquals(new int[] {peer}, ForeignSegments.ints(room));
            Object confined = ForeignSegments.allocate(ForeignSegments.arena("ofConfined"), 4);
            String why = "confined to a thread";
            Talk.assertFails(MPI.ERR_BUFFER, () -> world.sendAsync(confined, peer), why);
            Talk.assertFails(MPI.ERR_BUFFER, () -> world.receiveIntoAsync(confined, peer), why);
            Talk.assertFails(MPI.ERR_BUFFER, () -> world.broadcastIntoAsync(confined, 0), why);
            Talk.assertFails(MPI.ERR_BUFFER, () -> world.sendReceive(confined, peer, byte[].class, peer), why);
        });
    }

    @Test
    @EnabledForJreRange(minVersion = 22)
    void aSegmentWithoutItsMemoryIsRefusedBeforeAnythingIsSent() {
        Talk.between(2, world -> {
            int peer = 1 - world.rank();
            AutoCloseable arena = ForeignSegments.arena("ofShared");
            Object closed = ForeignSegments.allocate(arena, 8);
            arena.close();
            String why = "the arena of the segment is closed";
            Talk.assertFails(MPI.ERR_BUFFER, () -> world.send(closed, peer), why);
            Talk.assertFails(MPI.ERR_BUFFER, () -> world.receiveInto(closed, peer), why);
            Talk.assertFails(MPI.ERR_BUFFER, () -> world.gatherInto(closed, new byte[16], 0), why);
            Object foreign = CompletableFuture.supplyAsync(
                            () -> ForeignSegments.allocate(ForeignSegments.arena("ofConfined"), 8))
                    .join();
            why = "confined to another thread";
            Talk.assertFails(MPI.ERR_BUFFER, () -> world.send(foreign, peer), why);
            Talk.assertFails(MPI.ERR_BUFFER, () -> world.sendReceiveInto(new byte[8], peer, foreign, peer), why);
            Talk.assertFails(MPI.ERR_BUFFER, () -> world.broadcastInto(foreign, 0), why);
            Object readOnly = ForeignSegments.asReadOnly(ForeignSegments.ofArray(new byte[8]));
            Talk.assertFails(MPI.ERR_BUFFER, () -> world.receiveInto(readOnly, peer), "read-only");
            Talk.assertFails(MPI.ERR_TYPE, () -> world.gather(readOnly, 0), "call gatherInto");
            Talk.assertFails(MPI.ERR_TYPE, () -> world.receive(segmentClass(), peer), "receiveInto");
            MPI.COMM_WORLD.Barrier();
        });
    }

    @Test
    @EnabledForJreRange(minVersion = 22)
    void aSegmentHasMoreBytesThanAnIntCounts(@TempDir Path folder) {
        Talk.between(2, world -> {
            try (AutoCloseable arena = ForeignSegments.arena("ofShared")) {
                Object all = ForeignSegments.sparse(folder.resolve("rank" + world.rank()), arena, 3L << 30);
                Talk.assertFails(
                        MPI.ERR_COUNT,
                        () -> world.allGatherInto(new byte[8], all),
                        "length=3221225472, ranks=2, elements of a block=8");
                Talk.assertFails(
                        MPI.ERR_COUNT,
                        () -> world.allGatherInto(all, new byte[16]),
                        "length=16, ranks=2, elements of a block=3221225472");
            }
            MPI.COMM_WORLD.Barrier();
        });
    }

    private static Class<?> segmentClass() throws ClassNotFoundException {
        return Class.forName("java.lang.foreign.MemorySegment");
    }

    // ---- errors ----

    private static Talk.Fault refused(String inMessage, Talk.Body call) {
        return new Talk.Fault(MPI.ERR_TYPE, inMessage, call);
    }

    private static Talk.Fault unfit(int errorClass, String inMessage, Talk.Body call) {
        return new Talk.Fault(errorClass, inMessage, call);
    }

    static Stream<Talk.Fault> faults() {
        ByteBuffer bytes = ByteBuffer.allocateDirect(8);
        IntBuffer ints = IntBuffer.allocate(4);
        IntBuffer readOnly = IntBuffer.allocate(4).asReadOnlyBuffer();
        String reduction = ": pass an array, or call the reduction of package mpi";
        return Stream.of(
                refused(
                        "this call takes no buffer: java.nio.DirectByteBuffer[pos=0 lim=8 cap=8]: call broadcastInto",
                        world -> world.broadcast(bytes, world.rank())),
                refused(": call broadcastInto", world -> world.broadcastAsync(bytes, world.rank())),
                refused(": call scatterInto", world -> world.scatter(List.of(1, ints), world.rank())),
                refused(": call gatherInto", world -> world.gather(ints, 0)),
                refused(": call allGatherInto", world -> world.allGather(bytes)),
                refused(": call allToAllInto", world -> world.allToAll(List.of(ints, ints))),
                refused(
                        "java.nio.CharBuffer[pos=1 lim=6 cap=6]: call allGatherInto",
                        world -> world.allGather(CharBuffer.wrap("secret").position(1))),
                refused("HeapIntBuffer[pos=0 lim=4 cap=4]" + reduction, world -> world.reduce(ints, Operator.SUM, 0)),
                refused(reduction, world -> world.allReduce(ints, Operator.SUM)),
                refused(reduction, world -> world.allReduce(bytes, (a, b) -> a)),
                refused(reduction, world -> world.scanAsync(ints, Operator.SUM)),
                refused(reduction, world -> world.exclusiveScan(ints, Operator.MAX)),
                refused(reduction, world -> world.allReduceInto(ints, Operator.MAX)),
                refused(
                        "no buffer is received as a value: class=java.nio.ByteBuffer: pass a buffer to receiveInto",
                        world -> world.receive(ByteBuffer.class, 0)),
                refused("class=java.nio.IntBuffer", world -> world.receiveAsync(IntBuffer.class, 0)),
                refused("class=java.nio.CharBuffer", world -> world.receiveList(CharBuffer.class, 0)),
                unfit(MPI.ERR_BUFFER, "is read-only", world -> world.receiveInto(readOnly, 0)),
                unfit(MPI.ERR_BUFFER, "is read-only", world -> world.receiveIntoAsync(readOnly, 0)),
                unfit(MPI.ERR_BUFFER, "is read-only", world -> world.sendReceiveInto(ints, 0, readOnly, 0)),
                unfit(MPI.ERR_BUFFER, "is read-only", world -> world.broadcastInto(readOnly, 1 - world.rank())),
                unfit(MPI.ERR_BUFFER, "is read-only", world -> world.allGatherInto(new int[2], readOnly)),
                unfit(
                        MPI.ERR_COUNT,
                        "of all blocks has another length than all blocks together: length=4, ranks=2,"
                                + " elements of a block=8",
                        world -> world.allGatherInto(bytes, ints)),
                unfit(MPI.ERR_BUFFER, "pass an array or a buffer", world -> world.receiveInto("text", 0)));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void aBufferThatACallDoesNotTakeIsRefusedBeforeAnythingIsSent(Talk.Fault fault) {
        Talk.between(2, fault::assertOn);
    }

    @Test
    void aMessageLongerThanTheLimitIsCut() {
        Talk.between(2, world -> {
            if (world.rank() == 0) world.send(new int[4], 1);
            else {
                IntBuffer room = IntBuffer.allocate(8).limit(3);
                Talk.assertFails(MPI.ERR_TRUNCATE, () -> world.receiveInto(room, Communicator.ANY_SOURCE), "room=12");
            }
        });
    }
}
