package org.jmpi.codec.kryo;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.KryoException;
import com.esotericsoftware.kryo.kryo5.Serializer;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import com.esotericsoftware.kryo.kryo5.serializers.CollectionSerializer;
import com.esotericsoftware.kryo.kryo5.serializers.DefaultArraySerializers.BooleanArraySerializer;
import com.esotericsoftware.kryo.kryo5.serializers.DefaultArraySerializers.ObjectArraySerializer;
import com.esotericsoftware.kryo.kryo5.serializers.DefaultSerializers.UUIDSerializer;
import com.esotericsoftware.kryo.kryo5.serializers.MapSerializer;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The JDK's classes that Kryo writes. Each has a number, which the order in this class gives. Their subclasses are not
 * among them, so no field of a subclass is lost. Java serialisation writes all others.
 */
@SuppressWarnings({"rawtypes", "unchecked"}) // as Kryo's own methods
final class JdkSerializers {
    /** The largest initial capacity, so that nested collections which claim the whole message allocate little. */
    private static final int MAX_CAPACITY = 1 << 10;

    private JdkSerializers() {}

    static void register(ProgramKryo kryo) {
        stock(kryo, byte[].class, short[].class, char[].class);
        kryo.number(boolean[].class, new BooleanArray());
        stock(kryo, int[].class, long[].class, float[].class, double[].class);
        stock(kryo, BigInteger.class, BigDecimal.class, BitSet.class);
        kryo.number(UUID.class, new UUIDSerializer());
        stock(kryo, Optional.class, OptionalInt.class, OptionalLong.class, OptionalDouble.class);
        stock(kryo, Duration.class, Instant.class, LocalDate.class, LocalTime.class, LocalDateTime.class);
        stock(kryo, EnumSet.class, TreeSet.class, TreeMap.class, PriorityQueue.class);
        Stream.of(Collections.emptyList(), Collections.emptySet(), Collections.emptyMap())
                .forEach(empty -> stock(kryo, empty.getClass()));
        Stream.of(Collections.singletonList(1), Collections.singleton(1), Collections.singletonMap(1, 1))
                .forEach(singleton -> stock(kryo, singleton.getClass()));
        for (Class<?> type : List.of(Object[].class, String[].class)) kryo.number(type, new ObjectArray(kryo, type));
        Stream.of(ArrayList.class, LinkedList.class, ArrayDeque.class, HashSet.class, LinkedHashSet.class)
                .forEach(type -> kryo.number(type, new Elements()));
        Stream.of(HashMap.class, LinkedHashMap.class, ConcurrentHashMap.class)
                .forEach(type -> kryo.number(type, new Entries()));
        made(kryo, Arrays.asList(), ArrayList.class, ArrayList::new, elements -> Arrays.asList(elements.toArray()));
        // A list that a stream makes may have nulls, and equals one of List.of.
        for (List<?> list :
                List.of(List.of(1), List.of(1, 2, 3), List.of(1, 2, 3).subList(0, 2)))
            made(
                    kryo,
                    list,
                    ArrayList.class,
                    ArrayList::new,
                    elements -> elements.stream().toList());
        for (Set<?> set : List.of(Set.of(1), Set.of(1, 2, 3)))
            made(kryo, set, ArrayList.class, ArrayList::new, Set::copyOf);
        for (Map<?, ?> map : List.of(Map.of(1, 1), Map.of(1, 1, 2, 2)))
            made(kryo, map, HashMap.class, HashMap::new, Map::copyOf);
    }

    private static void stock(ProgramKryo kryo, Class<?>... types) {
        for (Class<?> type : types) kryo.number(type, kryo.stock(type));
    }

    private static <T, S> void made(
            ProgramKryo kryo, T example, Class<S> form, Function<T, S> writer, Function<S, T> maker) {
        kryo.number(example.getClass(), new Made<>(form, writer, maker));
    }

    /** Arrays of booleans, which Kryo does not read as other arrays of primitives. */
    private static final class BooleanArray extends BooleanArraySerializer {
        @Override
        public boolean[] read(Kryo kryo, Input input, Class type) {
            ((BoundedInput) input).checkNextLength();
            return super.read(kryo, input, type);
        }
    }

    /** Arrays of objects. */
    static final class ObjectArray extends ObjectArraySerializer {
        ObjectArray(Kryo kryo, Class<?> type) {
            super(kryo, type);
            setElementsAreSameType(kryo.isFinal(type.getComponentType()));
        }

        @Override
        public Object[] read(Kryo kryo, Input input, Class type) {
            ((BoundedInput) input).checkNextLength();
            return super.read(kryo, input, type);
        }
    }

    /** Collections that are filled after they are made. */
    private static final class Elements extends CollectionSerializer<Collection> {
        @Override
        public void write(Kryo kryo, Output output, Collection collection) {
            // Kryo writes but their number, so that a short message would stand for a large collection.
            if (!collection.isEmpty() && collection.stream().allMatch(Objects::isNull))
                throw new KryoException(collection.getClass().getName() + " of nulls");
            super.write(kryo, output, collection);
        }

        @Override
        protected Collection create(Kryo kryo, Input input, Class<? extends Collection> type, int size) {
            int capacity = Math.min(MAX_CAPACITY, ((BoundedInput) input).checked(size, 1));
            return super.create(kryo, input, type, capacity);
        }
    }

    /** Maps that are filled after they are made. */
    private static final class Entries extends MapSerializer<Map> {
        @Override
        protected Map create(Kryo kryo, Input input, Class<? extends Map> type, int size) {
            int capacity = Math.min(MAX_CAPACITY, ((BoundedInput) input).checked(size, 2));
            return super.create(kryo, input, type, capacity);
        }
    }

    /** Objects that are written as an object of another class and made of it. */
    private static final class Made<T, S> extends Serializer<T> {
        private final Class<S> form;
        private final Function<T, S> writer;
        private final Function<S, T> maker;

        Made(Class<S> form, Function<T, S> writer, Function<S, T> maker) {
            this.form = form;
            this.writer = writer;
            this.maker = maker;
        }

        @Override
        public void write(Kryo kryo, Output output, T object) {
            kryo.writeObject(output, writer.apply(object));
        }

        @Override
        public T read(Kryo kryo, Input input, Class<? extends T> type) {
            return maker.apply(kryo.readObject(input, form));
        }
    }
}
