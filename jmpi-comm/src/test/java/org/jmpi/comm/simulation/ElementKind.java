package org.jmpi.comm.simulation;

import java.lang.reflect.Array;
import org.jmpi.comm.datatype.BasicType;

/** A basic datatype, whose elements the model writes as {@code long}s. */
enum ElementKind {
    BYTE(BasicType.BYTE),
    CHAR(BasicType.CHAR),
    SHORT(BasicType.SHORT),
    BOOLEAN(BasicType.BOOLEAN),
    INT(BasicType.INT),
    LONG(BasicType.LONG),
    FLOAT(BasicType.FLOAT),
    DOUBLE(BasicType.DOUBLE),
    OBJECT(BasicType.OBJECT);

    /** An object that no program sends. */
    private static final long GUARD = Long.MIN_VALUE + 7;

    final BasicType type;

    ElementKind(BasicType type) {
        this.type = type;
    }

    /**
     * Returns what an element holds that is set to a number. Of a random number floating-point elements get 16 bits, so
     * that the sums of many ranks are exact.
     */
    long canonical(long value) {
        return switch (this) {
            case BYTE -> (byte) value;
            case CHAR -> (char) value;
            case SHORT -> (short) value;
            case BOOLEAN -> value & 1;
            case INT -> (int) value;
            case FLOAT, DOUBLE -> value >= 0 && value < 1 << 24 ? value : value & 0xFFFF;
            case LONG, OBJECT -> value;
        };
    }

    /** Returns what lies around the elements of a buffer. */
    long guard() {
        return this == OBJECT ? GUARD : canonical(0x5A5A_5A5A_5A5A_5A5AL);
    }

    /** Returns the bytes that an element may take in a message. */
    int mostBytes() {
        return this == OBJECT ? 64 : type.width();
    }

    Object newArray(int elements) {
        return this == OBJECT ? new Object[elements] : type.newArray(elements);
    }

    void set(Object array, int index, long value) {
        switch (this) {
            case BYTE -> ((byte[]) array)[index] = (byte) value;
            case CHAR -> ((char[]) array)[index] = (char) value;
            case SHORT -> ((short[]) array)[index] = (short) value;
            case BOOLEAN -> ((boolean[]) array)[index] = value != 0;
            case INT -> ((int[]) array)[index] = (int) value;
            case LONG -> ((long[]) array)[index] = value;
            case FLOAT -> ((float[]) array)[index] = value;
            case DOUBLE -> ((double[]) array)[index] = value;
            case OBJECT -> ((Object[]) array)[index] = value == GUARD ? null : (Object) value;
        }
    }

    long get(Object array, int index) {
        Object element = Array.get(array, index);
        if (element == null) return GUARD;
        if (element instanceof Boolean truth) return truth ? 1 : 0;
        if (element instanceof Character character) return character;
        if (element instanceof Double || element instanceof Float) return exact(((Number) element).doubleValue());
        return ((Number) element).longValue();
    }

    /** Returns a number that no model expects in place of one with a fraction. */
    private static long exact(double value) {
        return value == Math.rint(value) ? (long) value : Long.MIN_VALUE;
    }
}
