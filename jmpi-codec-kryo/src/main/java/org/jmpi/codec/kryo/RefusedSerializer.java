package org.jmpi.codec.kryo;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.KryoException;
import com.esotericsoftware.kryo.kryo5.Serializer;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import java.io.InvalidClassException;
import org.jmpi.comm.datatype.ObjectFilter;

/** Stands for a class that the allow-list does not name. */
final class RefusedSerializer extends Serializer<Object> {
    private final String name;

    RefusedSerializer(Class<?> type) {
        super(true);
        name = type.getName();
    }

    @Override
    public void write(Kryo kryo, Output output, Object object) {
        throw refusal();
    }

    @Override
    public Object read(Kryo kryo, Input input, Class<?> type) {
        throw refusal();
    }

    private KryoException refusal() {
        return new KryoException(new InvalidClassException(name, ObjectFilter.REFUSAL));
    }
}
