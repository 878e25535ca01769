package org.jmpi.comm.coll.shared;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.transport.SharedMemory;
import org.jmpi.comm.transport.SingleCopy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cells, marks and sleepers, as two ranks see them that one thread plays. */
@Timeout(60)
class SharedSegmentTest {
    private static final long CELL = 256;

    /** From how many bytes on blocks are published. */
    private static final int EXPOSED = 8;

    /** Of whom an exchange of bytes needs nothing else. */
    private static final SegmentRanks RANKS = (SegmentRanks) Proxy.newProxyInstance(
            SegmentRanks.class.getClassLoader(),
            new Class<?>[] {SegmentRanks.class},
            (proxy, method, arguments) -> method.getReturnType() == long.class ? (Object) (long) EXPOSED : null);

    private final SharedMemory.Region region = region(2);
    private final Other watch = new Other();
    private final SharedSegment writer = new SharedSegment(region, 0, 2, CELL, watch);
    private final SharedSegment reader = new SharedSegment(region, 1, 2, CELL, watch);

    /** What the other rank does while one waits. */
    private static final class Other implements SharedSegment.SegmentWaiter {
        Runnable meanwhile = () -> {};
        int waits;
        final List<Integer> woken = new ArrayList<>();

        @Override
        public void await(SharedSegment sharedSegment) {
            waits++;
            assertFalse(sharedSegment.isReached());
            meanwhile.run();
            assertTrue(
                    sharedSegment.isReached(), "rank " + sharedSegment.awaitedRank() + " did not do what is awaited");
        }

        @Override
        public void wake(int rank) {
            woken.add(rank);
        }
    }

    private void post(long operation, int step, int bytes) {
        writer.begin(operation, 0, 0);
        int block = writer.claim(step, SegmentLayout.ENVELOPE + bytes);
        writer.putEnvelope(block, BasicType.BYTE, bytes, 0);
        ByteBuffer content = writer.content(block, bytes);
        while (content.hasRemaining()) content.put((byte) (operation + step));
        writer.post(step, block, 0);
    }

    private void read(long operation, int step, int bytes) {
        reader.begin(operation, 0, 0);
        int block = SharedSegment.blocks(reader.await(0, step));
        assertEquals(bytes, reader.bytes(block));
        assertEquals(BasicType.BYTE, reader.type(block));
        ByteBuffer content = reader.content(block, bytes);
        while (content.hasRemaining()) assertEquals((byte) (operation + step), content.get());
    }

    @Test
    void aSlotHoldsTheLeastPartForAnyNumberOfRanks() {
        for (int ranks = 2; ranks <= SharedSegment.MOST_RANKS; ranks++)
            assertTrue(SegmentLayout.contentPerRank(ranks, 0) >= SegmentLayout.LEAST_PER_RANK, ranks + " ranks");
    }

    @Test
    void shortAndLongBlocksArrive() {
        int operation = 0;
        for (int bytes = 0; bytes <= CELL; bytes++) {
            post(++operation, 0, bytes);
            read(operation, 0, bytes);
            reader.end();
        }
        assertEquals(0, watch.waits);
    }

    @Test
    void aReaderWaitsForTheMarkOfItsStepAndNoOther() {
        post(1, 0, 1);
        watch.meanwhile = () -> post(1, 1, 1);
        read(1, 0, 1);
        assertEquals(0, watch.waits);
        read(1, 1, 1);
        assertEquals(1, watch.waits);
    }

    @Test
    void aReaderSeesThatTheRankItAwaitsHasLeft() {
        reader.begin(1, 0, 0);
        writer.begin(1, 0, 0);
        watch.meanwhile = () -> {
            assertFalse(reader.isLeft());
            writer.end();
            assertTrue(reader.isLeft());
            throw new IllegalStateException("left");
        };
        assertThrows(IllegalStateException.class, () -> reader.await(0, 0));
        assertEquals(1, watch.waits);
    }

    @Test
    void aReaderSeesTheFailureMarkOfTheRankItAwaits() {
        reader.begin(1, 0, 0);
        watch.meanwhile = () -> {
            assertEquals(0, reader.failureMark(0));
            reader.sleep(true);
            writer.fail(8);
            assertEquals(List.of(1), watch.woken);
            assertEquals(8, reader.failureMark(0));
            assertTrue(reader.isLeft());
            post(1, 0, 1);
        };
        reader.await(0, 0);
        assertEquals(1, watch.waits);
    }

    @Test
    void aBlockIsThereBeforeItsRankHasSaidWhatItTakes() {
        byte[] given = {1, 2, 3};
        byte[] taken = new byte[given.length];
        writer.begin(1, 0, 0);
        SegmentExchange giving = writer.exchange().of(RANKS).give(buffer(given)).publishOrPost();
        reader.begin(1, 0, 0);
        reader.exchange().of(RANKS).take(buffer(taken), 0).run();
        assertArrayEquals(given, taken);
        giving.run();
        assertEquals(0, watch.waits);
    }

    @Test
    void aRankThatExposesABlockWaitsUntilItHasBeenRead() {
        byte[] given = new byte[EXPOSED];
        byte[] taken = new byte[given.length];
        Arrays.fill(given, (byte) 5);
        writer.begin(1, 0, 0);
        SegmentExchange giving = writer.exchange().of(RANKS).give(buffer(given)).publishOrPost();
        assertNotNull(region.singleCopy().get(0, 0));
        watch.meanwhile = () -> {
            reader.begin(1, 0, 0);
            reader.exchange().of(RANKS).take(buffer(taken), 0).run();
        };
        giving.run();
        assertEquals(1, watch.waits);
        assertArrayEquals(given, taken);
        assertNull(region.singleCopy().get(0, 0), "the block is still published");
    }

    @Test
    void aBlockForAllIsNotExposedByARankThatTakesNone() {
        writer.begin(1, 0, 0);
        writer.exchange().of(RANKS).give(buffer(new byte[EXPOSED])).run();
        assertEquals(0, watch.waits);
    }

    @Test
    void aRankThatLeavesIsNotAwaitedByOneThatExposesABlock() {
        reader.begin(1, 0, 0);
        reader.end();
        writer.begin(1, 0, 0);
        writer.exchange()
                .of(RANKS)
                .give(buffer(new byte[EXPOSED]))
                .publishOrPost()
                .run();
        assertEquals(0, watch.waits);
    }

    /** The operation fails at rank 0 while rank 1 reads what rank 0 has published. */
    @Test
    void aRankThatFailsWaitsForTheReaderOfItsMemory() {
        IllegalStateException failed = new IllegalStateException("revoked");
        List<Integer> pauses = new ArrayList<>();
        SharedSegment.SegmentWaiter failing = new SharedSegment.SegmentWaiter() {
            @Override
            public void await(SharedSegment sharedSegment) {
                throw failed;
            }

            @Override
            public void wake(int rank) {
                throw new AssertionError("rank " + rank + " does not sleep");
            }

            @Override
            public boolean pauseFor(int rank) {
                pauses.add(rank);
                if (pauses.size() == 3) region.singleCopy().stopReading(1);
                return true;
            }
        };
        SharedSegment first = new SharedSegment(region, 0, 2, CELL, failing);
        first.begin(1, 0, 0);
        SegmentExchange giving =
                first.exchange().of(RANKS).give(buffer(new byte[EXPOSED])).publishOrPost();
        region.singleCopy().startReading(1, 0);
        assertSame(failed, assertThrows(IllegalStateException.class, giving::run));
        assertEquals(List.of(1, 1, 1), pauses);
        assertFalse(region.singleCopy().isReading(1, 0));
    }

    /** Rank 1 is gone before it has read anything. */
    @Test
    void aRankThatIsGoneKeepsNoOtherFromReading() {
        IllegalStateException gone = new IllegalStateException("rank 1 is gone");
        byte[] taken = new byte[EXPOSED];
        SharedMemory.Region three = region(3);
        SharedSegment last = new SharedSegment(three, 2, 3, CELL, watch);
        SharedSegment.SegmentWaiter withoutOne = new SharedSegment.SegmentWaiter() {
            @Override
            public void await(SharedSegment sharedSegment) {
                if (sharedSegment.awaitedRank() == 1) throw gone;
                last.begin(1, 0, 0);
                last.exchange().of(RANKS).take(buffer(taken), 0).run();
            }

            @Override
            public void wake(int rank) {
                throw new AssertionError("rank " + rank + " does not sleep");
            }
        };
        byte[] given = new byte[EXPOSED];
        Arrays.fill(given, (byte) 5);
        SharedSegment first = new SharedSegment(three, 0, 3, CELL, withoutOne);
        first.begin(1, 0, 0);
        SegmentExchange giving = first.exchange().of(RANKS).give(buffer(given)).publishOrPost();
        assertSame(gone, assertThrows(IllegalStateException.class, giving::run));
        assertArrayEquals(given, taken);
    }

    @Test
    void whatARankExposedInAnotherOperationIsNotRead() {
        writer.begin(1, 0, 0);
        reader.begin(1, 0, 0);
        SegmentSingleCopy singleCopy = writer.singleCopy();
        Segment payload = buffer(new byte[EXPOSED]).segment();
        assertNull(reader.singleCopy().read(0, 1, EXPOSED));
        singleCopy.publish(1, payload);
        assertSame(payload, reader.singleCopy().read(0, 1, EXPOSED));
        assertNull(reader.singleCopy().read(0, 1, EXPOSED + 1));
        writer.end();
        assertNull(reader.singleCopy().read(0, 1, EXPOSED));
        reader.begin(2, 0, 0);
        assertSame(payload, reader.singleCopy().read(0, 1, EXPOSED));
        assertTrue(singleCopy.retract());
        assertNull(reader.singleCopy().read(0, 1, EXPOSED));
        assertFalse(singleCopy.retract(), "there is nothing left");
    }

    private static SharedMemory.Region region(int ranks) {
        ByteBuffer memory = ByteBuffer.allocateDirect(SharedSegment.bytes(ranks, CELL) + 256);
        return new SharedMemory.Region("", memory.alignedSlice(128), new SingleCopy(ranks));
    }

    private static Buffer buffer(byte[] array) {
        return new Buffer(array, 0, array.length, Layout.of(BasicType.BYTE));
    }

    @ParameterizedTest
    @CsvSource({SegmentLayout.HEADS + ", 40", SegmentLayout.BODIES + ", 200"})
    void aWriterRunsAheadByItsCellsAndThenWaitsUntilHalfOfThemAreFree(int cells, int bytes) {
        for (int operation = 1; operation <= cells; operation++) post(operation, 0, bytes);
        assertEquals(0, watch.waits);
        watch.meanwhile = () -> {
            for (int operation = 1; operation <= cells / 2 + 1; operation++) {
                read(operation, 0, bytes);
                reader.end();
            }
        };
        for (int i = 1; i <= cells / 2; i++) post(cells + i, 0, bytes);
        assertEquals(1, watch.waits);
    }

    @Test
    void aRankThatHasLeftAnOperationIsWaitedForInNoStepOfIt() {
        reader.begin(1, 0, 0);
        reader.end();
        for (int step = 0; step < 5 * SegmentLayout.HEADS; step++) post(1, step, 40);
        assertEquals(0, watch.waits);
    }

    @Test
    void whoSleepsIsWokenOnce() {
        reader.begin(1, 0, 0);
        reader.sleep(true);
        post(1, 0, 1);
        assertEquals(List.of(1), watch.woken);
        post(1, 1, 1);
        assertEquals(List.of(1), watch.woken);
        reader.sleep(true);
        reader.sleep(false);
        post(1, 2, 1);
        assertEquals(List.of(1), watch.woken);
    }

    @Test
    void whoSleepsUntilACellIsReadIsWokenToo() {
        post(1, 0, 1);
        writer.sleep(true);
        read(1, 0, 1);
        assertEquals(List.of(), watch.woken);
        reader.pass(0);
        assertEquals(List.of(0), watch.woken);
    }
}
