package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class ErrorsTest {
    private static final int TAG = 4;

    /** Arguments of a send or a receive, the class of its failure, and what the message names. */
    private record Case(
            int errorClass, Object buf, int offset, int count, Datatype type, int rank, int tag, String... inMessage) {}

    private static Map<String, Mode.Blocking> sends() {
        Map<String, Mode.Blocking> calls = new LinkedHashMap<>();
        for (Mode mode : Mode.values()) {
            calls.put(mode + " send", mode.blocking);
            calls.put(
                    mode + " send started",
                    (c, buf, o, n, type, to, tag) -> mode.starting.start(c, buf, o, n, type, to, tag));
            calls.put(
                    mode + " send made",
                    (c, buf, o, n, type, to, tag) -> mode.making.make(c, buf, o, n, type, to, tag));
        }
        calls.put(
                "Sendrecv",
                (c, buf, o, n, type, to, tag) ->
                        c.Sendrecv(buf, o, n, type, to, tag, new int[1], 0, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG));
        calls.put(
                "Sendrecv_replace",
                (c, buf, o, n, type, to, tag) ->
                        c.Sendrecv_replace(buf, o, n, type, to, tag, MPI.ANY_SOURCE, MPI.ANY_TAG));
        return calls;
    }

    private static Map<String, Mode.Blocking> receives() {
        Map<String, Mode.Blocking> calls = new LinkedHashMap<>();
        calls.put("Recv", Comm::Recv);
        calls.put("Irecv", Comm::Irecv);
        calls.put("Recv_init", Comm::Recv_init);
        calls.put(
                "Sendrecv",
                (c, buf, o, n, type, from, tag) ->
                        c.Sendrecv(new int[1], 0, 1, MPI.INT, 1, TAG, buf, o, n, type, from, tag));
        calls.put(
                "Sendrecv_replace",
                (c, buf, o, n, type, from, tag) -> c.Sendrecv_replace(buf, o, n, type, 1, TAG, from, tag));
        return calls;
    }

    /** What is wrong in either direction. */
    private static List<Case> buffers() {
        int[] ten = new int[10];
        return List.of(
                new Case(MPI.ERR_BUFFER, null, 0, 1, MPI.INT, 1, TAG, "null"),
                new Case(MPI.ERR_TYPE, new double[1], 0, 1, MPI.INT, 1, TAG, "double[]", "int[]", "INT"),
                new Case(MPI.ERR_TYPE, new long[1][1], 0, 1, MPI.INT, 1, TAG, "long[][]", "int[]"),
                new Case(MPI.ERR_TYPE, 42, 0, 1, MPI.INT, 1, TAG, "java.lang.Integer", "new int[] {x}"),
                new Case(
                        MPI.ERR_TYPE,
                        "text",
                        0,
                        1,
                        MPI.OBJECT,
                        1,
                        TAG,
                        "java.lang.String",
                        "wrap it: new Object[] {x}"),
                new Case(MPI.ERR_TYPE, ten, 0, 1, MPI.OBJECT, 1, TAG, "int[]", "OBJECT"),
                new Case(MPI.ERR_TYPE, new Integer[1], 0, 1, MPI.INT, 1, TAG, "Integer[]", "INT"),
                new Case(MPI.ERR_TYPE, ten, 0, 1, null, 1, TAG, "datatype is null"),
                new Case(MPI.ERR_COUNT, ten, 0, -1, MPI.INT, 1, TAG, "-1"),
                new Case(MPI.ERR_COUNT, ten, 0, Integer.MIN_VALUE, MPI.INT, 1, TAG, "-2147483648"),
                new Case(MPI.ERR_ARG, ten, -1, 1, MPI.INT, 1, TAG, "offset=-1", "length=10"),
                new Case(MPI.ERR_ARG, ten, 11, 1, MPI.INT, 1, TAG, "offset=11", "length=10"),
                new Case(MPI.ERR_ARG, ten, Integer.MAX_VALUE, 1, MPI.INT, 1, TAG, "offset=2147483647"),
                new Case(MPI.ERR_RANK, ten, 0, 1, MPI.INT, 2, TAG, "rank=2", "size=2"),
                new Case(MPI.ERR_RANK, ten, 0, 1, MPI.INT, -1, TAG, "rank=-1", "size=2"),
                new Case(MPI.ERR_TAG, ten, 0, 1, MPI.INT, 1, -5, "tag=-5"),
                new Case(MPI.ERR_TAG, ten, 0, 1, MPI.INT, 1, Integer.MIN_VALUE, "tag=-2147483648"));
    }

    private static void refuseAll(Map<String, Mode.Blocking> calls, List<Case> cases) {
        Jmpi.run(2, () -> {
            if (Talk.rank() == 0)
                calls.forEach((name, call) -> {
                    for (Case bad : cases) {
                        MPIException e = Talk.assertFails(
                                bad.errorClass,
                                () -> call.send(
                                        MPI.COMM_WORLD, bad.buf, bad.offset, bad.count, bad.type, bad.rank, bad.tag),
                                bad.inMessage);
                        assertFalse(e.Get_error_string().isEmpty(), name);
                    }
                });
            // Would find a message that had been sent nevertheless, or lose its own to a receive left behind.
            Talk.assertUsable();
        });
    }

    @Test
    void sendsRefuseBadArgumentsBeforeAnythingIsSent() {
        List<Case> cases = new ArrayList<>(buffers());
        int[] ten = new int[10];
        cases.add(new Case(MPI.ERR_COUNT, ten, 0, 11, MPI.INT, 1, TAG, "offset=0", "count=11", "length=10"));
        cases.add(new Case(MPI.ERR_COUNT, ten, 7, 4, MPI.INT, 1, TAG, "offset=7", "count=4", "length=10"));
        cases.add(new Case(MPI.ERR_COUNT, ten, 10, Integer.MAX_VALUE, MPI.INT, 1, TAG, "count=2147483647"));
        cases.add(new Case(
                MPI.ERR_COUNT, ten, 1, 5, MPI.INT2, 1, TAG, "count=5", "length=10", "item that does not fit=4"));
        cases.add(new Case(MPI.ERR_RANK, new int[1], 0, 1, MPI.INT, MPI.ANY_SOURCE, TAG, "rank=" + MPI.ANY_SOURCE));
        cases.add(new Case(MPI.ERR_TAG, new int[1], 0, 1, MPI.INT, 1, MPI.ANY_TAG, "tag=" + MPI.ANY_TAG));
        cases.add(new Case(MPI.ERR_TAG, new int[1], 0, 1, MPI.INT, MPI.PROC_NULL, -1, "tag=-1"));
        refuseAll(sends(), cases);
    }

    @Test
    void receivesRefuseBadArgumentsBeforeAnythingIsSent() {
        refuseAll(receives(), buffers());
    }

    @Test
    void probesRefuseBadArguments() {
        Jmpi.run(2, () -> {
            Talk.assertFails(MPI.ERR_RANK, () -> MPI.COMM_WORLD.Probe(2, TAG), "rank=2", "size=2");
            Talk.assertFails(MPI.ERR_RANK, () -> MPI.COMM_WORLD.Iprobe(-1, TAG), "rank=-1", "size=2");
            Talk.assertFails(MPI.ERR_TAG, () -> MPI.COMM_WORLD.Probe(0, -7), "tag=-7");
            Talk.assertFails(MPI.ERR_TAG, () -> MPI.COMM_WORLD.Iprobe(MPI.ANY_SOURCE, -7), "tag=-7");
            Talk.assertUsable();
        });
    }

    @Test
    void anObjectThatCannotBeSerialisedIsRefused() {
        Map<String, Mode.Blocking> calls = sends();
        calls.keySet().removeIf(name -> name.endsWith("made"));
        Object[] unfit = {"fine", new Object()};
        refuseAll(calls, List.of(new Case(MPI.ERR_TYPE, unfit, 0, 2, MPI.OBJECT, 1, TAG, "java.lang.Object")));
    }

    @Test
    void anObjectThatTheArrayCannotHoldIsRefused() {
        Jmpi.run(2, () -> {
            if (Talk.rank() == 0) MPI.COMM_WORLD.Send(new Object[] {"text", 1, "more"}, 0, 3, MPI.OBJECT, 1, TAG);
            else {
                String[] room = new String[3];
                Talk.assertFails(
                        MPI.ERR_TYPE, () -> MPI.COMM_WORLD.Recv(room, 0, 3, MPI.OBJECT, 0, TAG), "java.lang.Integer");
            }
            Talk.assertUsable();
        });
    }

    @Test
    void aMessageLongerThanItsReceiveIsTruncated() {
        for (Kind kind : Kind.values())
            for (int count : new int[] {8, 100_000}) {
                if (kind == Kind.OBJECT && count > 8) continue;
                Jmpi.run(2, () -> {
                    if (Talk.rank() == 0) {
                        for (int i = 0; i < 3; i++)
                            MPI.COMM_WORLD.Send(kind.data(0, count, 1), 0, count, kind.type, 1, TAG);
                        MPI.COMM_WORLD.Send(kind.data(0, count, 2), 0, count, kind.type, 1, TAG);
                    } else receiveTooShort(kind, count);
                    Talk.assertUsable();
                });
            }
    }

    private static void receiveTooShort(Kind kind, int count) {
        for (int room : new int[] {count - 3, 0}) {
            Object array = kind.guards(1, count);
            Talk.assertFails(
                    MPI.ERR_TRUNCATE,
                    () -> MPI.COMM_WORLD.Recv(array, 1, room, kind.type, 0, TAG),
                    "source=0",
                    "tag=" + TAG);
            Kind.assertSame(kind.data(1, room, count - room, 1), array, kind + ", room for " + room);
        }
        Object array = kind.guards(1, count);
        Request request = MPI.COMM_WORLD.Irecv(array, 1, 1, kind.type, 0, TAG);
        Talk.assertFails(MPI.ERR_TRUNCATE, request::Wait);
        Kind.assertSame(kind.data(1, 1, count - 1, 1), array, kind + ", room for 1");
        MPI.COMM_WORLD.Recv(array, 1, count, kind.type, 0, TAG);
        Kind.assertSame(kind.data(1, count, 2), array, kind + ", the next message");
    }

    @Test
    void aMessageOfAnotherTypeIsRefusedAndConsumed() {
        Kind[][] pairs = {
            {Kind.DOUBLE, Kind.INT}, {Kind.OBJECT, Kind.INT}, {Kind.INT, Kind.OBJECT}, {Kind.CHAR, Kind.SHORT}
        };
        for (Kind[] pair : pairs)
            for (int count : new int[] {1, 50_000})
                Jmpi.run(2, () -> {
                    if (Talk.rank() == 0) {
                        MPI.COMM_WORLD.Send(pair[0].data(0, count, 1), 0, count, pair[0].type, 1, TAG);
                        MPI.COMM_WORLD.Ssend(pair[0].data(0, 1, 1), 0, 1, pair[0].type, 1, TAG);
                    } else
                        for (int i = 0; i < 2; i++) {
                            Object room = pair[1].guards(0, count);
                            Talk.assertFails(
                                    MPI.ERR_TYPE,
                                    () -> MPI.COMM_WORLD.Recv(room, 0, count, pair[1].type, 0, TAG),
                                    pair[0].name(),
                                    pair[1].name());
                            Kind.assertSame(pair[1].guards(0, count), room, "untouched");
                        }
                    Talk.assertUsable();
                });
    }

    @Test
    void statusesRefuseANullDatatype() {
        Talk.assertFails(MPI.ERR_TYPE, () -> new Status().Get_count(null), "null");
        Talk.assertFails(MPI.ERR_TYPE, () -> new Status().Get_elements(null), "null");
    }

    @Test
    void collectivesRefuseBadArgumentsBeforeAnythingIsSent() {
        int[] a = new int[4];
        int[] b = new int[4];
        Jmpi.run(2, () -> {
            Intracomm world = MPI.COMM_WORLD;
            for (int root : new int[] {-1, 2, MPI.ANY_SOURCE, MPI.PROC_NULL}) {
                String value = "rank=" + root;
                Talk.assertFails(MPI.ERR_ROOT, () -> world.Bcast(a, 0, 1, MPI.INT, root), value, "size=2");
                Talk.assertFails(MPI.ERR_ROOT, () -> world.Gather(a, 0, 1, MPI.INT, b, 0, 1, MPI.INT, root), value);
                Talk.assertFails(MPI.ERR_ROOT, () -> world.Reduce(a, 0, b, 0, 1, MPI.INT, MPI.SUM, root), value);
            }
            Talk.assertFails(MPI.ERR_BUFFER, () -> world.Bcast(null, 0, 1, MPI.INT, 0), "null");
            Talk.assertFails(MPI.ERR_COUNT, () -> world.Bcast(a, 0, 5, MPI.INT, 0), "count=5", "length=4");
            Talk.assertFails(MPI.ERR_TYPE, () -> world.Bcast(a, 0, 1, MPI.DOUBLE, 0), "int[]", "DOUBLE");
            Talk.assertFails(MPI.ERR_COUNT, () -> world.Gather(a, 0, -1, MPI.INT, b, 0, 1, MPI.INT, 0), "-1");
            if (Talk.rank() == 0) {
                Talk.assertFails(
                        MPI.ERR_COUNT, () -> world.Gather(a, 0, 3, MPI.INT, b, 0, 3, MPI.INT, 0), "array has 4");
                Talk.assertFails(MPI.ERR_BUFFER, () -> world.Reduce(a, 0, null, 0, 1, MPI.INT, MPI.SUM, 0), "null");
            }
            Talk.assertFails(MPI.ERR_BUFFER, () -> world.Allreduce(a, 0, null, 0, 1, MPI.INT, MPI.SUM), "null");
            Talk.assertFails(MPI.ERR_ARG, () -> world.Allreduce(a, -2, b, 0, 1, MPI.INT, MPI.SUM), "offset=-2");
            Talk.assertFails(MPI.ERR_TYPE, () -> world.Allreduce(a, 0, b, 0, 1, null, MPI.SUM), "null");
            Talk.assertUsable();
            world.Barrier();
        });
    }

    @Test
    void reductionsRefuseOperatorsThatTheTypeDoesNotHave() {
        Jmpi.run(2, () -> {
            Intracomm world = MPI.COMM_WORLD;
            double[] d = new double[2];
            int[] i = new int[2];
            Object[] o = {1, 2};
            boolean[] b = new boolean[2];
            Talk.assertFails(MPI.ERR_OP, () -> world.Allreduce(i, 0, i, 0, 1, MPI.INT, null), "null");
            Talk.assertFails(MPI.ERR_OP, () -> world.Reduce(i, 0, i, 0, 1, MPI.INT, null, 0), "null");
            Talk.assertFails(MPI.ERR_OP, () -> world.Allreduce(d, 0, d, 0, 1, MPI.DOUBLE, MPI.BAND), "BAND", "DOUBLE");
            Talk.assertFails(MPI.ERR_OP, () -> world.Reduce(d, 0, d, 0, 1, MPI.DOUBLE, MPI.LOR, 1), "LOR", "DOUBLE");
            Talk.assertFails(MPI.ERR_OP, () -> world.Reduce(b, 0, b, 0, 1, MPI.BOOLEAN, MPI.SUM, 0), "SUM", "BOOLEAN");
            Talk.assertFails(MPI.ERR_OP, () -> world.Allreduce(o, 0, o, 0, 1, MPI.OBJECT, MPI.MAX), "MAX", "OBJECT");
            Talk.assertFails(MPI.ERR_OP, () -> world.Allreduce(i, 0, i, 0, 1, MPI.INT, MPI.MAXLOC), "MAXLOC", "INT2");
            Talk.assertUsable();
            world.Barrier();
        });
    }

    @Test
    void callsOutsideAWorldAreRefused() {
        Talk.assertFails(MPI.ERR_OTHER, () -> MPI.COMM_WORLD.Rank(), "MPI.Init has not been called");
        Talk.assertFails(MPI.ERR_OTHER, () -> MPI.COMM_SELF.Size(), "MPI.Init");
        Talk.assertFails(MPI.ERR_OTHER, () -> MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, 0, 0), "MPI.Init");
        Talk.assertFails(MPI.ERR_OTHER, () -> MPI.COMM_WORLD.Barrier(), "MPI.Init");
        Talk.assertFails(MPI.ERR_OTHER, MPI::Get_processor_name, "MPI.Init");
        Talk.assertFails(MPI.ERR_OTHER, () -> MPI.Buffer_attach(new byte[1]), "MPI.Init");
        Talk.assertFails(MPI.ERR_OTHER, () -> MPI.Buffer_attach((ByteBuffer) null), "MPI.Init");
        Talk.assertFails(MPI.ERR_OTHER, MPI.COMM_WORLD::Free, "MPI.Init");
        Talk.assertFails(MPI.ERR_OTHER, MPI::Finalize, "MPI.Init");
        assertFalse(MPI.Initialized());
    }

    @Test
    void callsAfterFinalizeAreRefused() {
        Jmpi.run(2, () -> {
            MPI.Finalize();
            assertTrue(MPI.Initialized());
            Talk.assertFails(MPI.ERR_OTHER, () -> MPI.COMM_WORLD.Rank(), "MPI.Finalize");
            Talk.assertFails(MPI.ERR_OTHER, () -> MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, 1, 0), "MPI.Finalize");
            Talk.assertFails(MPI.ERR_OTHER, () -> MPI.Buffer_attach((ByteBuffer) null), "MPI.Finalize");
            Talk.assertFails(MPI.ERR_OTHER, MPI.COMM_WORLD::Free, "MPI.Finalize");
            Talk.assertFails(MPI.ERR_OTHER, MPI::Finalize, "MPI.Finalize");
            MPI.Init(null);
            Talk.assertUsable();
        });
        assertFalse(MPI.Initialized(), "the ranks of a run are not this thread's");
        Talk.assertFails(MPI.ERR_OTHER, () -> MPI.COMM_WORLD.Rank(), "MPI.Init has not been called");
    }

    @Test
    void errorClassesDifferAndHaveAText() {
        int[] classes = {
            MPI.ERR_BUFFER, MPI.ERR_COUNT, MPI.ERR_TYPE, MPI.ERR_TAG, MPI.ERR_COMM, MPI.ERR_RANK, MPI.ERR_REQUEST,
            MPI.ERR_ROOT, MPI.ERR_GROUP, MPI.ERR_OP, MPI.ERR_ARG, MPI.ERR_TRUNCATE, MPI.ERR_OTHER, MPI.ERR_INTERN,
        };
        for (int i = 0; i < classes.length; i++) {
            assertNotEquals(MPI.SUCCESS, classes[i]);
            for (int j = 0; j < i; j++) assertNotEquals(classes[j], classes[i]);
        }
        assertEquals(0, MPI.SUCCESS);
        MPIException plain = new MPIException("text");
        assertEquals("text", plain.getMessage());
        assertEquals(MPI.ERR_OTHER, plain.Get_error_class());
        assertEquals(MPI.ERR_OTHER, plain.Get_error_code());
    }
}
