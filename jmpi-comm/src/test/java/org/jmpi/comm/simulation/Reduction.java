package org.jmpi.comm.simulation;

import java.util.function.LongBinaryOperator;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.op.Predefined;
import org.jmpi.comm.op.Reducer;

/** An operator, and what it does to the numbers of the model. */
enum Reduction {
    SUM(Predefined.SUM, (a, b) -> a + b),
    PROD(Predefined.PROD, (a, b) -> a * b),
    MAX(Predefined.MAX, Math::max),
    MIN(Predefined.MIN, Math::min),
    BAND(Predefined.BAND, (a, b) -> a & b),
    BOR(Predefined.BOR, (a, b) -> a | b),
    BXOR(Predefined.BXOR, (a, b) -> a ^ b),
    LAND(Predefined.LAND, (a, b) -> a != 0 && b != 0 ? 1 : 0),
    LOR(Predefined.LOR, (a, b) -> a != 0 || b != 0 ? 1 : 0),
    LXOR(Predefined.LXOR, (a, b) -> a != 0 ^ b != 0 ? 1 : 0),
    /** A program's own operator, which does not commute. */
    AFFINE(null, Reduction::compose);

    final Reducer reducer;
    private final LongBinaryOperator combine;

    Reduction(Reducer reducer, LongBinaryOperator combine) {
        this.reducer = reducer;
        this.combine = combine;
    }

    /** Returns what the engine is given. */
    Reducer reducer(ElementKind kind) {
        return reducer == null ? new Composition(kind) : reducer;
    }

    /** Returns whether the operator is defined for elements, and its result exact. */
    boolean isFor(ElementKind kind) {
        if (this == AFFINE) return kind == ElementKind.LONG || kind == ElementKind.INT || kind == ElementKind.OBJECT;
        if (kind == ElementKind.OBJECT) return false;
        if (this == PROD && (kind == ElementKind.FLOAT || kind == ElementKind.DOUBLE)) return false;
        try {
            reducer.check(Layout.of(kind.type));
            return true;
        } catch (CommException expected) {
            return false;
        }
    }

    /** Returns the operands of lower and of higher ranks, combined. */
    long combine(ElementKind kind, long lower, long higher) {
        if (this == AFFINE && kind == ElementKind.INT) return compose((int) lower, (int) higher);
        return kind.canonical(combine.applyAsLong(lower, higher));
    }

    /** Composes {@code x -> a x + b} of two such functions, of which a and b are the halves of a long. */
    private static long compose(long f, long g) {
        int a = (int) (f >>> 32) * (int) (g >>> 32);
        int b = (int) (f >>> 32) * (int) g + (int) f;
        return (long) a << 32 | b & 0xFFFF_FFFFL;
    }

    /** The same of the halves of an int. */
    private static int compose(int f, int g) {
        int a = (f >>> 16) * (g >>> 16);
        int b = (f >>> 16) * (g & 0xFFFF) + (f & 0xFFFF);
        return a << 16 | b & 0xFFFF;
    }

    /** The composition of functions as a program gives it to the engine. */
    private record Composition(ElementKind kind) implements Reducer {
        @Override
        public String name() {
            return "AFFINE";
        }

        @Override
        public boolean isCommutative() {
            return false;
        }

        @Override
        public void check(Layout layout) {}

        @Override
        public void combine(Buffer in, Buffer inout) {
            ProgramCodec.checkThread("an operator");
            Layout layout = inout.layout();
            for (int item = 0; item < inout.count(); item++)
                for (int run = 0; run < layout.runs(); run++)
                    for (int i = 0; i < layout.length(run); i++) {
                        int at = item * layout.extent() + layout.displacement(run) + i;
                        long lower = kind.get(in.array(), (int) in.offset() + at);
                        long higher = kind.get(inout.array(), (int) inout.offset() + at);
                        kind.set(inout.array(), (int) inout.offset() + at, AFFINE.combine(kind, lower, higher));
                    }
        }
    }
}
