package org.jmpi.codec.kryo;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.Serializer;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import java.lang.reflect.Array;

/** Arrays of objects, also of arrays. The class of each element is written only where it may differ. */
final class ObjectArraySerializer extends Serializer<Object[]> {
    @Override
    public void write(Kryo kryo, Output output, Object[] array) {
        Class<?> element = array.getClass().getComponentType();
        output.writeVarInt(array.length, true);
        if (kryo.isFinal(element)) {
            Serializer<?> serializer = kryo.getSerializer(element);
            for (Object object : array) kryo.writeObjectOrNull(output, object, serializer);
        } else {
            for (Object object : array) kryo.writeClassAndObject(output, object);
        }
    }

    @Override
    public Object[] read(Kryo kryo, Input input, Class<? extends Object[]> type) {
        Class<?> element = type.getComponentType();
        Object[] array = (Object[]) Array.newInstance(element, ((BulkInput) input).readLength());
        kryo.reference(array);
        if (kryo.isFinal(element)) {
            Serializer<?> serializer = kryo.getSerializer(element);
            for (int i = 0; i < array.length; i++) array[i] = kryo.readObjectOrNull(input, element, serializer);
        } else {
            for (int i = 0; i < array.length; i++) array[i] = kryo.readClassAndObject(input);
        }
        return array;
    }
}
