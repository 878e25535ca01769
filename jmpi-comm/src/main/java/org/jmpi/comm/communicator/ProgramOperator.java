package org.jmpi.comm.communicator;

import java.util.Arrays;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.op.Reducer;
import org.jmpi.comm.schedule.CollectiveFailures;

/**
 * A program's own operator. It is given objects in arrays of the class that the caller's array has. If it fails, the
 * operation goes on without it and fails in the end: the other ranks count on this one's steps.
 */
final class ProgramOperator implements Reducer {
    private final Reducer op;
    private final CollectiveFailures failures;
    private final Object operands;

    /**
     * @param failures takes what the operator throws
     * @param operands the caller's array
     */
    ProgramOperator(Reducer op, CollectiveFailures failures, Object operands) {
        this.op = op;
        this.failures = failures;
        this.operands = operands;
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
    public void combine(Buffer in, Buffer inout) {
        // This rank has nothing to combine: the operator has failed here, or on the rank that has sent it.
        if (failures.unsent() != null) return;
        try {
            if (inout.type() == BasicType.OBJECT) combineObjects(in, inout);
            else op.combine(in, inout);
        } catch (RuntimeException e) {
            failures.thrown(e);
        } catch (Throwable e) {
            // Also an exception that the operator does not declare.
            failures.thrown(new CommException(
                    ErrorClass.OTHER, "operator " + name() + " failed: " + CommException.describe(e), e));
        }
    }

    private void combineObjects(Buffer in, Buffer inout) {
        Buffer result = asOperands(inout);
        op.combine(asOperands(in), result);
        Object[] objects = (Object[]) inout.array();
        if (result != inout) System.arraycopy(result.array(), 0, objects, 0, objects.length);
    }

    private Buffer asOperands(Buffer items) {
        Object[] objects = (Object[]) items.array();
        Class<? extends Object[]> type = ((Object[]) operands).getClass();
        Class<?> component = type.getComponentType();
        if (objects.getClass() == type) return items;
        for (Object object : objects)
            // Another rank's array may hold more than this rank's can.
            if (object != null && !component.isInstance(object)) return items;
        return new Buffer(Arrays.copyOf(objects, objects.length, type), items.offset(), items.count(), items.layout());
    }
}
