package org.jmpi.codec.kryo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.NotSerializableException;
import java.io.Serializable;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jmpi.codec.kryo.Shapes.Descending;
import org.jmpi.comm.datatype.ByteChunks;
import org.jmpi.comm.datatype.JavaObjectCodec;
import org.jmpi.comm.datatype.Node;
import org.jmpi.comm.datatype.ObjectCodec;
import org.jmpi.comm.datatype.ObjectCodecContract;
import org.jmpi.comm.datatype.ObjectFilter;
import org.jmpi.comm.datatype.ProgramClasses;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KryoCodecTest extends ObjectCodecContract {
    private final ObjectCodec codec = codec(null);

    @Override
    protected ObjectCodec codec(String filter, ProgramClasses classes) {
        return new KryoCodec(filter, "", classes);
    }

    private static ObjectCodec listing(Class<?>... classes) {
        List<String> names = Stream.of(classes).map(Class::getName).toList();
        return new KryoCodec(null, String.join(", ", names), new ProgramClasses());
    }

    private static char format(ObjectCodec codec, Object... objects) throws IOException {
        return (char) encode(codec, objects, 0, objects.length)[0];
    }

    /** Returns what comes back of an object that Kryo itself writes. */
    @SuppressWarnings("unchecked")
    private <T> T copy(T object) throws Exception {
        assertEquals('K', format(codec, object));
        return (T) roundTrip(codec, object)[0];
    }

    static List<Object> values() {
        return List.of(
                new BigInteger("-123456789012345678901234567890"),
                new BigDecimal("0.10"),
                "\uD800 alone, \u4e00, \u00e4",
                "x".repeat(200_000),
                "\u4e00".repeat(100_000),
                'x',
                Instant.MIN,
                LocalDateTime.of(2026, 11, 21, 1, 2, 3, 4),
                LocalTime.MAX,
                UUID.randomUUID(),
                Optional.of(List.of(1)),
                OptionalInt.empty(),
                BitSet.valueOf(new long[] {5, 0, 7}),
                TimeUnit.DAYS,
                Shapes.Operator.MINUS);
    }

    static List<Object> collections() {
        Map<String, Integer> map = new LinkedHashMap<>();
        map.put("z", 1);
        map.put(null, 2);
        map.put("a", null);
        return List.of(
                new ArrayList<>(Arrays.asList(1, null, "x")),
                new LinkedList<>(List.of(1, 2)),
                new LinkedHashSet<>(List.of(3, 1, 2)),
                EnumSet.of(TimeUnit.DAYS, TimeUnit.HOURS),
                EnumSet.of(Shapes.Operator.MINUS),
                Arrays.asList(1, null),
                Collections.emptyList(),
                Collections.emptySet(),
                Collections.emptyMap(),
                Collections.singletonList(null),
                Collections.singleton(1),
                Collections.singletonMap("a", null),
                List.of(),
                List.of(1),
                List.of(1, 2, 3),
                List.of(1, 2, 3).subList(1, 3),
                Stream.of(1, null).toList(),
                Set.of(),
                Set.of(1),
                Set.of(1, 2, 3),
                new HashMap<>(map),
                map,
                new ConcurrentHashMap<>(Map.of(1, 2)),
                new TreeMap<>(Map.of(2, 1, 1, 2)),
                Map.of(),
                Map.of(1, 1),
                Map.of(1, 1, 2, 2));
    }

    @ParameterizedTest
    @MethodSource({"values", "collections"})
    void kryoWritesValuesAndCollections(Object object) throws Exception {
        Object copy = copy(object);
        assertEquals(object, copy);
        if (object instanceof Collection<?> elements)
            assertArrayEquals(elements.toArray(), ((Collection<?>) copy).toArray());
        assertEquals(object.getClass().isEnum() ? object.getClass() : copy.getClass(), copy.getClass());
    }

    @Test
    void unmodifiableCollectionsStaySo() throws Exception {
        assertThrows(UnsupportedOperationException.class, () -> copy(List.of(1)).add(2));
        assertThrows(
                UnsupportedOperationException.class, () -> copy(Map.of(1, 1)).put(2, 2));
        assertThrows(
                UnsupportedOperationException.class,
                () -> copy(Collections.emptyList()).add(2));
    }

    @Test
    void comparatorsTravelAlong() throws Exception {
        TreeSet<Integer> set = new TreeSet<>(new Descending());
        Collections.addAll(set, 1, 3, 2);
        assertArrayEquals(new Object[] {3, 2, 1}, copy(set).toArray());
        TreeMap<Integer, String> map = new TreeMap<>(new Descending());
        map.put(1, "a");
        assertEquals(Descending.class, copy(map).comparator().getClass());
        PriorityQueue<Integer> queue = new PriorityQueue<>(new Descending());
        Collections.addAll(queue, 1, 3, 2);
        assertEquals(3, copy(queue).poll());
        assertEquals(1, copy(new ArrayDeque<>(List.of(1, 2))).poll());
    }

    @Test
    void bigArraysComeBack() throws Exception {
        double[][] matrix = new double[300][1000];
        for (int i = 0; i < 300; i++) for (int j = 0; j < 1000; j++) matrix[i][j] = i * 1e3 + j;
        int n = 100_001;
        byte[] bytes = new byte[n];
        boolean[] flags = new boolean[n];
        short[] shorts = new short[n];
        char[] chars = new char[n];
        int[] ints = new int[n];
        long[] longs = new long[n];
        float[] floats = new float[n];
        for (int i = 0; i < n; i++) {
            bytes[i] = (byte) i;
            flags[i] = i % 3 == 0;
            shorts[i] = (short) (i * 7);
            chars[i] = (char) (i * 11);
            ints[i] = i * 0x01010101;
            longs[i] = i * 0x0101010101010101L;
            floats[i] = i / 3f;
        }
        Object[] sent = {matrix, bytes, flags, shorts, chars, ints, longs, floats, new Integer[] {1, null}};
        assertEquals('K', format(codec, sent));
        assertTrue(Arrays.deepEquals(sent, roundTrip(codec, sent)));
    }

    @Test
    void objectsAreMadeAsJavaSerialisationMakesThem() throws Exception {
        Shapes.Circle circle = new Shapes.Circle(2, "note");
        Shapes.Circle copy = copy(circle);
        assertEquals(2, copy.radius);
        assertEquals("made by the superclass", copy.origin, "of a superclass that is not serialisable");
        assertNull(copy.cache, "transient");
        assertEquals(1, Shapes.Circle.made, "a constructor of a serialisable class has run");
    }

    @Test
    void anInnerObjectKeepsItsOuterOne() throws Exception {
        Shapes.Outer outer = new Shapes.Outer("outer");
        Shapes.Outer.Inner copy = (Shapes.Outer.Inner) roundTrip(codec, outer.new Inner())[0];
        assertEquals("outer", copy.outerName());
        assertEquals('K', format(codec, outer.new Inner()));
    }

    @Test
    void fieldsOfOneNameInTwoClassesStayApart() throws Exception {
        Shapes.Lower copy = copy(new Shapes.Lower("upper", "lower"));
        assertEquals("upper", copy.upper());
        assertEquals("lower", copy.lower());
    }

    @Test
    void whatWritesItselfKeepsItsMeaning() throws Exception {
        Shapes.Counting counting = new Shapes.Counting();
        Shapes.Chain chain = new Shapes.Chain("top");
        chain.add(chain);
        Object[] sent = {counting, chain, Shapes.Single.ONLY, new Shapes.External(5), chain};
        assertEquals('J', format(codec, sent));
        Object[] received = roundTrip(codec, sent);
        assertEquals(1, ((Shapes.Counting) received[0]).read);
        assertEquals("top", ((Shapes.Chain) received[1]).name);
        assertSame(received[1], ((Shapes.Chain) received[1]).get(0));
        assertSame(received[1], received[4]);
        assertSame(Shapes.Single.ONLY, received[2]);
        assertEquals(5, ((Shapes.External) received[3]).value);
    }

    @Test
    void whatKryoWouldLoseAPartOfIsWrittenByJava() throws Exception {
        ZonedDateTime later = ZonedDateTime.of(2026, 10, 25, 2, 30, 0, 0, ZoneId.of("Europe/Berlin"))
                .withLaterOffsetAtOverlap();
        Object[] sent = {
            later,
            Locale.forLanguageTag("zh-Hant-TW"),
            new EnumMap<>(Map.of(TimeUnit.DAYS, 1)),
            new EnumMap<>(TimeUnit.class),
            EnumSet.noneOf(Shapes.Nothing.class),
            Collections.unmodifiableList(new ArrayList<>(List.of(1))),
            new ArrayList<>(Collections.nCopies(1000, null)),
            Collections.reverseOrder()
        };
        for (Object object : sent) {
            assertEquals('J', format(codec, "before", object), object::toString);
            assertEquals(object, roundTrip(codec, "before", object, "after")[1]);
        }
    }

    @Test
    void nullNeedsNoClassThatCanBeWritten() throws Exception {
        Object[] sent = {new Void[1], new Shapes.Plain[2], new Shapes.Unwritten[2], new Shapes.Holder(5)};
        assertEquals('K', format(codec, sent));
        Object[] received = roundTrip(codec, sent);
        assertTrue(Arrays.deepEquals(Arrays.copyOf(sent, 3), Arrays.copyOf(received, 3)));
        assertEquals(5, ((Shapes.Holder) received[3]).value);
        assertNull(((Shapes.Holder) received[3]).plain);
    }

    @ParameterizedTest
    @MethodSource("collections")
    void objectsThatAreMadeOfOthersAreShared(Object object) throws Exception {
        assertEquals('K', format(codec, object, object));
        Object[] received = roundTrip(codec, object, new Object[] {object}, object);
        assertSame(received[0], received[2]);
        assertSame(received[0], ((Object[]) received[1])[0]);
    }

    @Test
    void messagesAreShorterThanJavas() throws Exception {
        List<Object> circles = new ArrayList<>();
        for (int i = 0; i < 100; i++) circles.add(new Shapes.Circle(i, "note"));
        Map<Object, Object> map = new HashMap<>();
        for (int i = 0; i < 100; i++) map.put("key " + i, i);
        ObjectCodec java = new JavaObjectCodec(new ObjectFilter(null));
        for (Object object : new Object[] {circles, circles.get(0), map, "text", List.of("a", "b"), new Integer[] {1}})
            assertTrue(
                    encode(codec, new Object[] {object}, 0, 1).length
                            < encode(java, new Object[] {object}, 0, 1).length,
                    object::toString);
    }

    @Test
    void lambdasAreRefused() {
        Comparator<Integer> plain = (a, b) -> 0;
        @SuppressWarnings("unchecked")
        Comparator<Integer> serializable = (Comparator<Integer> & Serializable) (a, b) -> 0;
        for (Object lambda : new Object[] {plain, serializable, new TreeSet<>(serializable)}) {
            NotSerializableException e = assertThrows(NotSerializableException.class, () -> format(codec, lambda));
            assertTrue(e.getMessage().contains(ObjectFilter.LAMBDA), e.getMessage());
        }
    }

    @Test
    void classesOnTheListHaveNumbersAndMayLackSerializable() throws Exception {
        Object[] sent = {new Shapes.Plain(3), new Shapes.Plain(4)};
        NotSerializableException e = assertThrows(NotSerializableException.class, () -> format(codec, sent));
        assertEquals(Shapes.Plain.class.getName(), e.getMessage());
        ObjectCodec listing = listing(Shapes.Circle.class, Shapes.Plain.class);
        byte[] bytes = encode(listing, sent, 0, 2);
        assertTrue(bytes.length < 12, bytes.length + " bytes");
        Object[] received = decode(listing, bytes, 2);
        assertEquals(3, ((Shapes.Plain) received[0]).value);
        assertEquals(4, ((Shapes.Plain) received[1]).value);
    }

    @Test
    void theFilterHoldsForClassesOnTheList() throws Exception {
        byte[] bytes = encode(listing(Shapes.Plain.class), new Object[] {new Shapes.Plain(3)}, 0, 1);
        ObjectCodec strict = new KryoCodec("java.lang.*;!*", Shapes.Plain.class.getName(), new ProgramClasses());
        IOException e = assertThrows(IOException.class, () -> decode(strict, bytes, 1));
        assertTrue(e.getMessage().contains(Shapes.Plain.class.getName()), e.getMessage());
    }

    @Test
    void aClassOnTheListThatIsNotThereIsNamed() {
        ObjectCodec wrong = new KryoCodec(null, "com.acme.Missing", new ProgramClasses());
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> format(wrong, 1));
        assertEquals("setting jmpi.object.classes: this rank lacks class com.acme.Missing", e.getMessage());
    }

    @Test
    void aCycleThatNoOrderOfMakingSolvesIsAnError() throws Exception {
        List<Object> inner = new ArrayList<>();
        List<Object> fixed = List.of(inner);
        inner.add(fixed);
        assertSame(inner.get(0), ((List<?>) fixed.get(0)).get(0));
        byte[] bytes = encode(codec, new Object[] {fixed}, 0, 1);
        IOException e = assertThrows(IOException.class, () -> decode(codec, bytes, 1));
        assertTrue(e.getMessage().contains("cycle"), e.getMessage());
        List<?> copy = copy(inner);
        assertSame(copy, ((List<?>) copy.get(0)).get(0));
    }

    @Test
    void classesOfEachLoaderAreItsOwn() throws Exception {
        byte[] bytes = encode(codec, new Object[] {new Node("n"), new Node[0]}, 0, 2);
        assertEquals('K', (char) bytes[0]);
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        for (int turn = 0; turn < 2; turn++) {
            ClassLoader own = new OwnLoader();
            try {
                Thread.currentThread().setContextClassLoader(own);
                Object[] received = decode(codec, bytes, 2);
                assertSame(own, received[0].getClass().getClassLoader());
                assertSame(own, received[1].getClass().getComponentType().getClassLoader());
            } finally {
                Thread.currentThread().setContextClassLoader(before);
            }
            assertSame(Node.class, decode(codec, bytes, 2)[0].getClass());
        }
    }

    @Test
    void listedClassesAreTheCallersOwn() throws Exception {
        ObjectCodec listing = new KryoCodec(null, "program.Receiver$Item", new ProgramClasses());
        Class<?>[] programs = {
            new OwnLoader().loadClass("program.Receiver"), new OwnLoader().loadClass("program.Receiver")
        };
        for (Class<?> sender : programs) {
            Object bytes =
                    sender.getMethod("send", ObjectCodec.class, boolean.class).invoke(null, listing, true);
            for (Class<?> receiver : programs)
                receiver.getMethod("receive", ObjectCodec.class, ByteChunks.class)
                        .invoke(null, listing, bytes);
        }
    }

    @Test
    void classLoadersAreLetGo() throws Exception {
        byte[] bytes = encode(codec, new Object[] {new Node("n")}, 0, 1);
        WeakReference<ClassLoader> loader = new WeakReference<>(decodeWithOwnLoader(bytes));
        awaitCollected(loader);
    }

    private ClassLoader decodeWithOwnLoader(byte[] bytes) throws Exception {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        ClassLoader own = new OwnLoader();
        Thread.currentThread().setContextClassLoader(own);
        try {
            assertNotNull(decode(codec, bytes, 1)[0]);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
        return own;
    }

    @Test
    void anIdleKryoHoldsNoObjects() throws Exception {
        ProgramKryo kryo = new ProgramKryo(new ProgramClasses(), List.of(), new ObjectFilter(null));
        WeakReference<Object> sent = new WeakReference<>(new Node("sent"));
        ByteChunks bytes = new ByteChunks();
        kryo.encode(new Object[] {sent.get()}, 0, 1, bytes.output());
        Object[] array = new Object[1];
        kryo.decode(bytes.input(), array, 0, 1);
        WeakReference<Object> received = new WeakReference<>(array[0]);
        array[0] = null;
        awaitCollected(sent);
        awaitCollected(received);
        Reference.reachabilityFence(kryo);
    }

    /** A compiler thread may keep an object for a while. The time limit of a test interrupts its thread. */
    private static void awaitCollected(WeakReference<?> reference) {
        while (reference.get() != null && !Thread.currentThread().isInterrupted()) System.gc();
        assertNull(reference.get());
    }
}
