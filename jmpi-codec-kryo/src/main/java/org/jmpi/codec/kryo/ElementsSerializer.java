package org.jmpi.codec.kryo;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.Serializer;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import java.util.Collection;
import java.util.Comparator;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Collections that can be made empty and then filled.
 *
 * @param <C> their class
 */
final class ElementsSerializer<C extends Collection<Object>> extends Serializer<C> {
    /** For more elements a collection grows as they come. */
    private static final int MOST_AHEAD = 1 << 16;

    private final Function<C, Object> comparator;
    private final Maker<C> maker;

    /** Makes an empty collection. */
    private interface Maker<C> {
        C make(int size, Comparator<Object> comparator);
    }

    private ElementsSerializer(Function<C, Object> comparator, Maker<C> maker) {
        this.comparator = comparator;
        this.maker = maker;
    }

    /** For collections that keep an order of their own. */
    static <C extends Collection<Object>> ElementsSerializer<C> unsorted(IntFunction<C> maker) {
        return new ElementsSerializer<>(null, (size, none) -> maker.apply(size));
    }

    /** For collections that a comparator orders, which may be null. */
    static <C extends Collection<Object>> ElementsSerializer<C> sorted(
            Function<C, Object> comparator, Function<Comparator<Object>, C> maker) {
        return new ElementsSerializer<>(comparator, (size, order) -> maker.apply(order));
    }

    @Override
    public void write(Kryo kryo, Output output, C collection) {
        if (comparator != null) kryo.writeClassAndObject(output, comparator.apply(collection));
        Object[] elements = collection.toArray();
        output.writeVarInt(elements.length, true);
        for (Object element : elements) kryo.writeClassAndObject(output, element);
    }

    @Override
    @SuppressWarnings("unchecked")
    public C read(Kryo kryo, Input input, Class<? extends C> type) {
        Comparator<Object> order = comparator == null ? null : (Comparator<Object>) kryo.readClassAndObject(input);
        int size = ((BulkInput) input).readLength();
        C collection = maker.make(Math.min(size, MOST_AHEAD), order);
        kryo.reference(collection);
        for (int i = 0; i < size; i++) collection.add(kryo.readClassAndObject(input));
        return collection;
    }
}
