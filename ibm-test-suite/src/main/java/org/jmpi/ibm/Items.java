package org.jmpi.ibm;

import java.lang.reflect.Array;
import java.util.function.IntUnaryOperator;
import mpi.Datatype;
import mpi.MPI;

/**
 * The items of a message, each of which stands for an int: what a program does with numbers, its twin does with
 * objects.
 *
 * <p>A buffer that has just been made is 0 or null everywhere.
 */
public enum Items {
    BYTES(MPI.BYTE, byte.class) {
        @Override
        public void put(Object buffer, int index, int value) {
            ((byte[]) buffer)[index] = (byte) value;
        }
    },
    CHARS(MPI.CHAR, char.class) {
        @Override
        public void put(Object buffer, int index, int value) {
            ((char[]) buffer)[index] = (char) value;
        }
    },
    INTS(MPI.INT, int.class) {
        @Override
        public void put(Object buffer, int index, int value) {
            ((int[]) buffer)[index] = value;
        }
    },

    /** Arrays of several elements. An item that is put where there is one changes that array. */
    ROWS(MPI.OBJECT, int[].class) {
        @Override
        public void put(Object buffer, int index, int value) {
            int[][] rows = (int[][]) buffer;
            if (rows[index] == null) rows[index] = new int[4];
            for (int k = 0; k < rows[index].length; k++) rows[index][k] = value * (k + 1);
        }
    },

    /** Complex numbers; the sum of two items stands for the sum of their ints. */
    COMPLEX(MPI.OBJECT, Complex.class) {
        @Override
        public void put(Object buffer, int index, int value) {
            ((Complex[]) buffer)[index] = new Complex(value, -2 * value);
        }
    };

    /** A bound on the bytes of an object. */
    private static final int OBJECT_BYTES = 200;

    private final Datatype type;
    private final Class<?> component;

    Items(Datatype type, Class<?> component) {
        this.type = type;
        this.component = component;
    }

    public Datatype type() {
        return type;
    }

    /** Returns a new buffer. */
    public Object room(int count) {
        return Array.newInstance(component, count);
    }

    /** Puts the item that stands for a value into a buffer. */
    public abstract void put(Object buffer, int index, int value);

    /** Returns a buffer of the items that stand for these values. */
    public Object of(int... values) {
        return make(values.length, k -> values[k]);
    }

    /** Returns a buffer of the items that stand for {@code first}, {@code first + 1} and so on. */
    public Object range(int first, int count) {
        return make(count, k -> first + k);
    }

    /** Returns a buffer of items that stand for what a function gives for 0, 1 and so on. */
    public Object make(int count, IntUnaryOperator value) {
        Object buffer = room(count);
        for (int k = 0; k < count; k++) put(buffer, k, value.applyAsInt(k));
        return buffer;
    }

    /** Returns a copy of some items of a buffer. */
    public Object part(Object buffer, int from, int count) {
        Object part = room(count);
        System.arraycopy(buffer, from, part, 0, count);
        return part;
    }

    /** Returns memory to attach, just enough for this one message to be sent buffered. */
    public byte[] attachment(Object message) {
        int count = Array.getLength(message);
        int bytes = type == MPI.OBJECT
                ? MPI.COMM_WORLD.Pack(message, 0, count, type, new byte[OBJECT_BYTES * (count + 1)], 0)
                : MPI.COMM_WORLD.Pack_size(count, type);
        return new byte[bytes + MPI.BSEND_OVERHEAD];
    }
}
