package mpi;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Constructor;
import java.util.List;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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
        refusedToReceive(new File("a"), "java.io.File");
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
                MPI.COMM_WORLD.Isend(new Object[] {new File("a")}, 0, 1, MPI.OBJECT, 1, 1)
                        .Wait();
            } else {
                Object[] object = {"x"};
                Request receive = MPI.COMM_WORLD.Irecv(object, 0, 1, MPI.OBJECT, 0, 1);
                MPIException e = assertThrows(MPIException.class, receive::Wait);
                assertTrue(e.getMessage().contains("java.io.File"), e.getMessage());
                assertEquals("x", object[0]);
            }
            assertGoesOn();
        });
    }
}
