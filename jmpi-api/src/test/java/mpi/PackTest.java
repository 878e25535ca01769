package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.util.Arrays;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages that a program packs into bytes itself. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class PackTest {
    private static final int[] COUNTS = {0, 1, 8, 9, 1000};

    private static final byte GUARD = 99;

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, GUARD);
        return bytes;
    }

    private static void assertGuards(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) assertEquals(GUARD, bytes[i], "byte " + i);
    }

    private static int width(Kind kind) {
        return switch (kind) {
            case BYTE, BOOLEAN -> 1;
            case CHAR, SHORT -> 2;
            case INT, FLOAT -> 4;
            case LONG, DOUBLE -> 8;
            case OBJECT -> 0;
        };
    }

    @ParameterizedTest
    @EnumSource
    void whatIsPackedComesOutAgain(Kind kind) {
        Jmpi.run(1, () -> {
            for (int count : COUNTS) {
                byte[] packed = bytes(100_000);
                int end = MPI.COMM_WORLD.Pack(kind.data(2, count, 5), 2, count, kind.type, packed, 7);
                if (kind != Kind.OBJECT) {
                    assertEquals(7 + count * width(kind), end);
                    assertEquals(end - 7, MPI.COMM_WORLD.Pack_size(count, kind.type));
                }
                assertGuards(packed, 0, 7);
                assertGuards(packed, end, packed.length);
                byte[] fitting = Arrays.copyOf(packed, end);
                Object room = kind.guards(1, count);
                assertEquals(end, MPI.COMM_WORLD.Unpack(fitting, 7, room, 1, count, kind.type));
                Kind.assertSame(kind.data(1, count, 5), room, kind + " x " + count);
                assertArrayEquals(Arrays.copyOf(packed, end), fitting);
            }
        });
    }

    /** Elements are packed with the least significant byte first, whatever the host's order. */
    @Test
    void packedElementsHaveTheSameBytesOnEveryHost() {
        Jmpi.run(1, () -> {
            byte[] packed = bytes(17);
            int at = MPI.COMM_WORLD.Pack(new int[] {0x0102_0304}, 0, 1, MPI.INT, packed, 1);
            at = MPI.COMM_WORLD.Pack(new boolean[] {true, false}, 0, 2, MPI.BOOLEAN, packed, at);
            at = MPI.COMM_WORLD.Pack(new double[] {1}, 0, 1, MPI.DOUBLE, packed, at);
            assertEquals(15, at);
            assertArrayEquals(new byte[] {99, 4, 3, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, -16, 63, 99, 99}, packed);
        });
    }

    @Test
    void positionsLeadFromOneItemToTheNextAcrossRanks() {
        Jmpi.run(2, () -> {
            int[] length = new int[1];
            if (Talk.rank() == 0) {
                byte[] packed = bytes(2000);
                int at = 3;
                for (Kind kind : Kind.values())
                    at = MPI.COMM_WORLD.Pack(kind.data(1, 6, kind.ordinal()), 1, 6, kind.type, packed, at);
                length[0] = at - 3;
                MPI.COMM_WORLD.Send(length, 0, 1, MPI.INT, 1, 1);
                MPI.COMM_WORLD.Send(packed, 3, length[0], MPI.PACKED, 1, 2);
                return;
            }
            MPI.COMM_WORLD.Recv(length, 0, 1, MPI.INT, 0, 1);
            byte[] packed = bytes(length[0] + 10);
            Status status = MPI.COMM_WORLD.Recv(packed, 5, length[0] + 5, MPI.PACKED, 0, 2);
            assertEquals(length[0], status.Get_count(MPI.PACKED));
            assertGuards(packed, 0, 5);
            assertGuards(packed, 5 + length[0], packed.length);
            int at = 5;
            for (Kind kind : Kind.values()) {
                Object room = kind.guards(2, 6);
                at = MPI.COMM_WORLD.Unpack(packed, at, room, 2, 6, kind.type);
                Kind.assertSame(kind.data(2, 6, kind.ordinal()), room, "unpacked " + kind);
            }
            assertEquals(5 + length[0], at);
        });
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OBJECT")
    void packedBytesMayBeReceivedAsElementsAndTheReverse(Kind kind) {
        Jmpi.run(2, () -> {
            for (int count : new int[] {0, 1, 9, 50_000}) {
                int length = MPI.COMM_WORLD.Pack_size(count, kind.type);
                byte[] packed = bytes(length + 5);
                if (Talk.rank() == 0) {
                    MPI.COMM_WORLD.Pack(kind.data(0, count, 3), 0, count, kind.type, packed, 2);
                    MPI.COMM_WORLD.Send(packed, 2, length, MPI.PACKED, 1, 1);
                    MPI.COMM_WORLD.Send(kind.data(1, count, 4), 1, count, kind.type, 1, 2);
                    continue;
                }
                Object room = kind.guards(2, count);
                Status status = MPI.COMM_WORLD.Recv(room, 2, count, kind.type, 0, 1);
                Kind.assertSame(kind.data(2, count, 3), room, "sent packed: " + kind + " x " + count);
                assertEquals(count, status.Get_count(kind.type));
                status = MPI.COMM_WORLD.Recv(packed, 2, length, MPI.PACKED, 0, 2);
                assertEquals(length, status.Get_count(MPI.PACKED));
                assertGuards(packed, 0, 2);
                assertGuards(packed, 2 + length, packed.length);
                Object unpacked = kind.guards(2, count);
                MPI.COMM_WORLD.Unpack(packed, 2, unpacked, 2, count, kind.type);
                Kind.assertSame(kind.data(2, count, 4), unpacked, "received packed: " + kind + " x " + count);
            }
        });
    }

    @Test
    void pairsAndPackedBytesPackToo() {
        Jmpi.run(1, () -> {
            assertEquals(24, MPI.COMM_WORLD.Pack_size(3, MPI.INT2));
            assertEquals(5, MPI.COMM_WORLD.Pack_size(5, MPI.PACKED));
            byte[] packed = bytes(20);
            assertEquals(16, MPI.COMM_WORLD.Pack(new int[] {9, 1, 2, 3, 4}, 1, 2, MPI.INT2, packed, 0));
            byte[] inner = bytes(18);
            assertEquals(17, MPI.COMM_WORLD.Pack(packed, 0, 16, MPI.PACKED, inner, 1));
            int[] room = new int[6];
            assertEquals(17, MPI.COMM_WORLD.Unpack(inner, 1, room, 1, 4, MPI.INT));
            assertArrayEquals(new int[] {0, 1, 2, 3, 4, 0}, room);
        });
    }

    // ---- errors ----

    @Test
    void badArgumentsAreRefusedAndNothingIsWritten() {
        Jmpi.run(1, () -> {
            Comm world = MPI.COMM_WORLD;
            int[] ints = {1, 2, 3};
            byte[] bytes = bytes(10);
            Talk.assertFails(MPI.ERR_BUFFER, () -> world.Pack(ints, 0, 1, MPI.INT, null, 0), "null");
            Talk.assertFails(MPI.ERR_BUFFER, () -> world.Unpack(null, 0, ints, 0, 1, MPI.INT), "null");
            Talk.assertFails(MPI.ERR_BUFFER, () -> world.Pack(null, 0, 1, MPI.INT, bytes, 0), "null");
            Talk.assertFails(MPI.ERR_BUFFER, () -> world.Unpack(bytes, 0, null, 0, 1, MPI.INT), "null");
            for (int position : new int[] {-1, 11, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
                String inMessage = "position=" + position;
                Talk.assertFails(MPI.ERR_ARG, () -> world.Pack(ints, 0, 1, MPI.INT, bytes, position), inMessage);
                Talk.assertFails(MPI.ERR_ARG, () -> world.Unpack(bytes, position, ints, 0, 1, MPI.INT), inMessage);
            }
            Talk.assertFails(MPI.ERR_TRUNCATE, () -> world.Pack(ints, 0, 3, MPI.INT, bytes, 0), "bytes=12", "left=10");
            Talk.assertFails(MPI.ERR_TRUNCATE, () -> world.Pack(ints, 0, 1, MPI.INT, bytes, 7), "bytes=4", "left=3");
            Talk.assertFails(MPI.ERR_TRUNCATE, () -> world.Unpack(bytes, 9, ints, 0, 1, MPI.INT), "left=1");
            Talk.assertFails(MPI.ERR_COUNT, () -> world.Pack(ints, 0, -1, MPI.INT, bytes, 0), "-1");
            Talk.assertFails(MPI.ERR_COUNT, () -> world.Unpack(bytes, 0, ints, 2, 2, MPI.INT), "too short");
            Talk.assertFails(MPI.ERR_ARG, () -> world.Pack(ints, -1, 1, MPI.INT, bytes, 0), "-1");
            Talk.assertFails(MPI.ERR_TYPE, () -> world.Pack(ints, 0, 1, MPI.LONG, bytes, 0), "LONG");
            Talk.assertFails(MPI.ERR_TYPE, () -> world.Unpack(bytes, 0, ints, 0, 1, null), "null");
            assertArrayEquals(new int[] {1, 2, 3}, ints);
            assertGuards(bytes, 0, 10);
        });
    }

    @Test
    void sizesThatNobodyCanTellAreRefused() {
        Jmpi.run(1, () -> {
            Comm world = MPI.COMM_WORLD;
            assertEquals(Integer.MAX_VALUE, world.Pack_size(Integer.MAX_VALUE, MPI.BYTE));
            Talk.assertFails(MPI.ERR_COUNT, () -> world.Pack_size(Integer.MAX_VALUE, MPI.INT), "2147483647");
            Talk.assertFails(MPI.ERR_COUNT, () -> world.Pack_size(-1, MPI.INT), "-1");
            Talk.assertFails(MPI.ERR_TYPE, () -> world.Pack_size(1, MPI.OBJECT));
        });
    }

    @Test
    void objectsThatAreNotThereAreRefused() {
        Jmpi.run(1, () -> {
            Comm world = MPI.COMM_WORLD;
            Object[] two = {"a", "b"};
            byte[] packed = bytes(200);
            int end = world.Pack(two, 0, 2, MPI.OBJECT, packed, 0);
            byte[] tooShort = bytes(end - 1);
            Talk.assertFails(MPI.ERR_TRUNCATE, () -> world.Pack(two, 0, 2, MPI.OBJECT, tooShort, 0), "left=");
            assertGuards(tooShort, 0, end - 1);
            Object[] room = new Object[3];
            Talk.assertFails(MPI.ERR_TRUNCATE, () -> world.Unpack(packed, 0, room, 0, 3, MPI.OBJECT), "packed=2");
            Talk.assertFails(MPI.ERR_TRUNCATE, () -> world.Unpack(packed, 0, room, 0, 1, MPI.OBJECT), "unpacked=1");
            Talk.assertFails(MPI.ERR_TRUNCATE, () -> world.Unpack(packed, 195, room, 0, 1, MPI.OBJECT), "left=5");
            Talk.assertFails(
                    MPI.ERR_TYPE, () -> world.Unpack(packed, end, room, 0, 1, MPI.OBJECT), "no packed objects");
            assertArrayEquals(new Object[3], room);
            Object[] unserialisable = {new Object()};
            Talk.assertFails(MPI.ERR_TYPE, () -> world.Pack(unserialisable, 0, 1, MPI.OBJECT, packed, 0));
            assertEquals(end, world.Unpack(packed, 0, room, 1, 2, MPI.OBJECT));
            assertArrayEquals(new Object[] {null, "a", "b"}, room);
        });
    }
}
