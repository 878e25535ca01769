package org.jmpi.codec.kryo;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.Serializer;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import com.esotericsoftware.kryo.kryo5.serializers.DefaultSerializers;
import com.esotericsoftware.kryo.kryo5.serializers.OptionalSerializers;
import com.esotericsoftware.kryo.kryo5.serializers.TimeSerializers;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Currency;
import java.util.Date;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * The JDK's classes that Kryo writes, each by a serializer of its own, since their fields are closed to others. Of these
 * classes alone, not of their subclasses, so that nothing of a subclass is lost. What is missing here, Java serialisation
 * writes ({@link Kind#JAVA}): also {@link java.time.ZonedDateTime} and {@link java.util.Locale}, of which Kryo's serializers
 * lose a part.
 */
final class JdkClasses {
    private JdkClasses() {}

    /** Tells each class and its serializer, always in the same order: the order gives their numbers in messages. */
    static void register(BiConsumer<Class<?>, Serializer<?>> registry) {
        numbersAndNames(registry);
        times(registry);
        collections(registry);
        sortedCollections(registry);
        fixedCollections(registry);
        maps(registry);
    }

    private static void numbersAndNames(BiConsumer<Class<?>, Serializer<?>> registry) {
        registry.accept(BigInteger.class, new DefaultSerializers.BigIntegerSerializer());
        registry.accept(BigDecimal.class, new DefaultSerializers.BigDecimalSerializer());
        registry.accept(AtomicBoolean.class, new DefaultSerializers.AtomicBooleanSerializer());
        registry.accept(AtomicInteger.class, new DefaultSerializers.AtomicIntegerSerializer());
        registry.accept(AtomicLong.class, new DefaultSerializers.AtomicLongSerializer());
        registry.accept(BitSet.class, new DefaultSerializers.BitSetSerializer());
        registry.accept(StringBuilder.class, new DefaultSerializers.StringBuilderSerializer());
        registry.accept(StringBuffer.class, new DefaultSerializers.StringBufferSerializer());
        registry.accept(UUID.class, new DefaultSerializers.UUIDSerializer());
        registry.accept(URI.class, new DefaultSerializers.URISerializer());
        registry.accept(Currency.class, new DefaultSerializers.CurrencySerializer());
        registry.accept(Optional.class, new OptionalSerializers.OptionalSerializer());
        registry.accept(OptionalInt.class, new OptionalSerializers.OptionalIntSerializer());
        registry.accept(OptionalLong.class, new OptionalSerializers.OptionalLongSerializer());
        registry.accept(OptionalDouble.class, new OptionalSerializers.OptionalDoubleSerializer());
    }

    private static void times(BiConsumer<Class<?>, Serializer<?>> registry) {
        registry.accept(Date.class, new DateSerializer());
        registry.accept(Duration.class, new TimeSerializers.DurationSerializer());
        registry.accept(Instant.class, new TimeSerializers.InstantSerializer());
        registry.accept(LocalDate.class, new TimeSerializers.LocalDateSerializer());
        registry.accept(LocalTime.class, new TimeSerializers.LocalTimeSerializer());
        registry.accept(LocalDateTime.class, new TimeSerializers.LocalDateTimeSerializer());
        registry.accept(ZoneOffset.class, new TimeSerializers.ZoneOffsetSerializer());
        registry.accept(OffsetTime.class, new TimeSerializers.OffsetTimeSerializer());
        registry.accept(OffsetDateTime.class, new TimeSerializers.OffsetDateTimeSerializer());
        registry.accept(Year.class, new TimeSerializers.YearSerializer());
        registry.accept(YearMonth.class, new TimeSerializers.YearMonthSerializer());
        registry.accept(MonthDay.class, new TimeSerializers.MonthDaySerializer());
        registry.accept(Period.class, new TimeSerializers.PeriodSerializer());
    }

    /** Kryo's own serializer needs module java.sql, which may not be there. */
    private static final class DateSerializer extends Serializer<Date> {
        @Override
        public void write(Kryo kryo, Output output, Date date) {
            output.writeVarLong(date.getTime(), true);
        }

        @Override
        public Date read(Kryo kryo, Input input, Class<? extends Date> type) {
            return new Date(input.readVarLong(true));
        }
    }

    private static void collections(BiConsumer<Class<?>, Serializer<?>> registry) {
        unsorted(registry, ArrayList.class, ArrayList::new);
        unsorted(registry, LinkedList.class, size -> new LinkedList<>());
        unsorted(registry, ArrayDeque.class, ArrayDeque::new);
        unsorted(registry, Vector.class, Vector::new);
        unsorted(registry, CopyOnWriteArrayList.class, size -> new CopyOnWriteArrayList<>());
        unsorted(registry, HashSet.class, HashSet::new);
        unsorted(registry, LinkedHashSet.class, LinkedHashSet::new);
        registry.accept(EnumSet.class, new EnumSerializers.OfSets());
    }

    private static void unsorted(
            BiConsumer<Class<?>, Serializer<?>> registry, Class<?> type, IntFunction<Collection<Object>> maker) {
        registry.accept(type, ElementsSerializer.unsorted(maker));
    }

    private static void sortedCollections(BiConsumer<Class<?>, Serializer<?>> registry) {
        Function<TreeSet<Object>, Object> ofSet = TreeSet::comparator;
        Function<Comparator<Object>, TreeSet<Object>> set = TreeSet::new;
        registry.accept(TreeSet.class, ElementsSerializer.sorted(ofSet, set));
        Function<PriorityQueue<Object>, Object> ofQueue = PriorityQueue::comparator;
        Function<Comparator<Object>, PriorityQueue<Object>> queue = PriorityQueue::new;
        registry.accept(PriorityQueue.class, ElementsSerializer.sorted(ofQueue, queue));
    }

    private static void fixedCollections(BiConsumer<Class<?>, Serializer<?>> registry) {
        fixed(registry, Arrays.asList().getClass(), Arrays::asList);
        fixed(registry, Collections.emptyList().getClass(), none -> Collections.emptyList());
        fixed(registry, Collections.emptySet().getClass(), none -> Collections.emptySet());
        fixed(registry, Collections.singletonList(1).getClass(), one -> Collections.singletonList(one[0]));
        fixed(registry, Collections.singleton(1).getClass(), one -> Collections.singleton(one[0]));
        fixed(registry, List.of(1).getClass(), JdkClasses::list);
        fixed(registry, List.of(1, 2, 3).getClass(), JdkClasses::list);
        fixed(registry, List.of(1, 2, 3).subList(0, 2).getClass(), JdkClasses::list);
        fixed(registry, Set.of(1).getClass(), Set::of);
        fixed(registry, Set.of(1, 2, 3).getClass(), Set::of);
    }

    private static void fixed(
            BiConsumer<Class<?>, Serializer<?>> registry, Class<?> type, Function<Object[], Collection<?>> maker) {
        registry.accept(type, new FixedElementsSerializer(maker));
    }

    /** Only streams make unmodifiable lists with nulls. */
    private static List<Object> list(Object[] elements) {
        for (Object element : elements)
            if (element == null) return Arrays.stream(elements).toList();
        return List.of(elements);
    }

    private static void maps(BiConsumer<Class<?>, Serializer<?>> registry) {
        registry.accept(HashMap.class, EntriesSerializer.unsorted(HashMap::new));
        registry.accept(LinkedHashMap.class, EntriesSerializer.unsorted(LinkedHashMap::new));
        registry.accept(ConcurrentHashMap.class, EntriesSerializer.unsorted(ConcurrentHashMap::new));
        registry.accept(
                TreeMap.class,
                EntriesSerializer.sorted(map -> ((TreeMap<Object, Object>) map).comparator(), TreeMap::new));
        registry.accept(EnumMap.class, new EnumSerializers.OfMaps());
        registry.accept(Collections.emptyMap().getClass(), EntriesSerializer.fixed(none -> Collections.emptyMap()));
        registry.accept(Collections.singletonMap(1, 1).getClass(), EntriesSerializer.fixed(one -> {
            Map.Entry<Object, Object> entry = one.entrySet().iterator().next();
            return Collections.singletonMap(entry.getKey(), entry.getValue());
        }));
        registry.accept(Map.of(1, 1).getClass(), EntriesSerializer.fixed(Map::copyOf));
        registry.accept(Map.of(1, 1, 2, 2).getClass(), EntriesSerializer.fixed(Map::copyOf));
    }
}
