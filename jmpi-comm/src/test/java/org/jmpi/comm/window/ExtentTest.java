package org.jmpi.comm.window;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.error.ErrorClass;
import org.junit.jupiter.api.Test;

/** Items far outside of a memory, of which the numbers exceed a long. */
class ExtentTest {
    private static final Layout LONG = Layout.of(BasicType.LONG);

    private final Extent extent = new Extent(64, 8, null);

    private void refused(long disp, long count, Layout layout) {
        WindowFixture.refused(ErrorClass.RMA_RANGE, () -> extent.start(new TargetItems(disp, count, layout)));
    }

    @Test
    void itemsWithinAMemoryStartAtTheirDisplacement() {
        assertEquals(16, extent.start(new TargetItems(2, 6, LONG)));
        assertEquals(64, extent.start(new TargetItems(8, 0, LONG)));
    }

    @Test
    void itemsOutsideAreRefused() {
        refused(2, 7, LONG);
        refused(-1, 1, LONG);
        refused(9, 0, LONG);
        refused(Long.MIN_VALUE, 1, LONG);
        refused(1L << 61, 1, LONG);
        refused(0, Long.MAX_VALUE / 8, LONG);
    }

    @Test
    void theBytesOfFarItemsMayExceedALong() {
        Layout up = Layout.struct(new int[] {1, 1}, new int[] {0, Integer.MAX_VALUE}, new Layout[] {LONG, Layout.UB});
        assertEquals(Integer.MAX_VALUE, up.extent());
        for (long count : new long[] {2, (1L << 30) + 1, 1 << 29}) refused(0, count, up);
    }
}
