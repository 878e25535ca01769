package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import mpi.Exposed.Home;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Accesses of every kind: what they leave at the target and bring to the origin. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
@Tag("transports")
class WindowAccessTest {
    private static final int[] COUNTS = {0, 1, 7, 40_000};

    static Home[] homes() {
        return Home.everywhere();
    }

    private static Object copy(Object array, int from, int count) {
        Object part = Array.newInstance(array.getClass().getComponentType(), count);
        System.arraycopy(array, from, part, 0, count);
        return part;
    }

    /** Each kind of elements goes there and comes back, from and into arrays and buffers. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OBJECT")
    void everyTypeIsPutAndGot(Kind kind) {
        Jmpi.run(2, () -> {
            int peer = 1 - Talk.rank();
            for (int count : COUNTS) {
                Object own = kind.guards(2, count);
                Win win = Win.Create(own, 2, count, 1, null, MPI.COMM_WORLD);
                Object data = kind.data(1, count, 5 + peer);
                win.Fence(0);
                win.Put(data, 1, count, kind.type, peer, 0, count, kind.type);
                win.Fence(0);
                Kind.assertSame(kind.data(2, count, 5 + Talk.rank()), own, kind + " at the target");
                Object read = kind.guards(3, count);
                win.Get(read, 3, count, kind.type, peer, 0, count, kind.type);
                win.Fence(0);
                Kind.assertSame(kind.data(3, count, 5 + peer), read, kind + " at the origin");
                win.Free();
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
    void originsMayBeBuffers(int bufferKind) {
        Jmpi.run(2, () -> {
            int peer = 1 - Talk.rank();
            for (Kind kind : new Kind[] {Kind.BYTE, Kind.INT, Kind.DOUBLE}) {
                Object own = kind.guards(0, 3000);
                Win win = Win.Create(own, 0, 3000, 1, null, MPI.COMM_WORLD);
                Object data = copy(kind.data(0, 3000, peer), 0, 3000);
                ElementBuffer from = new ElementBuffer(data, bufferKind);
                ElementBuffer into = new ElementBuffer(copy(kind.guards(0, 3000), 0, 3000), bufferKind);
                win.Lock_all(0);
                win.Put(from.buffer(), 0, 3000, kind.type, peer, 0, 3000, kind.type);
                win.Flush(peer);
                win.Get(into.buffer(), 0, 3000, kind.type, peer, 0, 3000, kind.type);
                win.Unlock_all();
                Object read = copy(kind.guards(0, 3000), 0, 3000);
                into.copyTo(read);
                Kind.assertSame(data, read, kind + " through a buffer");
                win.Free();
            }
        });
    }

    /** A window over bytes, in either byte order, holds values of any type. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OBJECT")
    void bytesHoldEveryType(Kind kind) {
        Jmpi.run(2, () -> {
            int peer = 1 - Talk.rank();
            for (ByteOrder order : new ByteOrder[] {ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN})
                for (boolean direct : new boolean[] {false, true}) {
                    ByteBuffer bytes =
                            (direct ? ByteBuffer.allocateDirect(104) : ByteBuffer.allocate(104)).order(order);
                    Win win = Win.Create(bytes, 8, 96, 8, null, MPI.COMM_WORLD);
                    Object data = kind.data(0, 10, 2);
                    win.Fence(0);
                    win.Put(data, 0, 10, kind.type, peer, 1, 10, kind.type);
                    win.Fence(0);
                    Object read = kind.guards(0, 10);
                    win.Get(read, 0, 10, kind.type, peer, 1, 10, kind.type);
                    win.Fence(0);
                    Kind.assertSame(data, read, kind + " in bytes");
                    Object local = kind.guards(0, 10);
                    MPI.COMM_SELF.Sendrecv(bytes, 16 / size(kind), 10, kind.type, 0, 1, local, 0, 10, kind.type, 0, 1);
                    Kind.assertSame(data, local, kind + " as a message reads them");
                    win.Free();
                }
        });
    }

    private static int size(Kind kind) {
        return MPI.COMM_SELF.Pack_size(1, kind.type);
    }

    /** Columns of a matrix at the origin become other places at the target. */
    @ParameterizedTest
    @MethodSource("homes")
    void typesOfOriginAndTargetMayDiffer(Home home) {
        Jmpi.run(2, () -> {
            int peer = 1 - Talk.rank();
            Datatype column = Datatype.Vector(10, 1, 10, MPI.INT);
            Datatype places = Datatype.Indexed(new int[] {3, 1, 6}, new int[] {20, 5, 40}, MPI.INT);
            column.Commit();
            places.Commit();
            int[] matrix = new int[100];
            for (int i = 0; i < 100; i++) matrix[i] = 1000 + i;
            try (Exposed exposed = new Exposed(home, 60, MPI.COMM_WORLD)) {
                exposed.win.Lock_all(0);
                exposed.win.Put(matrix, 4, 1, column, peer, exposed.at(peer, 3), 1, places);
                exposed.win.Flush(peer);
                int[] back = new int[100];
                exposed.win.Get(back, 7, 1, column, peer, exposed.at(peer, 3), 1, places);
                exposed.win.Accumulate(matrix, 4, 1, column, peer, exposed.at(peer, 3), 1, places, MPI.SUM);
                exposed.win.Unlock_all();
                MPI.COMM_WORLD.Barrier();
                exposed.win.Sync();
                int[] expected = new int[60];
                int[] order = {23, 24, 25, 8, 43, 44, 45, 46, 47, 48};
                for (int i = 0; i < 10; i++) {
                    expected[order[i]] = 2 * (1004 + 10 * i);
                    assertEquals(1004 + 10 * i, back[7 + 10 * i]);
                }
                assertArrayEquals(expected, exposed.get());
            }
            column.free();
            places.free();
        });
    }

    /** A type may be freed when the call has returned. */
    @Test
    void aTypeIsKeptWhileItIsUsed() {
        Jmpi.run(2, () -> {
            try (Exposed exposed = new Exposed(Home.ARRAY, 40, MPI.COMM_WORLD)) {
                exposed.win.Lock_all(0);
                for (int stride = 1; stride < 5; stride++) {
                    Datatype type = Datatype.Vector(10, 1, stride, MPI.INT);
                    type.Commit();
                    int[] ones = new int[10];
                    java.util.Arrays.fill(ones, 1);
                    if (Talk.rank() == 0)
                        exposed.win.Accumulate(ones, 0, 10, MPI.INT, 1, exposed.at(1, 0), 1, type, MPI.SUM);
                    type.free();
                }
                exposed.win.Unlock_all();
                MPI.COMM_WORLD.Barrier();
                exposed.win.Sync();
                for (int i = 0; i < 40; i++) {
                    int hits = 0;
                    for (int stride = 1; stride < 5; stride++) if (i % stride == 0 && i / stride < 10) hits++;
                    assertEquals(Talk.rank() == 1 ? hits : 0, exposed.get(i), "element " + i);
                }
            }
        });
    }

    @ParameterizedTest
    @MethodSource("homes")
    void everyOperatorCombines(Home home) {
        Op[] ops = {MPI.MAX, MPI.MIN, MPI.SUM, MPI.PROD, MPI.LAND, MPI.BAND, MPI.LOR, MPI.BOR, MPI.LXOR, MPI.BXOR};
        Jmpi.run(2, () -> {
            int peer = 1 - Talk.rank();
            try (Exposed exposed = new Exposed(home, ops.length + 2, MPI.COMM_WORLD)) {
                for (int i = 0; i < exposed.count; i++) exposed.set(i, 12);
                exposed.win.Fence(0);
                for (int i = 0; i < ops.length; i++) exposed.accumulate(10, peer, i, ops[i]);
                exposed.accumulate(10, peer, ops.length, MPI.REPLACE);
                exposed.win.Fence(0);
                int[] expected = new int[exposed.count];
                for (int i = 0; i < ops.length; i++) {
                    int[] result = {12};
                    ops[i].Call(new int[] {10}, 0, result, 0, 1, MPI.INT);
                    expected[i] = result[0];
                }
                expected[ops.length] = 10;
                expected[ops.length + 1] = 12;
                assertArrayEquals(expected, exposed.get());
                exposed.win.Fence(0);
                int[] before = new int[exposed.count];
                exposed.win.Get_accumulate(
                        null,
                        0,
                        0,
                        MPI.INT,
                        before,
                        0,
                        before.length,
                        MPI.INT,
                        peer,
                        exposed.at(peer, 0),
                        before.length,
                        MPI.INT,
                        MPI.NO_OP);
                exposed.win.Fence(0);
                assertArrayEquals(expected, before);
                assertArrayEquals(expected, exposed.get());
            }
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"BYTE", "CHAR", "SHORT", "INT", "LONG", "FLOAT", "DOUBLE"})
    void everyTypeIsAccumulated(Kind kind) {
        Jmpi.run(2, () -> {
            int peer = 1 - Talk.rank();
            Object own = kind.data(0, 9, 3);
            Object add = kind.data(0, 9, 20);
            Win win = Win.Create(own, 1, 8, 1, null, MPI.COMM_WORLD);
            Op op = kind == Kind.CHAR ? MPI.MAX : MPI.SUM;
            win.Fence(0);
            Object before = kind.guards(0, 8);
            win.Get_accumulate(add, 1, 8, kind.type, before, 0, 8, kind.type, peer, 0, 8, kind.type, op);
            win.Fence(0);
            Object expected = kind.data(0, 9, 3);
            op.Call(add, 1, expected, 1, 8, kind.type);
            Kind.assertSame(expected, own, kind + " at the target");
            Kind.assertSame(copy(kind.data(0, 9, 3), 1, 8), copy(before, 0, 8), kind + " before");
            win.Free();
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"BYTE", "CHAR", "SHORT", "BOOLEAN", "INT", "LONG"})
    void everyWholeTypeIsComparedAndSwapped(Kind kind) {
        Jmpi.run(2, () -> {
            int peer = 1 - Talk.rank();
            Object own = kind.data(0, 4, 2);
            Object expected = kind.data(0, 4, 2);
            Object fresh = kind.data(0, 1, 7);
            Win win = Win.Create(own, 0, 4, 1, null, MPI.COMM_WORLD);
            win.Lock_all(0);
            Object before = kind.guards(0, 1);
            win.Compare_and_swap(fresh, 0, expected, 2, before, 0, kind.type, peer, 2);
            win.Flush(peer);
            assertEquals(Array.get(expected, 2), Array.get(before, 0));
            Object other = kind.data(0, 1, 3);
            win.Compare_and_swap(other, 0, expected, 2, before, 0, kind.type, peer, 2);
            win.Unlock_all();
            MPI.COMM_WORLD.Barrier();
            assertEquals(Array.get(fresh, 0), Array.get(before, 0));
            boolean same = Array.get(fresh, 0).equals(Array.get(expected, 2));
            assertEquals(Array.get(same ? other : fresh, 0), Array.get(own, 2));
            win.Free();
        });
    }

    @Test
    void floatingPointIsFetchedAndNotCompared() {
        Jmpi.run(2, () -> {
            double[] own = {1.5};
            Win win = Win.Create(own, 0, 1, 1, null, MPI.COMM_WORLD);
            win.Lock_all(0);
            double[] before = new double[1];
            win.Fetch_and_op(new double[] {2}, 0, before, 0, MPI.DOUBLE, 0, 0, MPI.SUM);
            Talk.assertFails(
                    MPI.ERR_TYPE,
                    () -> win.Compare_and_swap(new double[1], 0, new double[1], 0, new double[1], 0, MPI.DOUBLE, 0, 0));
            Datatype two = Datatype.Contiguous(2, MPI.DOUBLE);
            two.Commit();
            Talk.assertFails(
                    MPI.ERR_TYPE, () -> win.Fetch_and_op(new double[2], 0, new double[2], 0, two, 0, 0, MPI.SUM));
            win.Unlock_all();
            MPI.COMM_WORLD.Barrier();
            assertEquals(Talk.rank() == 0 ? 5.5 : 1.5, own[0]);
            win.Free();
        });
    }

    /** Units differ from rank to rank, and displacements count those of the target. */
    @Test
    void displacementsCountUnitsOfTheTarget() {
        Jmpi.run(3, () -> {
            int me = Talk.rank();
            long[] own = new long[20];
            Win win = Win.Create(own, 2, 18, me + 1, null, MPI.COMM_WORLD);
            win.Fence(0);
            if (me == 0)
                for (int rank = 0; rank < 3; rank++) win.Put(new long[] {7, 8}, 0, 2, MPI.LONG, rank, 4, 2, MPI.LONG);
            win.Fence(0);
            for (int i = 0; i < 20; i++) {
                int at = 2 + 4 * (me + 1);
                assertEquals(i == at ? 7 : i == at + 1 ? 8 : 0, own[i]);
            }
            win.Free();
        });
    }

    @Test
    void theNullProcessIsNoTarget() {
        Jmpi.run(2, () -> {
            try (Exposed exposed = new Exposed(Home.ARRAY, 1, MPI.COMM_WORLD)) {
                exposed.win.Lock(MPI.LOCK_EXCLUSIVE, MPI.PROC_NULL, 0);
                int[] value = {3};
                exposed.win.Put(value, 0, 1, MPI.INT, MPI.PROC_NULL, 0, 1, MPI.INT);
                exposed.win.Get(value, 0, 1, MPI.INT, MPI.PROC_NULL, 9, 1, MPI.INT);
                exposed.win.Accumulate(value, 0, 1, MPI.INT, MPI.PROC_NULL, 0, 1, MPI.INT, MPI.SUM);
                exposed.win.Rput(value, 0, 1, MPI.INT, MPI.PROC_NULL, 0, 1, MPI.INT)
                        .Wait();
                exposed.win.Flush(MPI.PROC_NULL);
                exposed.win.Unlock(MPI.PROC_NULL);
                assertEquals(3, value[0]);
            }
        });
    }

    /** An origin that overlaps nothing but lies in the window itself. */
    @Test
    void aRankMayAccessItself() {
        Jmpi.run(2, () -> {
            int me = Talk.rank();
            for (Home home : Home.everywhere())
                try (Exposed exposed = new Exposed(home, 4, MPI.COMM_WORLD)) {
                    exposed.win.Lock(MPI.LOCK_EXCLUSIVE, me, 0);
                    exposed.put(6, me, 3);
                    exposed.accumulate(5, me, 3, MPI.SUM);
                    assertEquals(11, exposed.fetch(2, me, 3, MPI.PROD), home.toString());
                    assertEquals(22, exposed.swap(1, 22, me, 3), home.toString());
                    assertEquals(1, exposed.read(me, 3), home.toString());
                    exposed.win.Unlock(me);
                    assertEquals(1, exposed.get(3), home.toString());
                }
        });
    }

    @Test
    @EnabledForJreRange(minVersion = 22)
    void segmentsAreWindowsAndOrigins() {
        Jmpi.run(2, () -> {
            int peer = 1 - Talk.rank();
            Object arena = ForeignSegments.arena("ofAuto");
            Object own = ForeignSegments.allocate(arena, 80);
            Object origin = ForeignSegments.allocate(arena, 80);
            Win win = Win.Create(own, 0, 80, 8, null, MPI.COMM_WORLD);
            win.Fence(0);
            win.Put(new double[] {1.25, 2.5}, 0, 2, MPI.DOUBLE, peer, 3, 2, MPI.DOUBLE);
            win.Fence(0);
            win.Get(origin, 5, 2, MPI.DOUBLE, peer, 3, 2, MPI.DOUBLE);
            win.Fence(0);
            double[] read = new double[2];
            MPI.COMM_SELF.Sendrecv(origin, 5, 2, MPI.DOUBLE, 0, 1, read, 0, 2, MPI.DOUBLE, 0, 1);
            assertArrayEquals(new double[] {1.25, 2.5}, read);
            win.Free();
        });
    }

    /** Long accesses, in both directions at once. */
    @ParameterizedTest
    @MethodSource("homes")
    void longAccessesCross(Home home) {
        int count = 700_000;
        Jmpi.run(2, () -> {
            int peer = 1 - Talk.rank();
            try (Exposed exposed = new Exposed(home, count, MPI.COMM_WORLD)) {
                int[] data = new int[count];
                for (int i = 0; i < count; i++) data[i] = i * 31 + peer;
                exposed.win.Fence(0);
                exposed.win.Put(data, 0, count, MPI.INT, peer, exposed.at(peer, 0), count, MPI.INT);
                exposed.win.Fence(0);
                exposed.win.Accumulate(data, 0, count, MPI.INT, peer, exposed.at(peer, 0), count, MPI.INT, MPI.SUM);
                exposed.win.Fence(0);
                for (int i = 0; i < count; i++) assertEquals(2 * (i * 31 + Talk.rank()), exposed.get(i));
                int[] read = new int[count];
                exposed.win.Get(read, 0, count, MPI.INT, peer, exposed.at(peer, 0), count, MPI.INT);
                exposed.win.Fence(0);
                for (int i = 0; i < count; i++) assertEquals(2 * data[i], read[i]);
            }
        });
    }
}
