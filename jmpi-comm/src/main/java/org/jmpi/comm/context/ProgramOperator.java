package org.jmpi.comm.context;

import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.op.Reducer;

/**
 * A program's own operator. If it fails, the operation goes on without it and fails in the end: the other ranks count on this
 * one's steps.
 */
final class ProgramOperator implements Reducer {
    private final Reducer op;
    private final CollectivePlane plane;

    ProgramOperator(Reducer op, CollectivePlane plane) {
        this.op = op;
        this.plane = plane;
    }

    @Override
    public String name() {
        return op.name();
    }

    @Override
    public boolean isCommutative() {
        return op.isCommutative();
    }

    @Override
    public void check(Layout layout) {
        op.check(layout);
    }

    @Override
    public void combine(Object in, int inOffset, Object inout, int inoutOffset, int count, Layout layout) {
        if (plane.hasFailed()) return;
        try {
            op.combine(in, inOffset, inout, inoutOffset, count, layout);
        } catch (RuntimeException | Error e) {
            plane.fail(e);
        }
    }
}
