package org.jmpi.comm.datatype;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/**
 * The basic datatypes: one per kind of Java array, and objects.
 *
 * <p>On the wire every element is little-endian and takes {@link #width} bytes. More than {@value #FEW} elements are copied
 * through a buffer view, which the JIT turns into one memory copy; for fewer, a loop costs less than the view.
 */
public enum BasicType {
    /** {@code byte[]}. */
    BYTE(1, byte[].class) {
        @Override
        void pack(Object array, int index, int count, ByteBuffer target) {
            target.put((byte[]) array, index, count);
        }

        @Override
        void unpack(ByteBuffer source, Object array, int index, int count) {
            source.get((byte[]) array, index, count);
        }

        @Override
        long bits(Object array, int index) {
            return ((byte[]) array)[index];
        }

        @Override
        void setBits(Object array, int index, long bits) {
            ((byte[]) array)[index] = (byte) bits;
        }
    },

    /** {@code char[]}. */
    CHAR(2, char[].class) {
        @Override
        void pack(Object array, int index, int count, ByteBuffer target) {
            char[] elements = (char[]) array;
            if (count <= FEW) {
                for (int i = index; i < index + count; i++) target.putChar(elements[i]);
            } else {
                target.asCharBuffer().put(elements, index, count);
                target.position(target.position() + count * 2);
            }
        }

        @Override
        void unpack(ByteBuffer source, Object array, int index, int count) {
            char[] elements = (char[]) array;
            if (count <= FEW) {
                for (int i = index; i < index + count; i++) elements[i] = source.getChar();
            } else {
                source.asCharBuffer().get(elements, index, count);
                source.position(source.position() + count * 2);
            }
        }

        @Override
        long bits(Object array, int index) {
            return ((char[]) array)[index];
        }

        @Override
        void setBits(Object array, int index, long bits) {
            ((char[]) array)[index] = (char) bits;
        }
    },

    /** {@code short[]}. */
    SHORT(2, short[].class) {
        @Override
        void pack(Object array, int index, int count, ByteBuffer target) {
            short[] elements = (short[]) array;
            if (count <= FEW) {
                for (int i = index; i < index + count; i++) target.putShort(elements[i]);
            } else {
                target.asShortBuffer().put(elements, index, count);
                target.position(target.position() + count * 2);
            }
        }

        @Override
        void unpack(ByteBuffer source, Object array, int index, int count) {
            short[] elements = (short[]) array;
            if (count <= FEW) {
                for (int i = index; i < index + count; i++) elements[i] = source.getShort();
            } else {
                source.asShortBuffer().get(elements, index, count);
                source.position(source.position() + count * 2);
            }
        }

        @Override
        long bits(Object array, int index) {
            return ((short[]) array)[index];
        }

        @Override
        void setBits(Object array, int index, long bits) {
            ((short[]) array)[index] = (short) bits;
        }
    },

    /** {@code boolean[]}; an element is 0 or 1. */
    BOOLEAN(1, boolean[].class) {
        @Override
        void pack(Object array, int index, int count, ByteBuffer target) {
            boolean[] elements = (boolean[]) array;
            for (int i = index; i < index + count; i++) target.put((byte) (elements[i] ? 1 : 0));
        }

        @Override
        void unpack(ByteBuffer source, Object array, int index, int count) {
            boolean[] elements = (boolean[]) array;
            for (int i = index; i < index + count; i++) elements[i] = source.get() != 0;
        }

        @Override
        long bits(Object array, int index) {
            return ((boolean[]) array)[index] ? 1 : 0;
        }

        @Override
        void setBits(Object array, int index, long bits) {
            ((boolean[]) array)[index] = bits != 0;
        }
    },

    /** {@code int[]}. */
    INT(4, int[].class) {
        @Override
        void pack(Object array, int index, int count, ByteBuffer target) {
            int[] elements = (int[]) array;
            if (count <= FEW) {
                for (int i = index; i < index + count; i++) target.putInt(elements[i]);
            } else {
                target.asIntBuffer().put(elements, index, count);
                target.position(target.position() + count * 4);
            }
        }

        @Override
        void unpack(ByteBuffer source, Object array, int index, int count) {
            int[] elements = (int[]) array;
            if (count <= FEW) {
                for (int i = index; i < index + count; i++) elements[i] = source.getInt();
            } else {
                source.asIntBuffer().get(elements, index, count);
                source.position(source.position() + count * 4);
            }
        }

        @Override
        long bits(Object array, int index) {
            return ((int[]) array)[index];
        }

        @Override
        void setBits(Object array, int index, long bits) {
            ((int[]) array)[index] = (int) bits;
        }
    },

    /** {@code long[]}. */
    LONG(8, long[].class) {
        @Override
        void pack(Object array, int index, int count, ByteBuffer target) {
            long[] elements = (long[]) array;
            if (count <= FEW) {
                for (int i = index; i < index + count; i++) target.putLong(elements[i]);
            } else {
                target.asLongBuffer().put(elements, index, count);
                target.position(target.position() + count * 8);
            }
        }

        @Override
        void unpack(ByteBuffer source, Object array, int index, int count) {
            long[] elements = (long[]) array;
            if (count <= FEW) {
                for (int i = index; i < index + count; i++) elements[i] = source.getLong();
            } else {
                source.asLongBuffer().get(elements, index, count);
                source.position(source.position() + count * 8);
            }
        }

        @Override
        long bits(Object array, int index) {
            return ((long[]) array)[index];
        }

        @Override
        void setBits(Object array, int index, long bits) {
            ((long[]) array)[index] = bits;
        }
    },

    /** {@code float[]}. */
    FLOAT(4, float[].class) {
        @Override
        void pack(Object array, int index, int count, ByteBuffer target) {
            float[] elements = (float[]) array;
            if (count <= FEW) {
                for (int i = index; i < index + count; i++) target.putFloat(elements[i]);
            } else {
                target.asFloatBuffer().put(elements, index, count);
                target.position(target.position() + count * 4);
            }
        }

        @Override
        void unpack(ByteBuffer source, Object array, int index, int count) {
            float[] elements = (float[]) array;
            if (count <= FEW) {
                for (int i = index; i < index + count; i++) elements[i] = source.getFloat();
            } else {
                source.asFloatBuffer().get(elements, index, count);
                source.position(source.position() + count * 4);
            }
        }

        @Override
        long bits(Object array, int index) {
            return Float.floatToRawIntBits(((float[]) array)[index]);
        }

        @Override
        void setBits(Object array, int index, long bits) {
            ((float[]) array)[index] = Float.intBitsToFloat((int) bits);
        }
    },

    /** {@code double[]}. */
    DOUBLE(8, double[].class) {
        @Override
        void pack(Object array, int index, int count, ByteBuffer target) {
            double[] elements = (double[]) array;
            if (count <= FEW) {
                for (int i = index; i < index + count; i++) target.putDouble(elements[i]);
            } else {
                target.asDoubleBuffer().put(elements, index, count);
                target.position(target.position() + count * 8);
            }
        }

        @Override
        void unpack(ByteBuffer source, Object array, int index, int count) {
            double[] elements = (double[]) array;
            if (count <= FEW) {
                for (int i = index; i < index + count; i++) elements[i] = source.getDouble();
            } else {
                source.asDoubleBuffer().get(elements, index, count);
                source.position(source.position() + count * 8);
            }
        }

        @Override
        long bits(Object array, int index) {
            return Double.doubleToRawLongBits(((double[]) array)[index]);
        }

        @Override
        void setBits(Object array, int index, long bits) {
            ((double[]) array)[index] = Double.longBitsToDouble(bits);
        }
    },

    /** {@code Object[]}, encoded by an {@link ObjectCodec}: its elements have no width. */
    OBJECT(0, Object[].class),

    /** {@code byte[]} that holds packed elements of any type. */
    PACKED(1, byte[].class) {
        @Override
        void pack(Object array, int index, int count, ByteBuffer target) {
            BYTE.pack(array, index, count, target);
        }

        @Override
        void unpack(ByteBuffer source, Object array, int index, int count) {
            BYTE.unpack(source, array, index, count);
        }

        @Override
        long bits(Object array, int index) {
            return BYTE.bits(array, index);
        }

        @Override
        void setBits(Object array, int index, long bits) {
            BYTE.setBits(array, index, bits);
        }
    };

    private static final int FEW = 8;
    private static final BasicType[] TYPES = values();

    private final int width;
    private final Class<?> arrayClass;

    BasicType(int width, Class<?> arrayClass) {
        this.width = width;
        this.arrayClass = arrayClass;
    }

    /** Returns the bytes of one element on the wire; 0 for {@link #OBJECT}. */
    public int width() {
        return width;
    }

    /** Returns the array's class that a buffer of this type has. */
    public Class<?> arrayClass() {
        return arrayClass;
    }

    /** Returns a new array for this many elements. */
    public Object newArray(int elements) {
        return Array.newInstance(arrayClass.getComponentType(), elements);
    }

    /** Returns whether elements of this type may arrive where elements of the other are awaited (MPI-4.1 section 3.3.1). */
    public boolean matches(BasicType other) {
        return this == other || this == PACKED && other != OBJECT || other == PACKED && this != OBJECT;
    }

    /**
     * Returns the type with this ordinal.
     *
     * @throws CommException of class INTERN if there is none
     */
    public static BasicType of(int ordinal) {
        if (ordinal < 0 || ordinal >= TYPES.length)
            throw new CommException(ErrorClass.INTERN, "no such basic type on the wire: " + ordinal);
        return TYPES[ordinal];
    }

    void pack(Object array, int index, int count, ByteBuffer target) {
        throw noElements();
    }

    void unpack(ByteBuffer source, Object array, int index, int count) {
        throw noElements();
    }

    /** Returns an element's bits, for a transfer that ends in the middle of it. */
    long bits(Object array, int index) {
        throw noElements();
    }

    void setBits(Object array, int index, long bits) {
        throw noElements();
    }

    private CommException noElements() {
        return new CommException(ErrorClass.INTERN, this + " has no elements of a fixed width");
    }
}
