package org.jmpi.comm.simulation;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.op.Reducer;

/** Elements as whole numbers, which the types of the tests hold exactly: an oracle without the code under test. */
final class Values {
    private Values() {}

    /** Returns the number that an element of a type keeps of another. */
    static long narrow(BasicType type, long value) {
        return switch (type) {
            case BYTE -> (byte) value;
            case CHAR -> (char) value;
            case SHORT -> (short) value;
            case BOOLEAN -> value & 1;
            case INT -> (int) value;
            default -> value;
        };
    }

    static long get(Object memory, BasicType type, int element) {
        if (!(memory instanceof ByteBuffer bytes)) return get(memory, element);
        int at = element * type.width();
        return switch (type) {
            case BYTE, BOOLEAN -> bytes.get(at);
            case CHAR -> bytes.getChar(at);
            case SHORT -> bytes.getShort(at);
            case INT -> bytes.getInt(at);
            case LONG -> bytes.getLong(at);
            case FLOAT -> (long) bytes.getFloat(at);
            default -> (long) bytes.getDouble(at);
        };
    }

    private static long get(Object array, int element) {
        if (array instanceof boolean[] flags) return flags[element] ? 1 : 0;
        if (array instanceof float[] || array instanceof double[]) return (long) Array.getDouble(array, element);
        return array instanceof char[] chars ? chars[element] : Array.getLong(array, element);
    }

    static void set(Object memory, BasicType type, int element, long value) {
        if (!(memory instanceof ByteBuffer bytes)) {
            set(memory, element, value);
            return;
        }
        int at = element * type.width();
        switch (type) {
            case BYTE, BOOLEAN -> bytes.put(at, (byte) value);
            case CHAR -> bytes.putChar(at, (char) value);
            case SHORT -> bytes.putShort(at, (short) value);
            case INT -> bytes.putInt(at, (int) value);
            case LONG -> bytes.putLong(at, value);
            case FLOAT -> bytes.putFloat(at, value);
            default -> bytes.putDouble(at, value);
        }
    }

    private static void set(Object array, int element, long value) {
        if (array instanceof boolean[] flags) flags[element] = value != 0;
        else if (array instanceof byte[] bytes) bytes[element] = (byte) value;
        else if (array instanceof char[] chars) chars[element] = (char) value;
        else if (array instanceof short[] shorts) shorts[element] = (short) value;
        else if (array instanceof int[] ints) ints[element] = (int) value;
        else if (array instanceof long[] longs) longs[element] = value;
        else if (array instanceof float[] floats) floats[element] = value;
        else ((double[]) array)[element] = value;
    }

    /** Returns an array of a type that holds numbers. */
    static Object array(BasicType type, long... values) {
        Object array = type.newArray(values.length);
        for (int i = 0; i < values.length; i++) set(array, i, values[i]);
        return array;
    }

    /** Returns what an operator makes of an element and an operand. */
    static long combine(Reducer op, BasicType type, long element, long operand) {
        return narrow(
                type,
                switch (op.name()) {
                    case "SUM" -> element + operand;
                    case "PROD" -> element * operand;
                    case "MIN" -> Math.min(element, operand);
                    case "MAX" -> Math.max(element, operand);
                    case "BAND" -> element & operand;
                    case "BOR" -> element | operand;
                    case "BXOR" -> element ^ operand;
                    case "LAND" -> element != 0 && operand != 0 ? 1 : 0;
                    case "LOR" -> element != 0 || operand != 0 ? 1 : 0;
                    case "LXOR" -> (element != 0) != (operand != 0) ? 1 : 0;
                    case "REPLACE" -> operand;
                    case "NO_OP" -> element;
                    default -> throw new AssertionError(op);
                });
    }
}
