package org.jmpi.codec.kryo;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.Serializer;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/** Maps. */
final class EntriesSerializer extends Serializer<Map<Object, Object>> {
    private final Function<Map<Object, Object>, Object> comparator;
    private final Function<Comparator<Object>, Map<Object, Object>> maker;
    private final Function<Map<Object, Object>, Map<Object, Object>> finish;

    private EntriesSerializer(
            Function<Map<Object, Object>, Object> comparator,
            Function<Comparator<Object>, Map<Object, Object>> maker,
            Function<Map<Object, Object>, Map<Object, Object>> finish) {
        this.comparator = comparator;
        this.maker = maker;
        this.finish = finish;
    }

    /** For maps that keep an order of their own. */
    static EntriesSerializer unsorted(Supplier<Map<Object, Object>> maker) {
        return new EntriesSerializer(null, order -> maker.get(), null);
    }

    /** For maps that a comparator orders, which may be null. */
    static EntriesSerializer sorted(
            Function<Map<Object, Object>, Object> comparator, Function<Comparator<Object>, Map<Object, Object>> maker) {
        return new EntriesSerializer(comparator, maker, null);
    }

    /** For maps that are made of their entries and take no others. */
    static EntriesSerializer fixed(Function<Map<Object, Object>, Map<Object, Object>> finish) {
        return new EntriesSerializer(null, order -> new LinkedHashMap<>(), finish);
    }

    @Override
    public void write(Kryo kryo, Output output, Map<Object, Object> map) {
        if (comparator != null) kryo.writeClassAndObject(output, comparator.apply(map));
        Map.Entry<?, ?>[] entries = map.entrySet().toArray(new Map.Entry<?, ?>[0]);
        output.writeVarInt(entries.length, true);
        for (Map.Entry<?, ?> entry : entries) {
            kryo.writeClassAndObject(output, entry.getKey());
            kryo.writeClassAndObject(output, entry.getValue());
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public Map<Object, Object> read(Kryo kryo, Input input, Class<? extends Map<Object, Object>> type) {
        Map<Object, Object> map =
                maker.apply(comparator == null ? null : (Comparator<Object>) kryo.readClassAndObject(input));
        if (finish == null) kryo.reference(map);
        int size = ((BulkInput) input).readLength();
        for (int i = 0; i < size; i++) map.put(kryo.readClassAndObject(input), kryo.readClassAndObject(input));
        return finish == null ? map : finish.apply(map);
    }
}
