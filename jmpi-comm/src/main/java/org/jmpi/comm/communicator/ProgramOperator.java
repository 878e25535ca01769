package org.jmpi.comm.communicator;

import java.util.Arrays;
import org.jmpi.comm.datatype.BasicType;
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
    public void combine(Object in, int inOffset, Object inout, int inoutOffset, int count, Layout layout) {
        // This rank has nothing to combine: the operator has failed here, or on the rank that has sent it.
        if (failures.unsent() != null) return;
        try {
            if (layout.type() == BasicType.OBJECT)
                combineObjects((Object[]) in, inOffset, (Object[]) inout, inoutOffset, count, layout);
            else op.combine(in, inOffset, inout, inoutOffset, count, layout);
        } catch (RuntimeException e) {
            failures.thrown(e);
        } catch (Throwable e) {
            // Also an exception that the operator does not declare.
            failures.thrown(new CommException(
                    ErrorClass.OTHER, "operator " + name() + " failed: " + CommException.describe(e), e));
        }
    }

    private void combineObjects(Object[] in, int inOffset, Object[] inout, int inoutOffset, int count, Layout layout) {
        Object[] result = asOperands(inout);
        op.combine(asOperands(in), inOffset, result, inoutOffset, count, layout);
        if (result != inout) System.arraycopy(result, 0, inout, 0, inout.length);
    }

    private Object[] asOperands(Object[] objects) {
        Class<? extends Object[]> type = ((Object[]) operands).getClass();
        Class<?> component = type.getComponentType();
        for (Object object : objects)
            // Another rank's array may hold more than this rank's can.
            if (object != null && !component.isInstance(object)) return objects;
        return objects.getClass() == type ? objects : Arrays.copyOf(objects, objects.length, type);
    }
}
