package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.function.IntFunction;

/** The basic datatypes, each with arrays whose data lie between guard elements. */
enum Kind {
    BYTE(MPI.BYTE, byte.class, n -> (byte) n),
    CHAR(MPI.CHAR, char.class, n -> (char) n),
    SHORT(MPI.SHORT, short.class, n -> (short) n),
    BOOLEAN(MPI.BOOLEAN, boolean.class, n -> n % 3 == 0),
    INT(MPI.INT, int.class, n -> n * 65_537),
    LONG(MPI.LONG, long.class, n -> n * 4_294_967_311L),
    FLOAT(MPI.FLOAT, float.class, n -> n / 8f),
    DOUBLE(MPI.DOUBLE, double.class, n -> n / 7d),
    OBJECT(MPI.OBJECT, Object.class, n -> n % 4 == 0 ? null : n % 4 == 1 ? new int[] {n} : "object " + n);

    /** The elements after the data. */
    static final int GUARDS = 3;

    private static final int GUARD = 99;

    final Datatype type;
    private final Class<?> component;
    private final IntFunction<Object> value;

    Kind(Datatype type, Class<?> component, IntFunction<Object> value) {
        this.type = type;
        this.component = component;
        this.value = value;
    }

    /** Returns guards alone, with room for data. */
    Object guards(int offset, int count) {
        Object array = Array.newInstance(component, offset + count + GUARDS);
        Object guard = value.apply(GUARD);
        for (int i = 0; i < Array.getLength(array); i++) Array.set(array, i, guard);
        return array;
    }

    /** Returns data, which depend on a seed, between guards. */
    Object data(int offset, int count, int seed) {
        return data(offset, count, 0, seed);
    }

    /** Returns data between guards, of which some more stand where there was room for more data. */
    Object data(int offset, int count, int more, int seed) {
        Object array = guards(offset, count + more);
        for (int i = 0; i < count; i++) Array.set(array, offset + i, value.apply(seed + i));
        return array;
    }

    /** Checks that two arrays have the same elements, guards included. */
    static void assertSame(Object expected, Object actual, String what) {
        if (Arrays.deepEquals(new Object[] {expected}, new Object[] {actual})) return;
        assertEquals(Array.getLength(expected), Array.getLength(actual), what + ": length");
        for (int i = 0; i < Array.getLength(expected); i++) {
            Object wanted = Array.get(expected, i);
            Object found = Array.get(actual, i);
            assertTrue(
                    Arrays.deepEquals(new Object[] {wanted}, new Object[] {found}),
                    what + ": element " + i + " is " + found + ", not " + wanted);
        }
    }

    /** Checks what a status tells of a message of this kind. */
    void assertStatus(Status status, int source, int tag, int count, String what) {
        assertEquals(source, status.source, what + ": source");
        assertEquals(tag, status.tag, what + ": tag");
        assertEquals(count, status.Get_count(type), what + ": count");
        assertEquals(count, status.Get_elements(type), what + ": elements");
    }
}
