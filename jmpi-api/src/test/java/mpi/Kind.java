package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.function.IntFunction;

/** The basic datatypes, each with arrays whose data lie between guard elements. */
enum Kind {
    BYTE(MPI.BYTE, byte[]::new, (array, i, n) -> array[i] = (byte) n),
    CHAR(MPI.CHAR, char[]::new, (array, i, n) -> array[i] = (char) n),
    SHORT(MPI.SHORT, short[]::new, (array, i, n) -> array[i] = (short) n),
    BOOLEAN(MPI.BOOLEAN, boolean[]::new, (array, i, n) -> array[i] = n % 3 == 0),
    INT(MPI.INT, int[]::new, (array, i, n) -> array[i] = n * 65_537),
    LONG(MPI.LONG, long[]::new, (array, i, n) -> array[i] = n * 4_294_967_311L),
    FLOAT(MPI.FLOAT, float[]::new, (array, i, n) -> array[i] = n / 8f),
    DOUBLE(MPI.DOUBLE, double[]::new, (array, i, n) -> array[i] = n / 7d),
    OBJECT(
            MPI.OBJECT,
            Object[]::new,
            (array, i, n) -> array[i] = n % 4 == 0 ? null : n % 4 == 1 ? new int[] {n} : "object " + n);

    /** Writes the nth value of a kind into an array, without a box. */
    private interface Setter<A> {
        void set(A array, int index, int n);
    }

    /** The elements after the data. */
    static final int GUARDS = 3;

    private static final int GUARD = 99;

    final Datatype type;
    private final IntFunction<Object> array;
    private final Setter<Object> setter;

    @SuppressWarnings("unchecked")
    <A> Kind(Datatype type, IntFunction<A> array, Setter<A> setter) {
        this.type = type;
        this.array = array::apply;
        this.setter = (Setter<Object>) setter;
    }

    /** Returns guards alone, with room for data. */
    Object guards(int offset, int count) {
        int length = offset + count + GUARDS;
        Object guards = array.apply(length);
        setter.set(guards, 0, GUARD);
        for (int done = 1; done < length; done *= 2)
            System.arraycopy(guards, 0, guards, done, Math.min(done, length - done));
        return guards;
    }

    /** Returns data, which depend on a seed, between guards. */
    Object data(int offset, int count, int seed) {
        return data(offset, count, 0, seed);
    }

    /** Returns data between guards, of which some more stand where there was room for more data. */
    Object data(int offset, int count, int more, int seed) {
        Object data = guards(offset, count + more);
        for (int i = 0; i < count; i++) setter.set(data, offset + i, seed + i);
        return data;
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
