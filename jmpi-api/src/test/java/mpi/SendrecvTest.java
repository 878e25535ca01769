package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import org.jmpi.Jmpi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, threadMode = SEPARATE_THREAD)
@Tag("transports")
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

    /** What is received lies {@code shift} elements behind what is sent, or before it if negative. */
    @ParameterizedTest
    @CsvSource({
        "3, 0",
        "3, 2",
        "3, -2",
        "3, 3",
        "3, -4",
        "1048576, 0",
        "1048576, 1",
        "1048576, -500000",
        "1048576, 1048576"
    })
    void bothSidesMayBePartsOfOneArray(int count, int shift) {
        for (int ranks = 1; ranks <= 3; ranks++)
            Jmpi.run(ranks, () -> {
                int from = 1 + Math.max(0, -shift);
                int to = from + shift;
                int[] data = numbers(count + Math.abs(shift) + 2, Talk.rank());
                int[] expected = data.clone();
                System.arraycopy(numbers(data.length, left()), from, expected, to, count);
                MPI.COMM_WORLD.Sendrecv(data, from, count, MPI.INT, right(), 1, data, to, count, MPI.INT, left(), 1);
                assertArrayEquals(expected, data);
            });
    }

    private static int[] numbers(int count, int seed) {
        int[] numbers = new int[count];
        for (int i = 0; i < count; i++) numbers[i] = 65_537 * i + seed;
        return numbers;
    }

    @Test
    void bothSidesMayBeColumnsOfOneArray() {
        Jmpi.run(3, () -> {
            int rows = 20_000;
            Datatype column = Datatype.Vector(rows, 1, 4, MPI.INT);
            column.Commit();
            for (int to = 0; to < 4; to++) {
                int[] data = numbers(4 * rows, Talk.rank());
                int[] expected = data.clone();
                int[] theirs = numbers(4 * rows, left());
                for (int i = 0; i < rows; i++) expected[4 * i + to] = theirs[4 * i + 1];
                MPI.COMM_WORLD.Sendrecv(data, 1, 1, column, right(), 1, data, to, 1, column, left(), 1);
                assertArrayEquals(expected, data);
            }
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
