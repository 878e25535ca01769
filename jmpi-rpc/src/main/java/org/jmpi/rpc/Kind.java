package org.jmpi.rpc;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;

/** How a value of a declared type travels: primitive ones and arrays of them as their bytes, others by the codec. */
enum Kind {
    VOID(void.class, 0, null, value -> 0, bits -> null),
    BOOLEAN(boolean.class, 1, BasicType.BOOLEAN, value -> (Boolean) value ? 1 : 0, bits -> bits != 0),
    BYTE(byte.class, 1, BasicType.BYTE, value -> (Byte) value, bits -> (byte) bits),
    CHAR(char.class, 2, BasicType.CHAR, value -> (Character) value, bits -> (char) bits),
    SHORT(short.class, 2, BasicType.SHORT, value -> (Short) value, bits -> (short) bits),
    INT(int.class, 4, BasicType.INT, value -> (Integer) value, bits -> (int) bits),
    LONG(long.class, 8, BasicType.LONG, value -> (Long) value, bits -> bits),
    FLOAT(
            float.class,
            4,
            BasicType.FLOAT,
            value -> Float.floatToRawIntBits((Float) value),
            bits -> Float.intBitsToFloat((int) bits)),
    DOUBLE(
            double.class,
            8,
            BasicType.DOUBLE,
            value -> Double.doubleToRawLongBits((Double) value),
            Double::longBitsToDouble),
    TEXT(String.class, 0, null, null, null),
    /** An array whose elements are primitive. */
    ARRAY(null, 0, null, null, null),
    OBJECT(Object.class, 0, null, null, null);

    private static final Kind[] ALL = values();

    private final Class<?> type;
    private final int width;
    private final BasicType elements;
    private final ToLongFunction<Object> toBits;
    private final LongFunction<Object> ofBits;

    Kind(Class<?> type, int width, BasicType elements, ToLongFunction<Object> toBits, LongFunction<Object> ofBits) {
        this.type = type;
        this.width = width;
        this.elements = elements;
        this.toBits = toBits;
        this.ofBits = ofBits;
    }

    static Kind of(Class<?> declared) {
        for (Kind kind : ALL) if (kind.type == declared) return kind;
        return declared.isArray() && declared.getComponentType().isPrimitive() ? ARRAY : OBJECT;
    }

    /** Returns whether a value is one word: the word of an answer has it then. */
    boolean isWord() {
        return toBits != null;
    }

    long bits(Object value) {
        return toBits.applyAsLong(value);
    }

    Object value(long bits) {
        return ofBits.apply(bits);
    }

    /** Writes a value that is no object. */
    void write(Object value, Wire out) {
        if (isWord()) out.putBits(bits(value), width);
        else if (this == TEXT) out.putText((String) value);
        else writeArray(value, out);
    }

    /** Reads a value that is no object. */
    Object read(Class<?> declared, ByteBuffer in) {
        if (isWord()) return value(Wire.bits(in, width));
        return this == TEXT ? Wire.text(in) : readArray(of(declared.getComponentType()).elements, in);
    }

    private static void writeArray(Object array, Wire out) {
        if (array == null) {
            out.putInt(-1);
            return;
        }
        BasicType type = of(array.getClass().getComponentType()).elements;
        int count = Array.getLength(array);
        out.putInt(count);
        if (count > 0) pack(new Elements(array, 0, count), out.room((long) count * type.width()));
    }

    private static Object readArray(BasicType type, ByteBuffer in) {
        int count = Wire.count(in, type.width());
        if (count < 0) return null;
        Object array = type.newArray(count);
        if (count > 0) unpack(in, new Elements(array, 0, count));
        return array;
    }

    /** Some elements of a primitive array. */
    record Elements(Object array, int offset, int count) {
        Buffer buffer() {
            return new Buffer(array, offset, count, Layout.of(type()));
        }

        BasicType type() {
            return of(array.getClass().getComponentType()).elements;
        }
    }

    /** Writes elements, which fit. */
    static void pack(Elements from, ByteBuffer out) {
        from.buffer().segment().pack(0, out);
    }

    /** Reads elements; the position moves behind them. */
    static void unpack(ByteBuffer in, Elements to) {
        int end = in.position() + to.count() * to.type().width();
        ByteBuffer part = in.duplicate().order(in.order());
        to.buffer().segment().unpack(0, part.limit(end));
        in.position(end);
    }
}
