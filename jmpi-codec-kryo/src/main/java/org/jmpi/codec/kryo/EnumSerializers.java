package org.jmpi.codec.kryo;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.KryoException;
import com.esotericsoftware.kryo.kryo5.Serializer;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;

/** Collections of constants. The first element tells the enum; an empty collection, whose enum nobody tells, is Java's. */
@SuppressWarnings({"rawtypes", "unchecked"}) // The enum is not known here.
final class EnumSerializers {
    private EnumSerializers() {}

    private static Enum<?> constant(Object object) {
        if (object instanceof Enum<?> constant) return constant;
        throw new KryoException("not an enum's constant: " + object);
    }

    /** Any {@link EnumSet}. */
    static final class OfSets extends Serializer<EnumSet> {
        @Override
        public void write(Kryo kryo, Output output, EnumSet set) {
            if (set.isEmpty()) throw new JavaNeeded(set.getClass());
            output.writeVarInt(set.size(), true);
            for (Object constant : set) kryo.writeClassAndObject(output, constant);
        }

        @Override
        public EnumSet read(Kryo kryo, Input input, Class<? extends EnumSet> type) {
            int size = ((BulkInput) input).readLength();
            Enum first = constant(kryo.readClassAndObject(input));
            EnumSet set = EnumSet.of(first);
            for (int i = 1; i < size; i++) set.add(constant(kryo.readClassAndObject(input)));
            return set;
        }
    }

    /** Any {@link EnumMap}. */
    static final class OfMaps extends Serializer<EnumMap> {
        @Override
        public void write(Kryo kryo, Output output, EnumMap map) {
            if (map.isEmpty()) throw new JavaNeeded(EnumMap.class);
            Map.Entry<?, ?>[] entries = ((EnumMap<?, ?>) map).entrySet().toArray(new Map.Entry<?, ?>[0]);
            output.writeVarInt(entries.length, true);
            kryo.writeClassAndObject(output, entries[0].getKey());
            for (Map.Entry<?, ?> entry : entries) {
                kryo.writeClassAndObject(output, entry.getKey());
                kryo.writeClassAndObject(output, entry.getValue());
            }
        }

        @Override
        public EnumMap read(Kryo kryo, Input input, Class<? extends EnumMap> type) {
            int size = ((BulkInput) input).readLength();
            EnumMap map = new EnumMap(constant(kryo.readClassAndObject(input)).getDeclaringClass());
            kryo.reference(map);
            for (int i = 0; i < size; i++)
                map.put(constant(kryo.readClassAndObject(input)), kryo.readClassAndObject(input));
            return map;
        }
    }
}
