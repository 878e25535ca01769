package org.jmpi.comm.coll;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.op.Reducer;

/**
 * An operator that is associative but does not commute: the composition of maps {@code x -> a * x + b}, pairs of longs.
 * Whoever combines operands in another order than that of their ranks gets another result.
 */
final class AffineMaps implements Reducer {
    static final Layout MAP = Layout.contiguous(2, Layout.of(BasicType.LONG));

    @Override
    public String name() {
        return "affine maps";
    }

    @Override
    public boolean isCommutative() {
        return false;
    }

    @Override
    public void check(Layout layout) {}

    @Override
    public void combine(Buffer in, Buffer inout) {
        int count = (int) inout.count();
        int l = (int) in.offset();
        int r = (int) inout.offset();
        assertTrue(count > 0, "called for nothing");
        long[] left = (long[]) in.array();
        long[] right = (long[]) inout.array();
        for (int i = 0; i < count; i++) {
            long a = left[l + 2 * i];
            long b = left[l + 2 * i + 1];
            right[r + 2 * i + 1] = a * right[r + 2 * i + 1] + b;
            right[r + 2 * i] = a * right[r + 2 * i];
        }
    }
}
