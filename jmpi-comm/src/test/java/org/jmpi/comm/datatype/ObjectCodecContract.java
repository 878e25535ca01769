package org.jmpi.comm.datatype;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidClassException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.PrintWriter;
import java.io.Serializable;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.management.ObjectName;
import javax.swing.event.EventListenerList;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every codec does; a subclass names the codec. */
public abstract class ObjectCodecContract {
    private static final long MOST_ALLOCATED = 4 << 20;

    private ObjectCodec usual;

    /** Makes the codec, for what a filter allows. */
    protected ObjectCodec codec(String filter) {
        return codec(filter, new ProgramClasses());
    }

    /** Makes the codec, for what a filter allows. */
    protected abstract ObjectCodec codec(String filter, ProgramClasses classes);

    @BeforeEach
    void makeUsualCodec() {
        usual = codec(null);
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

    @ParameterizedTest
    @MethodSource("org.jmpi.comm.datatype.JdkObjects#usualValues")
    void valuesOfTheJdkArrive(Object value) throws Exception {
        Object received = roundTrip(usual, value)[0];
        assertTrue(Objects.deepEquals(value, received), () -> value + " became " + received);
    }

    @ParameterizedTest
    @MethodSource("org.jmpi.comm.datatype.JdkObjects#exceptions")
    void exceptionsArriveWithTheirCauses(Throwable exception) throws Exception {
        StringWriter sent = new StringWriter();
        exception.printStackTrace(new PrintWriter(sent));
        StringWriter received = new StringWriter();
        ((Throwable) roundTrip(usual, exception)[0]).printStackTrace(new PrintWriter(received));
        assertEquals(sent.toString(), received.toString());
    }

    @ParameterizedTest
    @MethodSource("org.jmpi.comm.datatype.JdkObjects#classesOutsideTheList")
    void otherClassesOfTheJdkAreRejected(Object object) throws Exception {
        byte[] bytes = encode(usual, new Object[] {"first", object}, 0, 2);
        assertThrows(InvalidClassException.class, () -> decode(usual, bytes, 2));
        assertArrayEquals(new Object[] {"first"}, decode(usual, bytes, 1));
    }

    @Test
    void aPatternOfTheUserAddsToTheUsualList() throws Exception {
        ObjectCodec codec = codec("javax.management.ObjectName;!java.util.UUID");
        ObjectName name = new ObjectName("a:b=c");
        assertArrayEquals(new Object[] {name, 1, List.of(2)}, roundTrip(codec, name, 1, List.of(2)));
        assertEquals("n", ((Node) roundTrip(codec, new Node("n"))[0]).name);
        assertThrows(InvalidClassException.class, () -> roundTrip(codec, UUID.randomUUID()));
        assertThrows(InvalidClassException.class, () -> roundTrip(codec, new EventListenerList()));
        assertArrayEquals(new Object[] {1}, roundTrip(codec(""), 1));
    }

    @Test
    void aPatternThatRejectsTheRestReplacesTheUsualList() throws Exception {
        ObjectCodec codec = codec("java.io.File;" + Node.class.getName() + ";!*");
        File file = new File("a");
        assertArrayEquals(new Object[] {file, "text", null}, roundTrip(codec, file, "text", null));
        assertEquals("n", ((Node) roundTrip(codec, new Node("n"))[0]).name);
        assertTrue(Arrays.deepEquals(new Object[] {new int[] {1}}, roundTrip(codec, new int[] {1})));
        for (Object other : new Object[] {new Point(1, 1), List.of(1), new AtomicLong(), new EventListenerList()})
            assertThrows(InvalidClassException.class, () -> roundTrip(codec, other));
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
    void lambdasAreRefusedWhereTheyAreSentWithWhatToDoInstead() {
        Runnable plain = () -> {};
        Runnable serializable = (Runnable & Serializable) () -> {};
        Comparator<String> comparator = Comparator.comparing((Function<String, Integer> & Serializable) String::length);
        for (Object lambda : new Object[] {plain, serializable, comparator, List.of(serializable)}) {
            CommException refusal = refusedToSend(lambda);
            assertTrue(refusal.getMessage().contains(ObjectFilter.LAMBDA), refusal.getMessage());
        }
    }

    @Test
    void bytesThatAreNoObjectsAreRefused() throws Exception {
        byte[] bytes = encode(usual, new Object[] {"a", "b"}, 0, 2);
        assertThrows(IOException.class, () -> decode(usual, new byte[] {1, 2, 3, 4, 5, 6}, 1));
        assertThrows(IOException.class, () -> decode(usual, Arrays.copyOf(bytes, bytes.length - 1), 2));
        assertThrows(IOException.class, () -> decode(usual, bytes, 3));
        assertThrows(IOException.class, () -> decode(usual, new byte[0], 1));
    }

    @Test
    void theClassThatIsRefusedIsNamed() throws Exception {
        byte[] bytes = encode(usual, new Object[] {List.of(new ObjectName("a:b=c"))}, 0, 1);
        InvalidClassException refusal = assertThrows(InvalidClassException.class, () -> decode(usual, bytes, 1));
        assertEquals("javax.management.ObjectName; " + ObjectFilter.REFUSAL, refusal.getMessage());
    }

    @Test
    void limitsOfThePatternHold() throws Exception {
        Object deep = new Object[] {new Object[] {new Object[] {"a"}}};
        assertArrayEquals(new Object[] {deep}, roundTrip(codec("java.lang.*;maxdepth=5"), deep));
        assertThrows(IOException.class, () -> roundTrip(codec("java.lang.*;maxdepth=2"), deep));
        Object wide = new int[11];
        assertThrows(IOException.class, () -> roundTrip(codec("java.lang.*;maxarray=10"), wide));
        assertThrows(IOException.class, () -> roundTrip(codec("java.lang.*;maxbytes=20"), wide));
        Object many = new Object[] {new int[1], new int[1], new int[1], new int[1]};
        assertThrows(IOException.class, () -> roundTrip(codec("java.lang.*;maxrefs=3"), many));
    }

    /** Writes itself, but not to the end. */
    private static final class Halfway implements Serializable {
        private static final long serialVersionUID = 1;

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.writeInt(7);
            throw new IllegalStateException("halfway");
        }
    }

    private CommException refusedToSend(Object... objects) {
        CommException refusal =
                assertThrows(CommException.class, () -> ObjectMessage.encode(usual, objects, 0, objects.length));
        assertWorks();
        return refusal;
    }

    private CommException refusedToReceive(ByteChunks bytes, int count) {
        Object[] array = new Object[count];
        CommException refusal =
                assertThrows(CommException.class, () -> ObjectMessage.decode(usual, bytes, array, 0, count));
        assertArrayEquals(new Object[count], array, "half delivered");
        assertWorks();
        return refusal;
    }

    private void assertWorks() {
        Object[] next = {"next", new Point(1, 2)};
        Object[] received = new Object[2];
        ObjectMessage.decode(usual, ObjectMessage.encode(usual, next, 0, 2), received, 0, 2);
        assertArrayEquals(next, received);
    }

    @Test
    void whatThrowsHalfwayFailsItsMessageAlone() {
        CommException failure = refusedToSend(new Node("a"), new Halfway());
        assertEquals(ErrorClass.TYPE, failure.errorClass());
        assertTrue(failure.getMessage().endsWith("java.lang.IllegalStateException: halfway"), failure.getMessage());
    }

    @Test
    void aChainThatIsTooLongForTheStackSaysWhatToDo() {
        Node first = new Node("0");
        Node last = first;
        for (int i = 1; i < 300_000; i++) last = last.next = new Node("n");
        CommException failure = refusedToSend(first);
        assertEquals(ErrorClass.TYPE, failure.errorClass());
        assertTrue(failure.getMessage().contains("an array or a list"), failure.getMessage());
    }

    @Test
    void aChainThatIsTooLongForTheReceiversStackFailsThere() throws Exception {
        Node first = new Node("0");
        Node last = first;
        for (int i = 1; i < 100_000; i++) last = last.next = new Node("n");
        ByteChunks[] bytes = new ByteChunks[1];
        Thread deep = new Thread(
                null, () -> bytes[0] = ObjectMessage.encode(usual, new Object[] {"a", first}, 0, 2), "deep", 1L << 29);
        deep.start();
        deep.join();
        CommException failure = refusedToReceive(bytes[0], 2);
        assertTrue(failure.getMessage().contains("an array or a list"), failure.getMessage());
    }

    @Test
    void aClassThatTheReceiverLacksIsNamed() throws Exception {
        byte[] bytes = encode(usual, new Object[] {"a", new Node("n")}, 0, 2);
        String known = new String(bytes, StandardCharsets.ISO_8859_1);
        String lacking = known.replace("datatype.Nod", "datatype.Non");
        CommException failure = refusedToReceive(chunks(lacking.getBytes(StandardCharsets.ISO_8859_1)), 2);
        assertEquals(ErrorClass.TYPE, failure.errorClass());
        String name = Node.class.getName().replace("Node", "None");
        assertTrue(failure.getMessage().endsWith("this rank lacks class " + name), failure.getMessage());
    }

    @Test
    void lengthsThatAreNotThereTakeNoMemory() throws Exception {
        Object[] sent = {
            "text",
            "\u4e00",
            new int[3],
            new double[2][2],
            new boolean[3],
            new ArrayList<>(List.of(1)),
            List.of(1, 2, 3),
            new HashMap<>(Map.of("k", 1)),
            new TreeSet<>(List.of(1)),
            new String[] {"a"},
            new Node("n"),
            new BigDecimal("1e400"),
            new StringBuilder("builder"),
            new BitSet(9),
            new Point[] {new Point(1, 1)},
            new EnumMap<>(Map.of(TimeUnit.DAYS, 1))
        };
        // In messages of their own: one object may decide how the codec writes all of a message.
        for (Object object : sent) lengthsTakeNoMemory(object);
    }

    private void lengthsTakeNoMemory(Object object) throws Exception {
        byte[] whole = encode(usual, new Object[] {object, "end"}, 0, 2);
        assertEquals("end", decode(usual, whole, 2)[1]);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        for (int at = 1; at + 5 <= whole.length; at++) {
            byte[] huge = whole.clone();
            for (int i = 0; i < 4; i++) huge[at + i] = -1;
            huge[at + 4] = 7;
            long before = threads.getThreadAllocatedBytes(id);
            try {
                ObjectMessage.decode(usual, chunks(huge), new Object[2], 0, 2);
            } catch (CommException e) {
                assertEquals(ErrorClass.TYPE, e.errorClass(), e.getMessage());
            }
            assertTrue(
                    threads.getThreadAllocatedBytes(id) - before < MOST_ALLOCATED,
                    "a length at byte " + at + " of " + object.getClass().getName());
        }
    }

    private static ByteChunks chunks(byte[] bytes) throws IOException {
        ByteChunks chunks = new ByteChunks();
        chunks.output().write(bytes);
        return chunks;
    }

    /** Has classes of its own, as a rank with a class loader has. */
    protected static final class OwnLoader extends ClassLoader {
        public OwnLoader() {
            super(ObjectCodecContract.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            boolean own = name.equals(Node.class.getName()) || name.startsWith("program.");
            if (!own) return super.loadClass(name, resolve);
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

    /** A program, as one loader knows it. */
    private record Program(Class<?> receiver) {
        static Program by(ClassLoader loader) throws ClassNotFoundException {
            return new Program(loader.loadClass("program.Receiver"));
        }

        Object call(String method, Object... arguments) throws Exception {
            for (Method candidate : receiver.getMethods())
                if (candidate.getName().equals(method)) return candidate.invoke(null, arguments);
            throw new NoSuchMethodException(method);
        }
    }

    private static <T> T under(ClassLoader context, Callable<T> call) throws Exception {
        FutureTask<T> task = new FutureTask<>(call);
        Thread thread = new Thread(task);
        thread.setContextClassLoader(context);
        thread.start();
        return task.get();
    }

    /** The loaders that threads have whose makers did not think of the program: some have classes of the same names. */
    static Stream<ClassLoader> contexts() {
        return Stream.of(
                null,
                ClassLoader.getPlatformClassLoader(),
                ClassLoader.getSystemClassLoader(),
                new URLClassLoader(new URL[0], null),
                new OwnLoader());
    }

    @ParameterizedTest
    @MethodSource("contexts")
    void theCallersClassesAreFoundUnderAnyContextClassLoader(ClassLoader context) throws Exception {
        Program first = Program.by(new OwnLoader());
        Program second = Program.by(new OwnLoader());
        for (boolean plain : new boolean[] {true, false}) {
            ByteChunks bytes = (ByteChunks) first.call("send", usual, plain);
            for (Program program : List.of(first, second, first))
                under(context, () -> program.call("receive", usual, bytes));
        }
    }

    @ParameterizedTest
    @MethodSource("contexts")
    void whereNoClassOfTheProgramCallsTheClassesAreThoseOfItsInit(ClassLoader context) throws Exception {
        ProgramClasses classes = new ProgramClasses();
        ObjectCodec codec = codec(null, classes);
        ClassLoader own = new OwnLoader();
        Program program = Program.by(own);
        ByteChunks bytes = (ByteChunks) program.call("send", codec, context == null);
        for (ClassLoader ofInit : new ClassLoader[] {own, null, context}) {
            under(ofInit, () -> program.call("remember", classes));
            for (int turn = 0; turn < 2; turn++) {
                Object[] received = new Object[3];
                under(context, () -> {
                    ObjectMessage.decode(codec, bytes, received, 0, 3);
                    return null;
                });
                program.call("check", (Object) received);
            }
        }
    }

    @Test
    void aContextClassLoaderThatSeesTheCallerComesBeforeTheCallersOwn() throws Exception {
        byte[] bytes = encode(usual, new Object[] {new Node("n")}, 0, 1);
        ClassLoader plugin = new OwnLoader();
        Object[] received = new Object[1];
        under(plugin, () -> {
            ObjectMessage.decode(usual, chunks(bytes), received, 0, 1);
            return null;
        });
        assertSame(plugin, received[0].getClass().getClassLoader());
    }

    @Test
    void aContextClassLoaderThatIsClosedDoesNotHideTheClasses() throws Exception {
        ClassLoader closed = new ClassLoader(null) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) {
                throw new IllegalStateException("closed");
            }
        };
        Program program = Program.by(new OwnLoader());
        ByteChunks bytes = (ByteChunks) program.call("send", usual, true);
        under(closed, () -> program.call("receive", usual, bytes));
    }
}
