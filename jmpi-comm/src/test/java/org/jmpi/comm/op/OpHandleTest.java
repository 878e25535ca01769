package org.jmpi.comm.op;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.IntBuffer;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class OpHandleTest {
    private static final class Fails extends OpHandle.Function {
        Fails(OpHandle handle) {
            super(handle);
        }

        @Override
        public void combine(Buffer in, Buffer inout) {
            throw new AssertionError("by the test");
        }
    }

    private static Buffer ints(Object memory, int count) {
        return new Buffer(memory, 0, count, Layout.of(BasicType.INT));
    }

    private static void assertRefused(ErrorClass errorClass, String message, Executable call) {
        CommException refusal = assertThrows(CommException.class, call);
        assertEquals(message, refusal.getMessage());
        assertEquals(errorClass, refusal.errorClass());
    }

    @Test
    void aFunctionServesUntilItIsFreed() {
        OpHandle handle = OpHandle.of("any object", false);
        Reducer function = new Fails(handle);
        assertEquals("java.lang.String", function.name());
        assertFalse(function.isCommutative());
        function.check(Layout.of(BasicType.INT));
        handle.free();
        assertRefused(ErrorClass.OP, "operator has been freed", () -> function.check(Layout.of(BasicType.INT)));
        assertRefused(ErrorClass.OP, "operator has been freed", handle::free);
        assertRefused(ErrorClass.OP, "function of the operator is null", () -> OpHandle.of(null, true));
    }

    @Test
    void aPredefinedOperatorCannotBeFreed() {
        OpHandle sum = OpHandle.predefined(Predefined.SUM);
        assertRefused(ErrorClass.OP, "predefined operator can't be freed: SUM", sum::free);
    }

    @Test
    void itemsOfTwoBuffersOfThisRankAreCombined() {
        int[] result = {1, 2, 3};
        OpHandle.combine(Predefined.SUM, ints(IntBuffer.wrap(new int[] {10, 20, 30}), 2), ints(result, 2));
        assertArrayEquals(new int[] {11, 22, 3}, result);
        IntBuffer buffer = IntBuffer.allocate(2).put(0, 5);
        OpHandle.combine(Predefined.MAX, ints(result, 2), ints(buffer, 2));
        assertEquals(IntBuffer.wrap(new int[] {11, 22}), buffer);
    }

    @Test
    void whatCannotBeCombinedIsRefused() {
        int[] pair = new int[2];
        assertRefused(
                ErrorClass.OP, "operator is null", () -> OpHandle.combine(null, ints(pair, 1), ints(new int[2], 1)));
        CommException tooShort =
                assertThrows(CommException.class, () -> OpHandle.combine(Predefined.SUM, ints(pair, 3), ints(pair, 3)));
        assertEquals(ErrorClass.COUNT, tooShort.errorClass());
        Reducer fails = new Fails(OpHandle.of(this, true));
        assertRefused(
                ErrorClass.OTHER,
                "operator failed: java.lang.AssertionError: by the test",
                () -> OpHandle.combine(fails, ints(pair, 1), ints(new int[2], 1)));
    }
}
