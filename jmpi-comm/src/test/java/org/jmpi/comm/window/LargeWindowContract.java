package org.jmpi.comm.window;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.datatype.TypeHandle;
import org.jmpi.comm.datatype.UserBuffer;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.op.Predefined;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A window of more bytes than an int counts, by each path. */
@Tag("full")
@Timeout(300)
public abstract class LargeWindowContract extends WindowFixture {
    private static final long SIZE = 5L << 29;

    private static final int LONGS = 100;

    /** The bytes from one block of {@link #far} to the next. */
    private static final int STRIDE = 600 << 20;

    /** Why there is not so much memory; null if there is. */
    private final AtomicReference<String> lacking = new AtomicReference<>();

    /**
     * @param byFrames whether accesses go by frames where memory is shared
     * @param sharesMemory whether ranks share allocated memory
     */
    protected LargeWindowContract(String transport, boolean byFrames, boolean sharesMemory) {
        super(transport, byFrames, sharesMemory);
    }

    private Window allocate(Communicator comm) {
        long size = comm.rank() == 1 ? SIZE : 0;
        try {
            // Shared memory is reached directly, or the call fails.
            return sharesMemory ? Window.allocateShared(size, 1, info(), comm) : Window.allocate(size, 1, info(), comm);
        } catch (CommException e) {
            if (e.errorClass() != ErrorClass.NO_MEM) throw e;
            lacking.set(e.getMessage());
            return null;
        }
    }

    private static UserBuffer longs(long... values) {
        return new UserBuffer(values, 0, values.length, LONG);
    }

    @Test
    void displacementsGoBeyondAnInt() {
        run(2, comm -> {
            Window win = allocate(comm);
            if (win == null) return;
            long[] starts = {0, (1L << 31) - LONGS * 4, (1L << 31) + 40, SIZE - LONGS * 8};
            if (comm.rank() == 0) {
                win.lockAll(0);
                for (long start : starts) access(win, start);
                far(win);
                for (long disp : new long[] {SIZE - 4, SIZE, SIZE + (1L << 32), -SIZE})
                    refused(ErrorClass.RMA_RANGE, () -> win.put(longs(1), 1, disp, 1, LONG));
                win.unlockAll();
            }
            win.fence(Window.MODE_NOSUCCEED);
            if (comm.rank() == 1) {
                assertEquals(SIZE, win.attributes().get(Window.SIZE_KEY));
                for (long start : starts) {
                    assertEquals(start + 1001, win.base(start, 8).getLong(0));
                    assertEquals(start - 1, win.base(start + 16, 8).getLong(0));
                }
                for (int block = 0; block < 3; block++)
                    assertEquals(
                            2L * block,
                            win.base(8192 + (long) block * STRIDE, 8).getLong(0));
            }
            win.free();
        });
        assumeTrue(lacking.get() == null, lacking.get());
    }

    /** Makes accesses of each kind to longs that start at a displacement. */
    private static void access(Window win, long start) {
        long[] sent = LongStream.range(start, start + LONGS).toArray();
        win.put(longs(sent), 1, start, LONGS, LONG);
        win.flush(1);
        long[] thousands = LongStream.generate(() -> 1000).limit(LONGS).toArray();
        win.accumulate(longs(thousands), 1, start, LONGS, LONG, op(Predefined.SUM));
        long[] got = new long[LONGS];
        win.get(longs(got), 1, start, LONGS, LONG);
        long[] before = new long[1];
        win.fetchAndOp(longs(1), longs(before), 1, start, op(Predefined.SUM));
        long[] swapped = new long[1];
        win.compareAndSwap(longs(start - 1), longs(start + 1002), longs(swapped), 1, start + 16);
        win.flush(1);
        assertArrayEquals(LongStream.of(sent).map(value -> value + 1000).toArray(), got);
        assertEquals(start + 1000, before[0]);
        assertEquals(start + 1002, swapped[0]);
    }

    /** Writes and reads one item that covers more than 1 GiB, from 8 KiB on. */
    private static void far(Window win) {
        TypeHandle type = TypeHandle.derived(Layout.vector(3, 2, STRIDE / 8, Layout.of(BasicType.LONG)));
        type.commit();
        win.put(longs(0, 1, 2, 3, 4, 5), 1, 8192, 1, type);
        win.flush(1);
        long[] got = new long[6];
        win.get(longs(got), 1, 8192, 1, type);
        win.flush(1);
        assertArrayEquals(new long[] {0, 1, 2, 3, 4, 5}, got);
    }
}
