package org.jmpi.ibm.ccl;

import java.util.function.IntUnaryOperator;
import mpi.Op;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;

/**
 * One reduction at one rank: its operand and its result lie within larger buffers, at different places. The elements
 * around the result keep their values, and so does the operand.
 *
 * @param operand the operand's items
 * @param result the result's items: none where no result comes
 */
record Reduction(Items items, Vector operand, Vector result) {
    private static final int OPERAND_OFFSET = 2;
    private static final int RESULT_OFFSET = 1;

    /** Items whose values depend on their places. */
    record Vector(int count, IntUnaryOperator value) {
        static final Vector NONE = new Vector(0, k -> 0);

        /** Puts the items into a buffer. */
        void put(Items items, Object buffer, int offset) {
            for (int k = 0; k < count; k++) items.put(buffer, offset + k, value.applyAsInt(k));
        }
    }

    /** A call that reduces. */
    @FunctionalInterface
    interface Call {
        void reduce(Object operand, int operandOffset, Object result, int resultOffset);
    }

    void check(Call call) {
        Object sent = operandBuffer();
        Object received = items.room(resultLength());
        call.reduce(sent, OPERAND_OFFSET, received, RESULT_OFFSET);
        Object expected = items.room(resultLength());
        result.put(items, expected, RESULT_OFFSET);
        Check.equal(expected, received, "result, and what is around it");
        Check.equal(operandBuffer(), sent, "operand after the reduction");
    }

    /** Checks that an operator adds items of one array to those of another, each at its place. */
    static void checkSum(Items items, Op op) {
        Object in = items.of(-1, -2, 1, 2, 3, -3);
        Object inout = items.of(-4, 10, 20, 30, -5);
        op.Call(in, 2, inout, 1, 3, items.type());
        Check.equal(items.of(-4, 11, 22, 33, -5), inout, "what an operator was called for");
        Check.equal(items.of(-1, -2, 1, 2, 3, -3), in, "first operand of an operator");
    }

    private Object operandBuffer() {
        Object buffer = items.make(OPERAND_OFFSET + operand.count + 3, k -> -7);
        operand.put(items, buffer, OPERAND_OFFSET);
        return buffer;
    }

    private int resultLength() {
        return RESULT_OFFSET + Math.max(operand.count, result.count) + 3;
    }
}
