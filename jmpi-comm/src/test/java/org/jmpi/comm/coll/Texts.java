package org.jmpi.comm.coll;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.op.Reducer;

/**
 * An operator that is associative but does not commute: concatenation of texts that can be changed. It does both of
 * what an operator may do with objects: it changes those of inout, and lets it keep one of in.
 */
final class Texts implements Reducer {
    @Override
    public String name() {
        return "texts";
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
        Object[] left = (Object[]) in.array();
        Object[] right = (Object[]) inout.array();
        for (int i = 0; i < count; i++) {
            StringBuilder first = (StringBuilder) left[l + i];
            StringBuilder second = (StringBuilder) right[r + i];
            if (second.length() == 0) right[r + i] = first;
            else second.insert(0, first);
        }
    }
}
