package org.jmpi.comm.op;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Array;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Elements;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every operator on every basic type beside scalar arithmetic. */
class PredefinedTest {
    private static final int GUARD = 3;
    private static final Set<BasicType> INTEGERS =
            EnumSet.of(BasicType.BYTE, BasicType.CHAR, BasicType.SHORT, BasicType.INT, BasicType.LONG);
    private static final Set<BasicType> REALS = EnumSet.of(BasicType.FLOAT, BasicType.DOUBLE);
    private static final Set<BasicType> PAIRED =
            EnumSet.of(BasicType.SHORT, BasicType.INT, BasicType.LONG, BasicType.FLOAT, BasicType.DOUBLE);

    static List<Reducer> elementwise() {
        return List.of(
                Predefined.MAX,
                Predefined.MIN,
                Predefined.SUM,
                Predefined.PROD,
                Predefined.LAND,
                Predefined.BAND,
                Predefined.LOR,
                Predefined.BOR,
                Predefined.LXOR,
                Predefined.BXOR);
    }

    static List<Reducer> withPlaces() {
        return List.of(Predefined.MAXLOC, Predefined.MINLOC);
    }

    private static boolean isArithmetic(Reducer op) {
        return Set.of("MAX", "MIN", "SUM", "PROD").contains(op.name());
    }

    private static Set<BasicType> domain(Reducer op) {
        Set<BasicType> types = EnumSet.copyOf(INTEGERS);
        if (isArithmetic(op)) types.addAll(REALS);
        else types.add(BasicType.BOOLEAN);
        return types;
    }

    /** Computes one element; narrower results are cut by the caller. */
    private static long integer(Reducer op, long a, long b) {
        return switch (op.name()) {
            case "MAX" -> Math.max(a, b);
            case "MIN" -> Math.min(a, b);
            case "SUM" -> a + b;
            case "PROD" -> a * b;
            case "LAND" -> a != 0 && b != 0 ? 1 : 0;
            case "LOR" -> a != 0 || b != 0 ? 1 : 0;
            case "LXOR" -> a != 0 ^ b != 0 ? 1 : 0;
            case "BAND" -> a & b;
            case "BOR" -> a | b;
            case "BXOR" -> a ^ b;
            default -> throw new AssertionError(op.name());
        };
    }

    private static Object scalar(Reducer op, BasicType type, Object a, Object b) {
        return switch (type) {
            case BYTE -> (byte) integer(op, (byte) a, (byte) b);
            case CHAR -> (char) integer(op, (char) a, (char) b);
            case SHORT -> (short) integer(op, (short) a, (short) b);
            case INT -> (int) integer(op, (int) a, (int) b);
            case LONG -> integer(op, (long) a, (long) b);
            case BOOLEAN -> integer(op, (boolean) a ? 1 : 0, (boolean) b ? 1 : 0) != 0;
            case FLOAT ->
                switch (op.name()) {
                    case "MAX" -> Math.max((float) a, (float) b);
                    case "MIN" -> Math.min((float) a, (float) b);
                    case "SUM" -> (float) a + (float) b;
                    default -> (float) a * (float) b;
                };
            case DOUBLE ->
                switch (op.name()) {
                    case "MAX" -> Math.max((double) a, (double) b);
                    case "MIN" -> Math.min((double) a, (double) b);
                    case "SUM" -> (double) a + (double) b;
                    default -> (double) a * (double) b;
                };
            default -> throw new AssertionError(type);
        };
    }

    @ParameterizedTest
    @MethodSource("elementwise")
    void eachElementIsCombinedAsAScalarIs(Reducer op) {
        for (BasicType type : domain(op))
            for (int count : new int[] {0, 1, 2, 7, 100}) {
                Layout layout = Layout.of(type);
                op.check(layout);
                Object in = sparse(type, Elements.random(type, count + 2, 1));
                Object inout = sparse(type, Elements.random(type, GUARD + count + GUARD, 2));
                Object inBefore = Elements.copy(in);
                Object expected = Elements.copy(inout);
                for (int i = 0; i < count; i++)
                    Array.set(expected, GUARD + i, scalar(op, type, Array.get(in, 1 + i), Array.get(inout, GUARD + i)));
                op.combine(new Buffer(in, 1, count, layout), new Buffer(inout, GUARD, count, layout));
                Elements.assertSame(type, expected, inout, op + " of " + type + ", guards included");
                Elements.assertSame(type, inBefore, in, "operand of " + op + " is left alone");
            }
    }

    /** Makes every third element zero, so that the logical operators have something to tell. */
    private static Object sparse(BasicType type, Object array) {
        Object zero = Array.get(type.newArray(1), 0);
        for (int i = 0; i < Array.getLength(array); i += 3) Array.set(array, i, zero);
        return array;
    }

    @ParameterizedTest
    @MethodSource("elementwise")
    void itemsOfSeveralElementsAreCombinedElementByElement(Reducer op) {
        for (BasicType type : domain(op)) {
            Object in = Elements.random(type, 12, 3);
            Object inout = Elements.random(type, 12, 4);
            Object expected = Elements.copy(inout);
            op.combine(new Buffer(in, 0, 12, Layout.of(type)), new Buffer(expected, 0, 12, Layout.of(type)));
            op.combine(
                    new Buffer(in, 0, 4, Layout.contiguous(3, Layout.of(type))),
                    new Buffer(inout, 0, 4, Layout.contiguous(3, Layout.of(type))));
            Elements.assertSame(type, expected, inout, op + " of " + type);
        }
    }

    @ParameterizedTest
    @MethodSource("elementwise")
    void theIndicesOfTheElementsDoNotMatter(Reducer op) {
        int elements = 1300;
        for (BasicType type : domain(op)) {
            Object in = Elements.random(type, elements + GUARD, 5);
            Object inout = Elements.random(type, elements + GUARD, 6);
            Object expected = type.newArray(elements + GUARD);
            System.arraycopy(inout, 0, expected, GUARD, elements);
            op.combine(
                    new Buffer(in, GUARD, elements, Layout.of(type)),
                    new Buffer(expected, GUARD, elements, Layout.of(type)));
            Object combined = Elements.copy(inout);
            op.combine(
                    new Buffer(in, GUARD, elements, Layout.of(type)),
                    new Buffer(combined, 0, elements, Layout.of(type)));
            for (int i = 0; i < elements + GUARD; i++) {
                Object each = i < elements ? Array.get(expected, GUARD + i) : Array.get(inout, i);
                assertEquals(each, Array.get(combined, i), op + " of " + type + " at " + i);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("elementwise")
    void anOperatorIsRefusedForATypeThatItIsNotDefinedFor(Reducer op) {
        for (BasicType type : BasicType.values()) {
            if (domain(op).contains(type)) continue;
            CommException refusal =
                    assertThrows(CommException.class, () -> op.check(Layout.of(type)), op + " of " + type);
            assertEquals(ErrorClass.OP, refusal.errorClass());
            assertEquals("operator " + op.name() + " is not defined for datatype " + type, refusal.getMessage());
        }
    }

    @ParameterizedTest
    @MethodSource("withPlaces")
    void theExtremeComesWithItsLowestPlace(Reducer op) {
        int sign = op == Predefined.MAXLOC ? 1 : -1;
        for (BasicType type : PAIRED) {
            Layout layout = Layout.contiguous(2, Layout.of(type));
            op.check(layout);
            int[][] pairs = {{5, 3, 5, 2}, {5, 2, 5, 3}, {5, 1, 5, 1}, {6, 9, 5, 0}, {5, 0, 6, 9}, {-6, 4, 5, 7}};
            Object in = type.newArray(2 * pairs.length);
            Object inout = type.newArray(2 * pairs.length + 1);
            for (int i = 0; i < pairs.length; i++)
                for (int k = 0; k < 2; k++) {
                    Array.set(in, 2 * i + k, convert(type, pairs[i][k]));
                    Array.set(inout, 1 + 2 * i + k, convert(type, pairs[i][2 + k]));
                }
            op.combine(new Buffer(in, 0, pairs.length, layout), new Buffer(inout, 1, pairs.length, layout));
            for (int i = 0; i < pairs.length; i++) {
                int[] p = pairs[i];
                int order = sign * Integer.compare(p[0], p[2]);
                boolean first = order > 0 || order == 0 && p[1] < p[3];
                assertEquals(convert(type, p[first ? 0 : 2]), Array.get(inout, 1 + 2 * i), op + " of " + type);
                assertEquals(convert(type, p[first ? 1 : 3]), Array.get(inout, 2 + 2 * i), op + " of " + type);
            }
            assertEquals(convert(type, 0), Array.get(inout, 0));
        }
    }

    private static Object convert(BasicType type, int value) {
        return switch (type) {
            case SHORT -> (short) value;
            case INT -> value;
            case LONG -> (long) value;
            case FLOAT -> (float) value;
            default -> (double) value;
        };
    }

    @ParameterizedTest
    @MethodSource("withPlaces")
    void extremesWithPlacesNeedPairs(Reducer op) {
        CommException refusal = assertThrows(CommException.class, () -> op.check(Layout.of(BasicType.INT)));
        assertEquals(ErrorClass.OP, refusal.errorClass());
        assertTrue(refusal.getMessage().contains(op.name()), refusal.getMessage());
        assertThrows(CommException.class, () -> op.check(Layout.contiguous(3, Layout.of(BasicType.INT))));
        op.check(Layout.contiguous(4, Layout.of(BasicType.INT)));
        for (BasicType type : BasicType.values()) {
            if (PAIRED.contains(type)) continue;
            assertEquals(
                    ErrorClass.OP,
                    assertThrows(CommException.class, () -> op.check(Layout.contiguous(2, Layout.of(type))))
                            .errorClass());
        }
    }

    @Test
    void allArePrintedByNameAndCommute() {
        for (List<Reducer> ops : List.of(elementwise(), withPlaces()))
            for (Reducer op : ops) {
                assertEquals(op.name(), op.toString());
                assertTrue(op.isCommutative());
            }
    }

    @ParameterizedTest
    @MethodSource("withPlaces")
    void aValueAndItsIndexMustBeNextToEachOther(Reducer op) {
        Layout pair = Layout.contiguous(2, Layout.of(BasicType.INT));
        op.check(Layout.vector(3, 1, 2, pair));
        Layout torn = Layout.vector(2, 1, 2, Layout.of(BasicType.INT));
        CommException refusal = assertThrows(CommException.class, () -> op.check(torn));
        assertEquals(ErrorClass.OP, refusal.errorClass());
        assertTrue(refusal.getMessage().contains("2 elements of INT in an extent of 3"), refusal.getMessage());
    }
}
