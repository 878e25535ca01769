package org.jmpi.comm.datatype;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * Arrays of every basic type with elements from a seed, and their bytes on the wire: written out here, for comparison.
 */
public final class Elements {
    private Elements() {}

    /** Returns the types whose elements have a width. */
    public static List<BasicType> fixedTypes() {
        return Arrays.stream(BasicType.values())
                .filter(type -> type.width() > 0)
                .collect(Collectors.toList());
    }

    /** Returns an array whose elements follow from the seed; extreme values are among them. */
    public static Object random(BasicType type, int length, long seed) {
        SplittableRandom random = new SplittableRandom(seed * 31 + type.ordinal());
        Object array = type.newArray(length);
        for (int i = 0; i < length; i++) set(type, array, i, random);
        return array;
    }

    private static void set(BasicType type, Object array, int i, SplittableRandom random) {
        long bits = random.nextInt(8) == 0 ? -1L >>> random.nextInt(64) : random.nextLong();
        switch (type) {
            case BYTE, PACKED -> ((byte[]) array)[i] = (byte) bits;
            case CHAR -> ((char[]) array)[i] = (char) bits;
            case SHORT -> ((short[]) array)[i] = (short) bits;
            case BOOLEAN -> ((boolean[]) array)[i] = (bits & 1) != 0;
            case INT -> ((int[]) array)[i] = (int) bits;
            case LONG -> ((long[]) array)[i] = bits;
            case FLOAT -> ((float[]) array)[i] = random.nextInt(16) == 0 ? Float.NaN : random.nextFloat() * 1e30f;
            case DOUBLE -> ((double[]) array)[i] = random.nextInt(16) == 0 ? Double.NaN : random.nextGaussian() * 1e200;
            case OBJECT -> ((Object[]) array)[i] = bits % 5 == 0 ? null : "object " + bits;
            case NONE -> ((byte[]) array)[i] = 0;
        }
    }

    /** Returns the bytes that elements have on the wire: little-endian, without gaps. */
    public static byte[] wire(BasicType type, Object array, int offset, int count) {
        int width = type.width();
        byte[] bytes = new byte[count * width];
        for (int i = 0; i < count; i++) {
            long bits = bits(array, offset + i);
            for (int b = 0; b < width; b++) bytes[i * width + b] = (byte) (bits >>> 8 * b);
        }
        return bytes;
    }

    private static long bits(Object array, int i) {
        if (array instanceof byte[] bytes) return bytes[i];
        if (array instanceof char[] chars) return chars[i];
        if (array instanceof short[] shorts) return shorts[i];
        if (array instanceof boolean[] booleans) return booleans[i] ? 1 : 0;
        if (array instanceof int[] ints) return ints[i];
        if (array instanceof long[] longs) return longs[i];
        if (array instanceof float[] floats) return Float.floatToRawIntBits(floats[i]);
        return Double.doubleToRawLongBits(((double[]) array)[i]);
    }

    /** Returns a copy of an array. */
    public static Object copy(Object array) {
        int length = Array.getLength(array);
        Object copy = Array.newInstance(array.getClass().getComponentType(), length);
        System.arraycopy(array, 0, copy, 0, length);
        return copy;
    }

    private static boolean isFloating(BasicType type) {
        return type == BasicType.FLOAT || type == BasicType.DOUBLE;
    }

    /** Compares two arrays element by element, floating-point ones bit by bit. */
    public static void assertSame(BasicType type, Object expected, Object actual, String what) {
        if (Arrays.deepEquals(new Object[] {expected}, new Object[] {actual}) && !isFloating(type)) return;
        if (type == BasicType.OBJECT) {
            assertArrayEquals((Object[]) expected, (Object[]) actual, what);
            return;
        }
        int length = Array.getLength(expected);
        assertArrayEquals(wire(type, expected, 0, length), wire(type, actual, 0, Array.getLength(actual)), what);
    }
}
