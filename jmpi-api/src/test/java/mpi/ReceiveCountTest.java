package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.util.Arrays;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A receive may ask for more items than its array holds: the message that arrives counts. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
@Tag("transports")
class ReceiveCountTest {
    private static final int TAG = 6;

    /** A message that is sent at once, and one that is announced. */
    private static final int[] LENGTHS = {1, 100, 400_000};

    /** A way to receive. */
    private enum Way {
        RECV {
            @Override
            Status receive(Object buf, int offset, int count, Datatype type) {
                return MPI.COMM_WORLD.Recv(buf, offset, count, type, 0, TAG);
            }
        },
        IRECV {
            @Override
            Status receive(Object buf, int offset, int count, Datatype type) {
                return MPI.COMM_WORLD.Irecv(buf, offset, count, type, MPI.ANY_SOURCE, TAG)
                        .Wait();
            }
        },
        PERSISTENT {
            @Override
            Status receive(Object buf, int offset, int count, Datatype type) {
                Prequest receive = MPI.COMM_WORLD.Recv_init(buf, offset, count, type, 0, MPI.ANY_TAG);
                receive.Start();
                try {
                    return receive.Wait();
                } finally {
                    receive.Free();
                }
            }
        },
        SENDRECV {
            @Override
            Status receive(Object buf, int offset, int count, Datatype type) {
                return MPI.COMM_WORLD.Sendrecv(
                        null, 0, 1, MPI.INT, MPI.PROC_NULL, TAG, buf, offset, count, type, 0, TAG);
            }
        },
        REPLACE {
            @Override
            Status receive(Object buf, int offset, int count, Datatype type) {
                return MPI.COMM_WORLD.Sendrecv_replace(buf, offset, count, type, MPI.PROC_NULL, TAG, 0, TAG);
            }
        },
        PROBED {
            @Override
            Status receive(Object buf, int offset, int count, Datatype type) {
                MPI.COMM_WORLD.Probe(0, TAG);
                return MPI.COMM_WORLD.Recv(buf, offset, count, type, 0, TAG);
            }
        };

        abstract Status receive(Object buf, int offset, int count, Datatype type);
    }

    @ParameterizedTest
    @EnumSource
    void whatTheArrayHoldsIsReceived(Way way) {
        Jmpi.run(2, () -> {
            for (Kind kind : new Kind[] {Kind.BYTE, Kind.BOOLEAN, Kind.INT, Kind.DOUBLE, Kind.OBJECT})
                for (int length : LENGTHS) {
                    int n = kind == Kind.INT ? length : Math.min(length, 1000);
                    if (Talk.rank() == 0) {
                        for (int i = 0; i < 2; i++) MPI.COMM_WORLD.Send(kind.data(0, n, 5), 0, n, kind.type, 1, TAG);
                        Talk.awaitGoOn(1);
                    } else {
                        receiveBeyond(way, kind, n, n + 1);
                        receiveBeyond(way, kind, n, Integer.MAX_VALUE);
                        Talk.goOn(0);
                    }
                }
            Talk.assertUsable();
        });
    }

    /** The array ends where the message does. */
    private static void receiveBeyond(Way way, Kind kind, int n, int count) {
        Object room = kind.guards(2, n - Kind.GUARDS);
        Status status = way.receive(room, 2, count, kind.type);
        String what = way + " of " + n + " " + kind;
        kind.assertStatus(status, 0, TAG, n, what);
        assertEquals(n, status.count, what);
        Object expected = kind.guards(2, n - Kind.GUARDS);
        System.arraycopy(kind.data(0, n, 5), 0, expected, 2, n);
        Kind.assertSame(expected, room, what);
    }

    @ParameterizedTest
    @EnumSource
    void whatTheArrayDoesNotHoldIsTruncated(Way way) {
        Jmpi.run(2, () -> {
            for (int length : LENGTHS) {
                if (Talk.rank() == 0) {
                    for (int i = 0; i < 2; i++)
                        MPI.COMM_WORLD.Send(Kind.INT.data(0, length + 2, 9), 0, length + 2, MPI.INT, 1, TAG);
                    Talk.awaitGoOn(1);
                    continue;
                }
                int[] room = new int[length];
                Talk.assertFails(
                        MPI.ERR_TRUNCATE,
                        () -> way.receive(room, 0, length + 2, MPI.INT),
                        "message=" + 4 * (length + 2) + " bytes",
                        "room=" + 4 * length + " bytes",
                        "count=" + (length + 2),
                        "array length=" + length);
                assertArrayEquals(Arrays.copyOf((int[]) Kind.INT.data(0, length + 2, 9), length), room);
                Talk.assertFails(MPI.ERR_TRUNCATE, () -> way.receive(room, length, 1, MPI.INT), "room=0 bytes");
                Talk.goOn(0);
            }
            Talk.assertUsable();
        });
    }

    @Test
    void objectsBeyondTheArrayAreTruncated() {
        Jmpi.run(2, () -> {
            String[] words = {"a", "b", "c"};
            String[] room = new String[2];
            if (Talk.rank() == 0) MPI.COMM_WORLD.Send(words, 0, 3, MPI.OBJECT, 1, TAG);
            else
                Talk.assertFails(
                        MPI.ERR_TRUNCATE,
                        () -> MPI.COMM_WORLD.Recv(room, 0, 9, MPI.OBJECT, 0, TAG),
                        "message=3 objects",
                        "room=2 objects",
                        "count=9");
            assertArrayEquals(Talk.rank() == 0 ? new String[2] : new String[] {"a", "b"}, room);
            Talk.assertUsable();
        });
    }

    /** Columns of a matrix: the last item reaches beyond the array, the elements that arrive do not. */
    @Test
    void itemsMayEndOutsideTheArray() {
        Jmpi.run(2, () -> {
            Datatype column = Datatype.Vector(3, 1, 4, MPI.INT);
            column.Commit();
            if (Talk.rank() == 0) {
                for (int n : new int[] {2, 3, 5}) MPI.COMM_WORLD.Send(new int[] {1, 2, 3, 4, 5}, 0, n, MPI.INT, 1, TAG);
                return;
            }
            int[] flat = new int[6];
            Status status = MPI.COMM_WORLD.Recv(flat, 1, 1, column, 0, TAG);
            assertArrayEquals(new int[] {0, 1, 0, 0, 0, 2}, flat);
            assertEquals(MPI.UNDEFINED, status.Get_count(column));
            assertEquals(2, status.Get_elements(column));
            int[][] rows = new int[3][4];
            status = MPI.COMM_WORLD.Recv(rows, 1, 7, column, 0, TAG);
            assertEquals(1, status.Get_count(column));
            assertArrayEquals(new int[][] {{0, 1, 0, 0}, {0, 2, 0, 0}, {0, 3, 0, 0}}, rows);
            String refusal = Talk.assertFails(
                            MPI.ERR_TRUNCATE, () -> MPI.COMM_WORLD.Recv(flat, 1, 1, column, 0, TAG), "room=8 bytes")
                    .getMessage();
            assertTrue(refusal.contains("offset=1, count=1, but array length=6"), refusal);
        });
    }

    @Test
    void oneArrayMaySendAndReceiveBeyondItsEnd() {
        Jmpi.run(2, () -> {
            int peer = 1 - Talk.rank();
            int[] array = {Talk.rank(), 10 + Talk.rank(), -1};
            MPI.COMM_WORLD.Sendrecv(array, 0, 2, MPI.INT, peer, TAG, array, 1, Integer.MAX_VALUE, MPI.INT, peer, TAG);
            assertArrayEquals(new int[] {Talk.rank(), peer, 10 + peer}, array);
        });
    }

    @Test
    void sendsAndCollectivesStillNeedTheWholeBuffer() {
        Jmpi.run(2, () -> {
            Intracomm world = MPI.COMM_WORLD;
            int[] two = new int[2];
            Talk.assertFails(MPI.ERR_COUNT, () -> world.Send(two, 0, 3, MPI.INT, 0, TAG), "count=3");
            Talk.assertFails(
                    MPI.ERR_COUNT, () -> world.Sendrecv_replace(two, 0, 3, MPI.INT, 0, TAG, 0, TAG), "count=3");
            Talk.assertFails(MPI.ERR_COUNT, () -> world.Bcast(two, 0, 3, MPI.INT, 0), "count=3");
            Talk.assertFails(
                    MPI.ERR_COUNT, () -> world.Allreduce(new int[3], 0, two, 0, 3, MPI.INT, MPI.SUM), "count=3");
            BadInputTest.assertWorldUsable();
        });
    }
}
