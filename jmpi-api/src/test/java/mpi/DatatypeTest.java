package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import org.jmpi.Jmpi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What datatypes tell of themselves, and what is refused of them. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class DatatypeTest {
    private static final int TAG = 11;

    private static int[] ints(int... values) {
        return values;
    }

    private static Datatype[] types(Datatype... values) {
        return values;
    }

    private static void assertBounds(int extent, int lower, int upper, Datatype type) {
        assertEquals(extent, type.Extent(), "extent");
        assertEquals(lower, type.Lb(), "lower bound");
        assertEquals(upper, type.Ub(), "upper bound");
    }

    @Test
    void sizesAreInElements() {
        for (Kind kind : Kind.values()) {
            assertEquals(1, kind.type.Size(), kind.name());
            assertBounds(1, 0, 1, kind.type);
        }
        assertEquals(1, MPI.PACKED.Size());
        for (Datatype pair : types(MPI.SHORT2, MPI.INT2, MPI.LONG2, MPI.FLOAT2, MPI.DOUBLE2)) {
            assertEquals(2, pair.Size());
            assertBounds(2, 0, 2, pair);
        }
        assertEquals(0, MPI.LB.Size());
        assertBounds(0, 0, 0, MPI.LB);
        assertBounds(0, 0, 0, MPI.UB);
    }

    @ParameterizedTest
    @EnumSource
    void figuresOfDerivedTypes(Kind kind) {
        Datatype vector = Datatype.Vector(2, 3, 4, kind.type);
        assertEquals(6, vector.Size());
        assertBounds(7, 0, 7, vector);
        assertBounds(23, 0, 23, Datatype.Hvector(3, 1, 8, vector));
        assertBounds(35, 0, 35, Datatype.Vector(3, 1, 2, vector));
        assertBounds(21, 0, 21, Datatype.Contiguous(3, vector));
        assertBounds(21, -7, 14, Datatype.Indexed(ints(1, 2), ints(-1, 0), vector));
        assertBounds(15, -1, 14, Datatype.Hindexed(ints(1, 2), ints(-1, 0), vector));
        assertBounds(9, -2, 7, Datatype.Struct(ints(1, 1), ints(0, -2), types(vector, kind.type)));
        assertBounds(17, -5, 12, Datatype.Struct(ints(1, 1, 1), ints(-5, 0, 12), types(MPI.LB, vector, MPI.UB)));
    }

    @Test
    void aTypeIsCommittedBeforeItIsUsedInCommunication() {
        Jmpi.run(2, () -> {
            int[] buf = new int[10];
            Comm world = MPI.COMM_WORLD;
            Datatype type = Datatype.Contiguous(2, MPI.INT);
            Datatype onIt = Datatype.Vector(2, 1, 2, type);
            String uncommitted = "datatype is not committed, call Commit";
            Talk.assertFails(MPI.ERR_TYPE, () -> world.Send(buf, 0, 1, type, 0, TAG), uncommitted, "2 elements of INT");
            Talk.assertFails(MPI.ERR_TYPE, () -> world.Isend(buf, 0, 1, type, 0, TAG), uncommitted);
            Talk.assertFails(MPI.ERR_TYPE, () -> world.Recv(buf, 0, 1, type, 0, TAG), uncommitted);
            Talk.assertFails(MPI.ERR_TYPE, () -> world.Irecv(buf, 0, 1, type, 0, TAG), uncommitted);
            Talk.assertFails(MPI.ERR_TYPE, () -> world.Send_init(buf, 0, 1, type, 0, TAG), uncommitted);
            Talk.assertFails(MPI.ERR_TYPE, () -> world.Recv_init(buf, 0, 1, type, 0, TAG), uncommitted);
            Talk.assertFails(MPI.ERR_TYPE, () -> MPI.COMM_WORLD.Bcast(buf, 0, 1, type, 0), uncommitted);
            onIt.Commit();
            onIt.Commit();
            MPI.INT.Commit();
            int me = Talk.rank();
            int[] sent = {1, 2, 3, 4, 5, 6, 7};
            world.Sendrecv(sent, 1, 1, onIt, 1 - me, TAG, buf, 0, 4, MPI.INT, 1 - me, TAG);
            assertArrayEquals(ints(2, 3, 6, 7, 0, 0, 0, 0, 0, 0), buf);
            Talk.assertUsable();
        });
    }

    @Test
    void aFreedTypeIsOfNoUseButWhatWasMadeWithItIs() {
        Jmpi.run(2, () -> {
            int[] buf = new int[10];
            Comm world = MPI.COMM_WORLD;
            Datatype type = Datatype.Contiguous(2, MPI.INT);
            type.Commit();
            Datatype onIt = Datatype.Contiguous(2, type);
            int peer = 1 - Talk.rank();
            Prequest receive = world.Recv_init(buf, 1, 2, type, peer, TAG);
            Prequest send = world.Send_init(new int[] {1, 2, 3, 4}, 0, 2, type, peer, TAG);
            Request started = world.Irecv(buf, 6, 1, type, peer, TAG + 1);
            type.free();
            String freed = "datatype was freed";
            Talk.assertFails(MPI.ERR_TYPE, () -> world.Send(buf, 0, 1, type, peer, TAG), freed);
            Talk.assertFails(MPI.ERR_TYPE, () -> world.Recv(buf, 0, 1, type, peer, TAG), freed);
            Talk.assertFails(MPI.ERR_TYPE, type::Commit, freed);
            Talk.assertFails(MPI.ERR_TYPE, type::free, freed);
            Talk.assertFails(MPI.ERR_TYPE, type::Size, freed);
            Talk.assertFails(MPI.ERR_TYPE, type::Extent, freed);
            Talk.assertFails(MPI.ERR_TYPE, type::Lb, freed);
            Talk.assertFails(MPI.ERR_TYPE, type::Ub, freed);
            Talk.assertFails(MPI.ERR_TYPE, () -> new Status().Get_count(type), freed);
            Talk.assertFails(MPI.ERR_TYPE, () -> Datatype.Contiguous(1, type), freed);
            Talk.assertFails(MPI.ERR_TYPE, () -> Datatype.Struct(ints(1), ints(0), types(type)), freed);
            onIt.Commit();
            Prequest.Startall(new Prequest[] {receive, send});
            send.Wait();
            assertEquals(1, receive.Wait().Get_count(onIt));
            world.Send(new int[] {8, 9}, 0, 2, MPI.INT, peer, TAG + 1);
            started.Wait();
            assertArrayEquals(ints(0, 1, 2, 3, 4, 0, 8, 9, 0, 0), buf);
            Talk.assertUsable();
        });
    }

    @Test
    void predefinedTypesAreNotFreed() {
        for (Kind kind : Kind.values())
            Talk.assertFails(MPI.ERR_TYPE, kind.type::free, "a predefined datatype can't be freed", kind.name());
        Talk.assertFails(MPI.ERR_TYPE, MPI.INT2::free, "predefined");
        Talk.assertFails(MPI.ERR_TYPE, MPI.UB::free, "predefined");
    }

    @Test
    void markersAreNotSent() {
        Jmpi.run(1, () -> {
            for (Datatype marker : types(MPI.LB, MPI.UB)) {
                Talk.assertFails(
                        MPI.ERR_TYPE, () -> MPI.COMM_WORLD.Send(new int[1], 0, 1, marker, 0, TAG), "LB and UB");
                Talk.assertFails(
                        MPI.ERR_TYPE, () -> MPI.COMM_WORLD.Recv(new int[1], 0, 1, marker, 0, TAG), "LB and UB");
            }
        });
    }

    @Test
    void wrongArgumentsOfConstructors() {
        Talk.assertFails(MPI.ERR_COUNT, () -> Datatype.Contiguous(-1, MPI.INT), "count is negative: -1");
        Talk.assertFails(MPI.ERR_COUNT, () -> Datatype.Vector(-2, 1, 1, MPI.INT), "count is negative: -2");
        Talk.assertFails(MPI.ERR_COUNT, () -> Datatype.Hvector(-3, 1, 1, MPI.INT), "count is negative: -3");
        Talk.assertFails(MPI.ERR_ARG, () -> Datatype.Vector(1, -4, 1, MPI.INT), "blocklength=-4");
        Talk.assertFails(MPI.ERR_ARG, () -> Datatype.Hvector(1, -5, 1, MPI.INT), "blocklength=-5");
        Talk.assertFails(
                MPI.ERR_ARG, () -> Datatype.Indexed(ints(1, -6), ints(0, 0), MPI.INT), "block=1", "blocklength=-6");
        Talk.assertFails(MPI.ERR_ARG, () -> Datatype.Hindexed(null, ints(0), MPI.INT), "blocklengths is null");
        Talk.assertFails(MPI.ERR_ARG, () -> Datatype.Hindexed(ints(1), null, MPI.INT), "displacements is null");
        Talk.assertFails(
                MPI.ERR_ARG, () -> Datatype.Indexed(ints(1, 2), ints(0), MPI.INT), "blocklengths=2", "displacements=1");
        Talk.assertFails(MPI.ERR_ARG, () -> Datatype.Struct(ints(1), ints(0), null), "datatypes is null");
        Talk.assertFails(
                MPI.ERR_ARG, () -> Datatype.Struct(ints(1), ints(0), types()), "blocklengths=1", "datatypes=0");
        Talk.assertFails(
                MPI.ERR_TYPE, () -> Datatype.Struct(ints(1), ints(0), new Datatype[1]), "datatype of block 0 is null");
        Talk.assertFails(
                MPI.ERR_TYPE,
                () -> Datatype.Struct(ints(1, 1), ints(0, 1), types(MPI.INT, MPI.OBJECT)),
                "INT and OBJECT differ");
        Talk.assertFails(MPI.ERR_TYPE, () -> Datatype.Contiguous(1, null), "datatype is null");
        Talk.assertFails(MPI.ERR_TYPE, () -> Datatype.Vector(1, 1, 1, null), "datatype is null");
        Talk.assertFails(MPI.ERR_TYPE, () -> Datatype.Hvector(1, 1, 1, null), "datatype is null");
        Talk.assertFails(MPI.ERR_TYPE, () -> Datatype.Indexed(ints(), ints(), null), "datatype is null");
        Talk.assertFails(MPI.ERR_TYPE, () -> Datatype.Hindexed(ints(), ints(), null), "datatype is null");
        Talk.assertFails(
                MPI.ERR_ARG,
                () -> Datatype.Contiguous(2, Datatype.Contiguous(Integer.MAX_VALUE, MPI.BYTE)),
                "datatype too large",
                "4294967294");
    }

    @Test
    void aDerivedTypeThatTheBufferCannotHold() {
        Jmpi.run(1, () -> {
            Datatype column = Datatype.Vector(3, 1, 4, MPI.INT);
            column.Commit();
            Datatype before = Datatype.Hindexed(ints(1), ints(-2), MPI.INT);
            before.Commit();
            Comm world = MPI.COMM_WORLD;
            int[] matrix = new int[12];
            Talk.assertFails(
                    MPI.ERR_COUNT,
                    () -> world.Send(matrix, 4, 1, column, 0, TAG),
                    "offset=4",
                    "count=1",
                    "elements needed=[4, 13)",
                    "array length=12");
            Talk.assertFails(MPI.ERR_COUNT, () -> world.Send(matrix, 0, 2, column, 0, TAG), "needed=[0, 18)", "fit=1");
            Talk.assertFails(MPI.ERR_COUNT, () -> world.Recv(matrix, 1, 1, before, 0, TAG), "needed=[-1, 0)");
            Talk.assertFails(
                    MPI.ERR_COUNT,
                    () -> world.Send(matrix, 12, Integer.MAX_VALUE, column, 0, TAG),
                    "count=2147483647",
                    "needed=[12, 19327352835)");
            Talk.assertFails(
                    MPI.ERR_TYPE, () -> world.Send(new long[12], 0, 1, column, 0, TAG), "long[]", "INT", "int[]");
        });
    }
}
