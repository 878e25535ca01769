package org.jmpi.codec.kryo;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.Serializer;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import java.util.Collection;
import java.util.function.Function;

/** Collections that are made of their elements and take no others. */
final class FixedElementsSerializer extends Serializer<Collection<?>> {
    private final Function<Object[], Collection<?>> maker;

    FixedElementsSerializer(Function<Object[], Collection<?>> maker) {
        this.maker = maker;
    }

    @Override
    public void write(Kryo kryo, Output output, Collection<?> collection) {
        Object[] elements = collection.toArray();
        output.writeVarInt(elements.length, true);
        for (Object element : elements) kryo.writeClassAndObject(output, element);
    }

    @Override
    public Collection<?> read(Kryo kryo, Input input, Class<? extends Collection<?>> type) {
        Object[] elements = new Object[((BulkInput) input).readLength()];
        for (int i = 0; i < elements.length; i++) elements[i] = kryo.readClassAndObject(input);
        return maker.apply(elements);
    }
}
