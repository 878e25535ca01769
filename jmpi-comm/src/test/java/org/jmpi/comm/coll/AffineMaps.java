package org.jmpi.comm.coll;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jmpi.comm.datatype.BasicType;
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
    public void combine(Object in, int inOffset, Object inout, int inoutOffset, int count, Layout layout) {
        assertTrue(count > 0, "called for nothing");
        long[] left = (long[]) in;
        long[] right = (long[]) inout;
        for (int i = 0; i < count; i++) {
            long a = left[inOffset + 2 * i];
            long b = left[inOffset + 2 * i + 1];
            right[inoutOffset + 2 * i + 1] = a * right[inoutOffset + 2 * i + 1] + b;
            right[inoutOffset + 2 * i] = a * right[inoutOffset + 2 * i];
        }
    }
}
