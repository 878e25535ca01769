package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import org.jmpi.Jmpi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class SendrecvTest {
    private static final int[] COUNTS = {0, 1, 1023, 100_000};

    private static int left() {
        return (Talk.rank() + Talk.size() - 1) % Talk.size();
    }

    private static int right() {
        return (Talk.rank() + 1) % Talk.size();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void passesDataRoundARing(int ranks) {
        Jmpi.run(ranks, () -> {
            for (int count : COUNTS)
                for (Kind kind : new Kind[] {Kind.INT, Kind.DOUBLE, Kind.OBJECT}) {
                    if (kind == Kind.OBJECT && count > 10_000) continue;
                    Object data = kind.data(2, count, Talk.rank());
                    Object room = kind.guards(1, count + 1);
                    Status status = MPI.COMM_WORLD.Sendrecv(
                            data,
                            2,
                            count,
                            kind.type,
                            right(),
                            Talk.rank(),
                            room,
                            1,
                            count + 1,
                            kind.type,
                            left(),
                            left());
                    String what = kind + " x " + count;
                    kind.assertStatus(status, left(), left(), count, what);
                    Kind.assertSame(kind.data(1, count, 1, left()), room, what);
                    Kind.assertSame(kind.data(2, count, Talk.rank()), data, what + ": what was sent");
                }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void replacesDataRoundARing(int ranks) {
        Jmpi.run(ranks, () -> {
            for (int count : COUNTS)
                for (Kind kind : new Kind[] {Kind.BYTE, Kind.LONG, Kind.OBJECT}) {
                    if (kind == Kind.OBJECT && count > 10_000) continue;
                    Object data = kind.data(2, count, Talk.rank());
                    Status status = MPI.COMM_WORLD.Sendrecv_replace(
                            data, 2, count, kind.type, right(), Talk.rank(), left(), left());
                    String what = kind + " x " + count;
                    kind.assertStatus(status, left(), left(), count, what);
                    Kind.assertSame(kind.data(2, count, left()), data, what);
                }
        });
    }

    @Test
    void bothSidesMayBePartsOfOneArray() {
        Jmpi.run(3, () -> {
            int n = 50_000;
            int[] data = new int[2 * n + 3];
            for (int i = 0; i < n; i++) data[1 + i] = 1000 * Talk.rank() + i;
            MPI.COMM_WORLD.Sendrecv(data, 1, n, MPI.INT, right(), 1, data, n + 2, n, MPI.INT, left(), 1);
            int[] expected = new int[2 * n + 3];
            for (int i = 0; i < n; i++) {
                expected[1 + i] = 1000 * Talk.rank() + i;
                expected[n + 2 + i] = 1000 * left() + i;
            }
            assertArrayEquals(expected, data);
        });
    }

    @Test
    void theTwoSidesMayDifferInTypeAndLength() {
        Jmpi.run(2, () -> {
            int peer = 1 - Talk.rank();
            if (Talk.rank() == 0) {
                Object[] room = new Object[3];
                Status status = MPI.COMM_WORLD.Sendrecv(
                        new double[] {1, 2}, 0, 2, MPI.DOUBLE, peer, 1, room, 1, 2, MPI.OBJECT, peer, 2);
                assertEquals(1, status.Get_count(MPI.OBJECT));
                assertArrayEquals(new Object[] {null, "text", null}, room);
            } else {
                double[] room = new double[4];
                Status status = MPI.COMM_WORLD.Sendrecv(
                        new Object[] {"text"}, 0, 1, MPI.OBJECT, peer, 2, room, 1, 3, MPI.DOUBLE, peer, 1);
                assertEquals(2, status.Get_count(MPI.DOUBLE));
                assertArrayEquals(new double[] {0, 1, 2, 0}, room);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void aLineOfRanksEndsWithNobody(int ranks) {
        Jmpi.run(ranks, () -> {
            int me = Talk.rank();
            int to = me == ranks - 1 ? MPI.PROC_NULL : me + 1;
            int from = me == 0 ? MPI.PROC_NULL : me - 1;
            int[] data = {7, me, 7};
            Status status = MPI.COMM_WORLD.Sendrecv_replace(data, 1, 1, MPI.INT, to, 1, from, 1);
            Kind.INT.assertStatus(status, from, me == 0 ? MPI.ANY_TAG : 1, me == 0 ? 0 : 1, "replace");
            assertArrayEquals(new int[] {7, me == 0 ? 0 : me - 1, 7}, data);
            int[] room = {7};
            status = MPI.COMM_WORLD.Sendrecv(new int[] {me}, 0, 1, MPI.INT, to, 2, room, 0, 1, MPI.INT, from, 2);
            assertEquals(from, status.source);
            assertEquals(me == 0 ? 7 : me - 1, room[0]);
        });
    }

    @Test
    void takesAnySource() {
        Jmpi.run(3, () -> {
            int[] room = new int[1];
            Status status = MPI.COMM_WORLD.Sendrecv(
                    new int[] {Talk.rank()},
                    0,
                    1,
                    MPI.INT,
                    right(),
                    5,
                    room,
                    0,
                    1,
                    MPI.INT,
                    MPI.ANY_SOURCE,
                    MPI.ANY_TAG);
            Kind.INT.assertStatus(status, left(), 5, 1, "any");
            assertEquals(left(), room[0]);
        });
    }

    @Test
    void matchesPlainSendsAndReceives() {
        Jmpi.run(2, () -> {
            int[] data = {Talk.rank()};
            if (Talk.rank() == 0) MPI.COMM_WORLD.Sendrecv_replace(data, 0, 1, MPI.INT, 1, 1, 1, 2);
            else {
                assertEquals(0, Talk.receive(0, 1));
                Talk.send(1, 0, 2);
            }
            assertEquals(1, data[0]);
        });
    }
}
