package org.jmpi.codec.kryo;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.Serializer;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import java.lang.reflect.Array;
import java.util.Map;

/**
 * Arrays of a primitive type, by whole buffers; see {@link BulkOutput}.
 *
 * @param <A> the array's class
 */
final class PrimitiveArraySerializer<A> extends Serializer<A> {
    /** Writes the elements of an array. */
    private interface Writer<A> {
        void write(Output output, A array, int length);
    }

    /** Reads an array; checks that so many elements are there before it takes memory. */
    private interface Reader<A> {
        A read(Input input, int length);
    }

    private static final Map<Class<?>, PrimitiveArraySerializer<?>> OF_TYPE = Map.of(
            byte[].class,
            new PrimitiveArraySerializer<byte[]>(
                    (output, array, length) -> output.writeBytes(array, 0, length), Input::readBytes),
            boolean[].class,
            new PrimitiveArraySerializer<boolean[]>(
                    (output, array, length) -> output.writeBooleans(array, 0, length), Input::readBooleans),
            short[].class,
            new PrimitiveArraySerializer<short[]>(
                    (output, array, length) -> output.writeShorts(array, 0, length), Input::readShorts),
            char[].class,
            new PrimitiveArraySerializer<char[]>(
                    (output, array, length) -> output.writeChars(array, 0, length), Input::readChars),
            int[].class,
            new PrimitiveArraySerializer<int[]>(
                    (output, array, length) -> output.writeInts(array, 0, length), Input::readInts),
            long[].class,
            new PrimitiveArraySerializer<long[]>(
                    (output, array, length) -> output.writeLongs(array, 0, length), Input::readLongs),
            float[].class,
            new PrimitiveArraySerializer<float[]>(
                    (output, array, length) -> output.writeFloats(array, 0, length), Input::readFloats),
            double[].class,
            new PrimitiveArraySerializer<double[]>(
                    (output, array, length) -> output.writeDoubles(array, 0, length), Input::readDoubles));

    private final Writer<A> writer;
    private final Reader<A> reader;

    private PrimitiveArraySerializer(Writer<A> writer, Reader<A> reader) {
        this.writer = writer;
        this.reader = reader;
    }

    static PrimitiveArraySerializer<?> of(Class<?> type) {
        return OF_TYPE.get(type);
    }

    @Override
    public void write(Kryo kryo, Output output, A array) {
        int length = Array.getLength(array);
        output.writeVarInt(length, true);
        writer.write(output, array, length);
    }

    @Override
    public A read(Kryo kryo, Input input, Class<? extends A> type) {
        return reader.read(input, input.readVarInt(true));
    }
}
