package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.lang.reflect.Array;
import java.util.Arrays;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages of derived datatypes. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class DerivedTypesTest {
    private static final int TAG = 12;

    /** Items of a message: few, which travel eagerly, and so many that most transports announce them first. */
    private static final int[] COUNTS = {0, 1, 3, 5000};

    private static int[] ints(int... values) {
        return values;
    }

    private static Datatype committed(Datatype type) {
        type.Commit();
        return type;
    }

    /** Elements 0, 1, 4 and 5 of six. */
    private static Datatype gapped(Kind kind) {
        return committed(Datatype.Vector(2, 2, 4, kind.type));
    }

    /** Elements 6, 2 and 1 of six from 1 on, in this order, and nothing, with a bound on either side. */
    private static Datatype scattered(Kind kind) {
        Datatype part = Datatype.Hindexed(ints(1, 0, 1, 1), ints(6, 3, 2, 1), kind.type);
        return committed(Datatype.Struct(ints(1, 1, 1), ints(-1, 0, 8), new Datatype[] {MPI.LB, part, MPI.UB}));
    }

    private static int gappedPlace(int i) {
        return i / 4 * 6 + i % 4 + (i % 4 > 1 ? 2 : 0);
    }

    private static int scatteredPlace(int i) {
        return i / 3 * 9 + ints(6, 2, 1)[i % 3];
    }

    private static boolean isLong(Kind kind, int count) {
        return kind == Kind.OBJECT && count > 100;
    }

    @ParameterizedTest
    @EnumSource
    void derivedToAdjacentElements(Kind kind) {
        Jmpi.run(2, () -> {
            Datatype type = gapped(kind);
            for (int count : COUNTS) {
                if (isLong(kind, count)) continue;
                Object data = kind.data(2, 6 * count, 7);
                if (Talk.rank() == 0) MPI.COMM_WORLD.Send(data, 2, count, type, 1, TAG);
                else {
                    Object room = kind.guards(1, 4 * count);
                    Status status = MPI.COMM_WORLD.Recv(room, 1, 4 * count, kind.type, 0, TAG);
                    kind.assertStatus(status, 0, TAG, 4 * count, kind + " x " + count);
                    assertEquals(count, status.Get_count(type));
                    Object expected = kind.guards(1, 4 * count);
                    for (int i = 0; i < 4 * count; i++) Array.set(expected, 1 + i, Array.get(data, 2 + gappedPlace(i)));
                    Kind.assertSame(expected, room, kind + " x " + count);
                }
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void adjacentElementsToDerived(Kind kind) {
        Jmpi.run(2, () -> {
            Datatype type = scattered(kind);
            for (int count : COUNTS) {
                if (isLong(kind, count)) continue;
                Object data = kind.data(2, 3 * count, 8);
                if (Talk.rank() == 0) MPI.COMM_WORLD.Send(data, 2, 3 * count, kind.type, 1, TAG);
                else {
                    Object room = kind.guards(1, 9 * count);
                    Status status = MPI.COMM_WORLD.Recv(room, 1, count, type, 0, TAG);
                    kind.assertStatus(status, 0, TAG, 3 * count, kind + " x " + count);
                    assertEquals(count, status.Get_count(type));
                    Object expected = kind.guards(1, 9 * count);
                    for (int i = 0; i < 3 * count; i++)
                        Array.set(expected, 1 + scatteredPlace(i), Array.get(data, 2 + i));
                    Kind.assertSame(expected, room, kind + " x " + count);
                }
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void derivedToDerived(Kind kind) {
        Jmpi.run(2, () -> {
            Datatype gapped = gapped(kind);
            Datatype scattered = scattered(kind);
            for (int threes : COUNTS) {
                if (isLong(kind, threes)) continue;
                int elements = 12 * threes;
                Object data = kind.data(0, 6 * 3 * threes, 9);
                if (Talk.rank() == 0) MPI.COMM_WORLD.Ssend(data, 0, 3 * threes, gapped, 1, TAG);
                else {
                    Object room = kind.guards(0, 9 * 4 * threes);
                    Status status = MPI.COMM_WORLD.Recv(room, 0, 4 * threes, scattered, 0, TAG);
                    kind.assertStatus(status, 0, TAG, elements, kind + " x " + elements);
                    assertEquals(4 * threes, status.Get_count(scattered));
                    assertEquals(3 * threes, status.Get_count(gapped));
                    Object expected = kind.guards(0, 9 * 4 * threes);
                    for (int i = 0; i < elements; i++)
                        Array.set(expected, scatteredPlace(i), Array.get(data, gappedPlace(i)));
                    Kind.assertSame(expected, room, kind + " x " + elements);
                }
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void everyModeAndForm(Mode mode) {
        Jmpi.run(2, () -> {
            for (Kind kind : Kind.values()) {
                Datatype type = gapped(kind);
                for (Mode.Form form : Mode.Form.values()) {
                    Object data = kind.data(1, 12, 3);
                    if (Talk.rank() == 0) {
                        if (mode == Mode.BUFFERED) MPI.Buffer_attach(new byte[10_000]);
                        Talk.awaitGoOn(1);
                        mode.send(form, data, 1, 2, type, 1, TAG);
                        if (mode == Mode.BUFFERED) MPI.Buffer_detach();
                    } else {
                        Object room = kind.guards(1, 12);
                        Request receive = MPI.COMM_WORLD.Irecv(room, 1, 2, type, 0, TAG);
                        Talk.goOn(0);
                        assertEquals(2, receive.Wait().Get_count(type));
                        Object expected = kind.guards(1, 12);
                        for (int i = 0; i < 8; i++)
                            Array.set(expected, 1 + gappedPlace(i), Array.get(data, 1 + gappedPlace(i)));
                        Kind.assertSame(expected, room, kind + " " + form);
                    }
                }
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void sendrecvReplaceOfDerivedTypes(Kind kind) {
        Jmpi.run(2, () -> {
            int me = Talk.rank();
            Datatype type = gapped(kind);
            Object buffer = kind.data(1, 12, 100 * me);
            Object peers = kind.data(1, 12, 100 * (1 - me));
            Object expected = kind.data(1, 12, 100 * me);
            for (int i = 0; i < 8; i++) Array.set(expected, 1 + gappedPlace(i), Array.get(peers, 1 + gappedPlace(i)));
            MPI.COMM_WORLD.Sendrecv_replace(buffer, 1, 2, type, 1 - me, TAG, 1 - me, TAG);
            Kind.assertSame(expected, buffer, "rank " + me);
        });
    }

    @Test
    void itemsWithoutElements() {
        Jmpi.run(2, () -> {
            Datatype nothing = committed(Datatype.Struct(ints(), ints(), new Datatype[0]));
            Datatype noInts = committed(Datatype.Contiguous(0, MPI.INT));
            int[] buffer = {1, 2, 3};
            if (Talk.rank() == 0) {
                MPI.COMM_WORLD.Send(buffer, 0, 100, nothing, 1, TAG);
                MPI.COMM_WORLD.Ssend(new double[0], 0, 100, nothing, 1, TAG);
                MPI.Buffer_attach(new byte[10]);
                MPI.COMM_WORLD.Bsend(new Object[2][2], 1, 100, nothing, 1, TAG);
                MPI.Buffer_detach();
                MPI.COMM_WORLD.Send(buffer, 3, 100, noInts, 1, TAG);
                MPI.COMM_WORLD.Send(buffer, 0, 0, nothing, 1, TAG);
                MPI.COMM_WORLD.Send(buffer, 0, 2, MPI.INT, 1, TAG);
            } else {
                assertNothing(100, MPI.COMM_WORLD.Probe(0, TAG), nothing);
                for (int i = 0; i < 3; i++)
                    assertNothing(100, MPI.COMM_WORLD.Recv(buffer, 0, 100, nothing, 0, TAG), nothing);
                Status status = MPI.COMM_WORLD.Recv(buffer, 0, 7, noInts, 0, TAG);
                assertEquals(100, status.Get_count(noInts));
                assertEquals(0, status.Get_elements(noInts));
                assertEquals(0, status.Get_count(MPI.INT));
                assertEquals(0, status.Get_elements(MPI.OBJECT));
                status = MPI.COMM_WORLD.Recv(buffer, 0, 100, nothing, 0, TAG);
                assertEquals(0, status.Get_count(nothing));
                assertEquals(0, status.Get_elements(nothing));
                Talk.assertFails(
                        MPI.ERR_TRUNCATE,
                        () -> MPI.COMM_WORLD.Recv(buffer, 0, 100, nothing, 0, TAG),
                        "message=8 bytes",
                        "room=0 bytes");
            }
            assertArrayEquals(ints(1, 2, 3), buffer);
            Talk.assertUsable();
        });
    }

    private static void assertNothing(int count, Status status, Datatype type) {
        assertEquals(count, status.Get_count(type));
        assertEquals(MPI.UNDEFINED, status.Get_elements(type));
        assertEquals(0, status.source);
        assertEquals(TAG, status.tag);
    }

    @Test
    void blocksWithoutElements() {
        Jmpi.run(2, () -> {
            Datatype type = committed(
                    Datatype.Struct(ints(0, 1, 2), ints(2, 0, 2), new Datatype[] {MPI.INT, MPI.INT, MPI.INT}));
            assertEquals(4, type.Extent());
            if (Talk.rank() == 0) MPI.COMM_WORLD.Send(ints(0, 1, 2, 3, 4, 5, 6, 7), 0, 2, type, 1, TAG);
            else {
                int[] room = new int[8];
                Arrays.fill(room, -1);
                Status status = MPI.COMM_WORLD.Recv(room, 0, 2, type, 0, TAG);
                assertArrayEquals(ints(0, -1, 2, 3, 4, -1, 6, 7), room);
                assertEquals(2, status.Get_count(type));
                assertEquals(6, status.Get_elements(type));
            }
        });
    }

    @Test
    void aMessageWithoutElementsMatchesAnyType() {
        Jmpi.run(2, () -> {
            Kind[] kinds = Kind.values();
            for (Kind sent : kinds)
                for (Kind received : kinds)
                    if (Talk.rank() == 0) MPI.COMM_WORLD.Send(sent.guards(0, 0), 0, 0, sent.type, 1, TAG);
                    else {
                        Object room = received.guards(0, 2);
                        Status status = MPI.COMM_WORLD.Recv(room, 0, 2, received.type, 0, TAG);
                        received.assertStatus(status, 0, TAG, 0, sent + " to " + received);
                        Kind.assertSame(received.guards(0, 2), room, sent + " to " + received);
                    }
        });
    }

    @ParameterizedTest
    @EnumSource
    void partOfAnItemIsReceived(Kind kind) {
        Jmpi.run(2, () -> {
            Datatype type = gapped(kind);
            if (Talk.rank() == 0) MPI.COMM_WORLD.Send(kind.data(0, 7, 1), 0, 7, kind.type, 1, TAG);
            else {
                Object room = kind.guards(0, 18);
                Status status = MPI.COMM_WORLD.Recv(room, 0, 3, type, 0, TAG);
                assertEquals(MPI.UNDEFINED, status.Get_count(type));
                assertEquals(7, status.Get_elements(type));
                Object expected = kind.guards(0, 18);
                for (int i = 0; i < 7; i++) Array.set(expected, gappedPlace(i), Array.get(kind.data(0, 7, 1), i));
                Kind.assertSame(expected, room, "seven elements");
            }
        });
    }

    @ParameterizedTest
    @EnumSource
    void aMessageLongerThanItsDerivedReceiveIsTruncated(Kind kind) {
        Jmpi.run(2, () -> {
            Datatype type = gapped(kind);
            if (Talk.rank() == 0) MPI.COMM_WORLD.Send(kind.data(0, 9, 1), 0, 9, kind.type, 1, TAG);
            else {
                Object room = kind.guards(0, 12);
                Talk.assertFails(MPI.ERR_TRUNCATE, () -> MPI.COMM_WORLD.Recv(room, 0, 2, type, 0, TAG), "room=");
                Object expected = kind.guards(0, 12);
                for (int i = 0; i < 8; i++) Array.set(expected, gappedPlace(i), Array.get(kind.data(0, 9, 1), i));
                Kind.assertSame(expected, room, "eight of nine elements");
            }
            Talk.assertUsable();
        });
    }

    @Test
    void anObjectThatTheArrayCannotHoldIsNamed() {
        Jmpi.run(2, () -> {
            if (Talk.rank() == 0) MPI.COMM_WORLD.Send(new Object[] {"text", 1}, 0, 2, MPI.OBJECT, 1, TAG);
            else {
                Datatype type = gapped(Kind.OBJECT);
                Talk.assertFails(
                        MPI.ERR_TYPE,
                        () -> MPI.COMM_WORLD.Recv(new String[6], 0, 1, type, 0, TAG),
                        "java.lang.Integer");
            }
            Talk.assertUsable();
        });
    }

    @ParameterizedTest
    @EnumSource
    void bcastOverwritesNoMoreThanTheType(Kind kind) {
        Jmpi.run(3, () -> {
            Datatype vector = Datatype.Vector(2, 3, 4, kind.type);
            for (int stride = 6; stride <= 9; stride++) {
                Datatype type = committed(Datatype.Hvector(3, 1, stride, vector));
                int span = 2 * stride + 7;
                Object sent = kind.data(1, span, stride);
                Object buffer = Talk.rank() == 1 ? kind.data(1, span, stride) : kind.guards(1, span);
                MPI.COMM_WORLD.Bcast(buffer, 1, 1, type, 1);
                Object expected = Talk.rank() == 1 ? kind.data(1, span, stride) : kind.guards(1, span);
                for (int block = 0; block < 3; block++)
                    for (int i : ints(0, 1, 2, 4, 5, 6)) {
                        int place = 1 + block * stride + i;
                        Array.set(expected, place, Array.get(sent, place));
                    }
                Kind.assertSame(expected, buffer, kind + " stride " + stride);
            }
        });
    }

    @Test
    void gatherAndReduceOfDerivedTypes() {
        Jmpi.run(3, () -> {
            int me = Talk.rank();
            Datatype pair = committed(Datatype.Hindexed(ints(1, 1), ints(2, -1), MPI.INT));
            assertEquals(4, pair.Extent());
            int[] all = new int[14];
            MPI.COMM_WORLD.Gather(ints(0, 10 * me, 10 * me + 1, 0), 1, 2, MPI.INT, all, 1, 1, pair, 0);
            if (me == 0) assertArrayEquals(ints(1, 0, 0, 0, 11, 0, 0, 10, 21, 0, 0, 20, 0, 0), all);
            int[] mine = {me, 50, 50, me + 1, me + 2, 50, 50, me + 3, 50};
            int[] sums = {7, 7, 7, 7, 7, 7, 7, 7, 7};
            MPI.COMM_WORLD.Allreduce(mine, 1, sums, 1, 2, pair, MPI.SUM);
            assertArrayEquals(ints(3, 7, 7, 6, 9, 7, 7, 12, 7), sums);
        });
    }
}
