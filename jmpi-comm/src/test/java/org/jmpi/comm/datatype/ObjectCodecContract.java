package org.jmpi.comm.datatype;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidClassException;
import java.io.NotSerializableException;
import java.io.Serializable;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import javax.management.ObjectName;
import javax.swing.event.EventListenerList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What every codec does; a subclass names the codec. */
public abstract class ObjectCodecContract {
    private final ObjectCodec usual = codec(null);

    /** Makes the codec, for what a filter allows. */
    protected abstract ObjectCodec codec(String filter);

    /** A class of the program. */
    protected static final class Node implements Serializable {
        private static final long serialVersionUID = 1;

        final String name;
        transient int forgotten = 3;
        Node next;

        Node(String name) {
            this.name = name;
        }
    }

    protected record Point(int x, double y) implements Serializable {}

    protected static byte[] encode(ObjectCodec codec, Object[] array, int offset, int count) throws IOException {
        ByteChunks chunks = new ByteChunks();
        codec.encode(array, offset, count, chunks.output());
        return chunks.input().readAllBytes();
    }

    protected static Object[] decode(ObjectCodec codec, byte[] bytes, int count) throws Exception {
        Object[] array = new Object[count];
        codec.decode(new ByteArrayInputStream(bytes), array, 0, count);
        return array;
    }

    protected static Object[] roundTrip(ObjectCodec codec, Object... objects) throws Exception {
        return decode(codec, encode(codec, objects, 0, objects.length), objects.length);
    }

    @Test
    void valuesAndCollectionsOfTheJdkComeBackEqual() throws Exception {
        Map<TimeUnit, List<?>> map = new EnumMap<>(TimeUnit.class);
        map.put(TimeUnit.DAYS, new ArrayList<>(Arrays.asList(1, null, "x")));
        Object[] sent = {
            "text",
            'c',
            1,
            2L,
            3.5f,
            Double.NaN,
            (short) 4,
            (byte) 5,
            true,
            null,
            "",
            UUID.randomUUID(),
            new BigDecimal("1e400"),
            LocalDate.of(2026, 2, 28),
            Duration.ofNanos(-1),
            URI.create("http://a/b"),
            List.of(1, 2, 3),
            Map.of("k", List.of()),
            new TreeSet<>(List.of(3, 1, 2)),
            map,
            TimeUnit.HOURS,
            new Point(1, 2.5)
        };
        assertArrayEquals(sent, roundTrip(usual, sent));
    }

    @Test
    void arraysComeBackWithTheirNulls() throws Exception {
        Object[] sent = {
            new int[] {1, 2},
            new int[0],
            new double[][] {{1}, null, {2, 3}},
            new String[] {"a", null},
            new Object[] {null, new boolean[] {true}},
            new Point[][] {{new Point(1, 1)}, {}}
        };
        assertTrue(Arrays.deepEquals(sent, roundTrip(usual, sent)));
    }

    @Test
    void onlyTheAskedForElementsTravel() throws Exception {
        Object[] sent = {new Object(), "a", "b", null, new Object()};
        byte[] bytes = encode(usual, sent, 1, 3);
        Object[] received = {"x", "x", "x", "x", "x", "x"};
        usual.decode(new ByteArrayInputStream(bytes), received, 2, 3);
        assertArrayEquals(new Object[] {"x", "x", "a", "b", null, "x"}, received);
        Object[] fewer = {"x", "x", "x"};
        usual.decode(new ByteArrayInputStream(bytes), fewer, 0, 2);
        assertArrayEquals(new Object[] {"a", "b", "x"}, fewer);
    }

    @Test
    void objectsThatAreSharedInAMessageStaySo() throws Exception {
        Node a = new Node("a");
        a.next = new Node("b");
        a.next.next = a;
        Object[] received = roundTrip(usual, a, a.next, a, List.of(a));
        Node copy = (Node) received[0];
        assertNotSame(a, copy);
        assertEquals("a", copy.name);
        assertEquals(0, copy.forgotten);
        assertSame(received[1], copy.next);
        assertSame(copy, copy.next.next);
        assertSame(copy, received[2]);
        assertSame(copy, ((List<?>) received[3]).get(0));
    }

    @Test
    void eachMessageCarriesTheStateOfItsOwnMoment() throws Exception {
        List<String> list = new ArrayList<>(List.of("before"));
        byte[] first = encode(usual, new Object[] {list}, 0, 1);
        list.add("after");
        assertEquals(List.of("before"), decode(usual, first, 1)[0]);
        assertEquals(List.of("before", "after"), roundTrip(usual, list)[0]);
    }

    static Stream<Arguments> classesOutsideTheList() throws Exception {
        Map<String, Object> inside = new HashMap<>();
        inside.put("deep", List.of(new File("a")));
        List<Object> objects = List.of(
                new EventListenerList(),
                new File("a"),
                new ObjectName("a:b=c"),
                new File[] {null},
                new File[0][0],
                inside,
                new Object[] {1, new Object[] {new File("a")}});
        return objects.stream().map(Arguments::of);
    }

    @ParameterizedTest
    @MethodSource("classesOutsideTheList")
    void otherClassesOfTheJdkAreRejected(Object object) throws Exception {
        byte[] bytes = encode(usual, new Object[] {"first", object}, 0, 2);
        assertThrows(InvalidClassException.class, () -> decode(usual, bytes, 2));
        assertArrayEquals(new Object[] {"first"}, decode(usual, bytes, 1));
    }

    @Test
    void aPatternOfTheUserReplacesTheUsualList() throws Exception {
        ObjectCodec codec = codec("java.io.File;" + Node.class.getName());
        File file = new File("a");
        assertArrayEquals(new Object[] {file, "text", null}, roundTrip(codec, file, "text", null));
        assertEquals("n", ((Node) roundTrip(codec, new Node("n"))[0]).name);
        assertTrue(Arrays.deepEquals(new Object[] {new int[] {1}}, roundTrip(codec, new int[] {1})));
        for (Object other : new Object[] {new Point(1, 1), List.of(1), new AtomicLong(), new EventListenerList()})
            assertThrows(InvalidClassException.class, () -> roundTrip(codec, other));
    }

    @Test
    void aPatternThatEndsInTheRejectionOfTheRestIsTakenAsItIs() throws Exception {
        ObjectCodec codec = codec("java.util.*;java.lang.*;!*");
        assertEquals(List.of("a"), roundTrip(codec, new ArrayList<>(List.of("a")))[0]);
        assertThrows(InvalidClassException.class, () -> roundTrip(codec, new File("a")));
    }

    @Test
    void aMalformedPatternIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> codec("maxdepth=many"));
    }

    @Test
    void whatIsNotSerializableIsRefusedByTheNameOfItsClass() {
        NotSerializableException refusal = assertThrows(
                NotSerializableException.class, () -> encode(usual, new Object[] {List.of(new Object())}, 0, 1));
        assertEquals("java.lang.Object", refusal.getMessage());
    }

    @Test
    void bytesThatAreNoObjectsAreRefused() throws Exception {
        byte[] bytes = encode(usual, new Object[] {"a", "b"}, 0, 2);
        assertThrows(IOException.class, () -> decode(usual, new byte[] {1, 2, 3, 4, 5, 6}, 1));
        assertThrows(IOException.class, () -> decode(usual, Arrays.copyOf(bytes, bytes.length - 1), 2));
        assertThrows(IOException.class, () -> decode(usual, bytes, 3));
        assertThrows(IOException.class, () -> decode(usual, new byte[0], 1));
    }

    /** Has classes of its own, as a rank with a class loader has. */
    protected static final class OwnLoader extends ClassLoader {
        OwnLoader() {
            super(ObjectCodecContract.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(Node.class.getName())) return super.loadClass(name, resolve);
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : define(name);
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] code = in.readAllBytes();
                return defineClass(name, code, 0, code.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    @Test
    void classesAreThoseOfTheReceivingThreadsLoader() throws Exception {
        byte[] bytes = encode(usual, new Object[] {new Node("n"), new Node[0], Node.class}, 0, 3);
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        ClassLoader own = new OwnLoader();
        Object[] received;
        try {
            Thread.currentThread().setContextClassLoader(own);
            received = decode(usual, bytes, 3);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
        assertSame(own, received[0].getClass().getClassLoader());
        assertSame(own, received[1].getClass().getComponentType().getClassLoader());
        assertSame(received[0].getClass(), received[2]);
        assertSame(Node.class, decode(usual, bytes, 1)[0].getClass());
    }
}
