package mpi;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Constructor;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.swing.event.EventListenerList;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes wrong with one object fails one call: nothing is half delivered, and the next message arrives. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class ObjectErrorsTest {
    private static final String CODEC = System.getProperty("jmpi.object.codec", "java");

    /** Each knows the next. */
    private static final class Link implements Serializable {
        private static final long serialVersionUID = 1;

        Link next;

        static Link chain(int length) {
            Link first = null;
            for (int i = 0; i < length; i++) {
                Link link = new Link();
                link.next = first;
                first = link;
            }
            return first;
        }
    }

    /** Fails when half of it is written. */
    private static final class Halfway implements Serializable {
        private static final long serialVersionUID = 1;

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.writeObject(new int[100_000]);
            throw new IOException("halfway");
        }
    }

    /** Rank 0 cannot send; rank 1 gets the message after it, and nothing of this one. */
    private static void refusedToSend(Object object, int errorClass, String why) {
        Jmpi.run(2, () -> {
            if (Talk.rank() == 0) {
                Object[] objects = {"before", object};
                MPIException e =
                        assertThrows(MPIException.class, () -> MPI.COMM_WORLD.Send(objects, 0, 2, MPI.OBJECT, 1, 1));
                assertEquals(errorClass, e.Get_error_class(), e.getMessage());
                assertTrue(e.getMessage().contains("by codec " + CODEC), e.getMessage());
                assertTrue(e.getMessage().contains(why), e.getMessage());
            }
            assertGoesOn();
        });
    }

    /** Rank 1 cannot receive; its array stays as it was, and it gets the message after that. */
    private static void refusedToReceive(Object object, String why) {
        Jmpi.run(2, () -> {
            if (Talk.rank() == 0) {
                MPI.COMM_WORLD.Send(new Object[] {"before", object}, 0, 2, MPI.OBJECT, 1, 1);
            } else {
                Object[] objects = {"x", "x"};
                MPIException e =
                        assertThrows(MPIException.class, () -> MPI.COMM_WORLD.Recv(objects, 0, 2, MPI.OBJECT, 0, 1));
                assertEquals(MPI.ERR_TYPE, e.Get_error_class(), e.getMessage());
                assertTrue(e.getMessage().contains(why), e.getMessage());
                assertArrayEquals(new Object[] {"x", "x"}, objects);
            }
            assertGoesOn();
        });
    }

    private static void assertGoesOn() {
        Object[] next = {Talk.rank() == 0 ? List.of("next", 1, new double[0]) : null};
        if (Talk.rank() == 0) MPI.COMM_WORLD.Send(next, 0, 1, MPI.OBJECT, 1, 1);
        else MPI.COMM_WORLD.Recv(next, 0, 1, MPI.OBJECT, 0, MPI.ANY_TAG);
        assertEquals("next", ((List<?>) next[0]).get(0));
        assertAllGoOn();
    }

    private static void assertAllGoOn() {
        Object[] next = {Talk.rank() == 0 ? List.of("next") : null};
        MPI.COMM_WORLD.Bcast(next, 0, 1, MPI.OBJECT, 0);
        assertEquals("next", ((List<?>) next[0]).get(0));
        MPI.COMM_WORLD.Barrier();
    }

    @Test
    void anObjectThatIsNotSerializable() {
        refusedToSend(List.of(new Object()), MPI.ERR_TYPE, "NotSerializableException: java.lang.Object");
    }

    @Test
    void anObjectThatFailsWhenHalfOfItIsWritten() {
        refusedToSend(new Halfway(), MPI.ERR_TYPE, "halfway");
    }

    @Test
    void aChainThatIsTooLongForTheStack() {
        refusedToSend(Link.chain(300_000), MPI.ERR_TYPE, "send the chain's members in an array or a list");
    }

    @Test
    void aClassThatTheFilterRefuses() {
        refusedToReceive(new EventListenerList(), "javax.swing.event.EventListenerList");
    }

    @Test
    void aClassThatTheReceiverLacks() throws Exception {
        byte[] code;
        try (InputStream in = Local.class.getResourceAsStream("Local.class")) {
            code = new String(in.readAllBytes(), ISO_8859_1)
                    .replace("mpi/Local", "mpi/Alien")
                    .getBytes(ISO_8859_1);
        }
        Class<?> type = new ClassLoader(Local.class.getClassLoader()) {
            Class<?> define() {
                return defineClass("mpi.Alien", code, 0, code.length);
            }
        }.define();
        Constructor<?> maker = type.getDeclaredConstructor();
        maker.setAccessible(true);
        refusedToReceive(maker.newInstance(), "this rank lacks class mpi.Alien");
    }

    @Test
    void anObjectThatTheArrayCannotHold() {
        Jmpi.run(2, () -> {
            if (Talk.rank() == 0) {
                MPI.COMM_WORLD.Send(new Object[] {"text", 1}, 0, 2, MPI.OBJECT, 1, 1);
            } else {
                String[] texts = {"x", "x"};
                MPIException e =
                        assertThrows(MPIException.class, () -> MPI.COMM_WORLD.Recv(texts, 0, 2, MPI.OBJECT, 0, 1));
                assertEquals(MPI.ERR_TYPE, e.Get_error_class());
                assertArrayEquals(new String[] {"x", "x"}, texts);
            }
            assertGoesOn();
        });
    }

    @Test
    void nonBlockingCallsFailWhereTheyComplete() {
        Jmpi.run(2, () -> {
            if (Talk.rank() == 0) {
                MPI.COMM_WORLD.Isend(new Object[] {new EventListenerList()}, 0, 1, MPI.OBJECT, 1, 1)
                        .Wait();
            } else {
                Object[] object = {"x"};
                Request receive = MPI.COMM_WORLD.Irecv(object, 0, 1, MPI.OBJECT, 0, 1);
                MPIException e = assertThrows(MPIException.class, receive::Wait);
                assertTrue(e.getMessage().contains("javax.swing.event.EventListenerList"), e.getMessage());
                assertEquals("x", object[0]);
            }
            assertGoesOn();
        });
    }

    // ---- errors and undeclared exceptions of the program's own code ----

    /** Fails by anything when it is written or read. */
    private static final class Trap implements Serializable {
        private static final long serialVersionUID = 1;

        private final Throwable atSender;
        private final Throwable atReceiver;

        Trap(Throwable atSender, Throwable atReceiver) {
            this.atSender = atSender;
            this.atReceiver = atReceiver;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            if (atSender != null) throw Trap.<RuntimeException>undeclared(atSender);
            out.defaultWriteObject();
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            throw Trap.<RuntimeException>undeclared(atReceiver);
        }

        @SuppressWarnings("unchecked")
        private static <T extends Throwable> T undeclared(Throwable e) throws T {
            throw (T) e;
        }
    }

    /** Java's streams wrap undeclared exceptions; errors are the cause themselves. */
    private static Throwable cause(Class<?> type, MPIException failure) {
        Throwable cause = failure.getCause();
        if (cause.getClass() == IOException.class) cause = cause.getCause();
        assertSame(type, cause.getClass());
        return cause;
    }

    static Stream<Throwable> throwables() {
        return Stream.of(
                new AssertionError("trap"),
                new ExceptionInInitializerError("trap"),
                new NoClassDefFoundError("trap"),
                new StackOverflowError("trap"),
                new OutOfMemoryError("trap"),
                new Error("trap"),
                new Exception("trap"));
    }

    @ParameterizedTest
    @MethodSource("throwables")
    void whatWritingAnObjectThrowsIsTheCause(Throwable cause) {
        Object trap = new Trap(cause, null);
        Jmpi.run(2, () -> {
            if (Talk.rank() == 0) {
                List<Executable> calls = List.of(
                        () -> MPI.COMM_WORLD.Send(new Object[] {trap}, 0, 1, MPI.OBJECT, 1, 1),
                        () -> MPI.COMM_WORLD.Isend(new Object[] {trap}, 0, 1, MPI.OBJECT, 1, 1),
                        () -> MPI.COMM_WORLD.Pack(new Object[] {trap}, 0, 1, MPI.OBJECT, new byte[1000], 0));
                for (Executable call : calls)
                    assertSame(cause, cause(cause.getClass(), assertThrows(MPIException.class, call)));
            }
            assertGoesOn();
        });
    }

    @ParameterizedTest
    @MethodSource("throwables")
    void whatReadingAnObjectThrowsIsTheCause(Throwable cause) {
        Object trap = new Trap(null, cause);
        Jmpi.run(2, () -> {
            if (Talk.rank() == 0) {
                MPI.COMM_WORLD.Send(new Object[] {trap}, 0, 1, MPI.OBJECT, 1, 1);
            } else {
                Object[] object = {"x"};
                MPIException e =
                        assertThrows(MPIException.class, () -> MPI.COMM_WORLD.Recv(object, 0, 1, MPI.OBJECT, 0, 1));
                assertEquals("trap", cause(cause.getClass(), e).getMessage());
                assertEquals("x", object[0]);
            }
            assertGoesOn();
        });
    }

    /** Each rank that counts on the objects fails, by messages and over shared memory; none waits for ever. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5})
    void collectiveOperationsFailWhereTheObjectsAreMissing(int ranks) {
        for (Throwable cause : List.of(new AssertionError("trap"), new OutOfMemoryError("trap")))
            for (boolean atSender : new boolean[] {true, false}) {
                Object trap = atSender ? new Trap(cause, null) : new Trap(null, cause);
                Jmpi.run(ranks, () -> {
                    for (int round = 0; round < 6; round++) collective(trap, ranks);
                    assertAllGoOn();
                });
            }
    }

    private static void collective(Object trap, int ranks) {
        int me = Talk.rank();
        Object[] one = {me == 0 ? trap : "x"};
        Object[] all = new Object[ranks];
        Arrays.fill(all, "x");
        assertTraps(me != 0, () -> MPI.COMM_WORLD.Bcast(one, 0, 1, MPI.OBJECT, 0));
        if (me != 0) assertEquals("x", one[0]);
        Runnable gather = () -> MPI.COMM_WORLD.Gather(one, 0, 1, MPI.OBJECT, all, 0, 1, MPI.OBJECT, 1);
        if (me < 2) assertTraps(me == 1, gather);
        else gather.run();
        assertTraps(me != 0, () -> MPI.COMM_WORLD.Allgather(one, 0, 1, MPI.OBJECT, all, 0, 1, MPI.OBJECT));
    }

    /** Runs an operation that fails at the receivers, and may do so at the sender. */
    private static void assertTraps(boolean receives, Runnable operation) {
        try {
            operation.run();
        } catch (MPIException e) {
            assertTrue(e.getMessage().contains("trap") || e.getMessage().contains("no memory"), e.getMessage());
            return;
        }
        assertFalse(receives, "the objects are missing, and nobody says so");
    }
}
