package mpi;

import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.util.ArrayList;
import java.util.List;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages between two ranks do not overtake each other, whatever way each of them takes. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
@Tag("transports")
class OrderTest {
    private static final int TAG = 3;
    private static final int MESSAGES = 400;
    private static final int LONGEST = 60_000;

    private static int length(int number) {
        int[] lengths = {1, LONGEST, 0, 17, 1500, 40_000, 3};
        return lengths[number % lengths.length];
    }

    private static Mode mode(int number) {
        return new Mode[] {Mode.STANDARD, Mode.SYNCHRONOUS, Mode.BUFFERED, Mode.STANDARD}[number % 4];
    }

    private static void sendMixed(int dest) {
        MPI.Buffer_attach(new byte[4 * LONGEST * MESSAGES]);
        List<Request> sends = new ArrayList<>();
        for (int i = 0; i < MESSAGES; i++)
            sends.add(mode(i).starting
                    .start(MPI.COMM_WORLD, Kind.INT.data(0, length(i), i), 0, length(i), MPI.INT, dest, TAG));
        Request.Waitall(sends.toArray(new Request[0]));
        MPI.Buffer_detach();
    }

    private static void check(int number, Object room, Status status) {
        Kind.INT.assertStatus(status, 0, TAG, length(number), "message " + number);
        Object expected = Kind.INT.data(1, length(number), LONGEST - length(number), number);
        Kind.assertSame(expected, room, "message " + number);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void oneTagKeepsItsOrder(boolean wildcards) {
        int source = wildcards ? MPI.ANY_SOURCE : 0;
        int tag = wildcards ? MPI.ANY_TAG : TAG;
        Jmpi.run(2, () -> {
            if (Talk.rank() == 0) sendMixed(1);
            else
                for (int i = 0; i < MESSAGES; i++) {
                    Object room = Kind.INT.guards(1, LONGEST);
                    check(i, room, MPI.COMM_WORLD.Recv(room, 1, LONGEST, MPI.INT, source, tag));
                }
        });
    }

    @Test
    void postedReceivesGetTheMessagesInOrder() {
        Jmpi.run(2, () -> {
            if (Talk.rank() == 0) {
                Talk.awaitGoOn(1);
                sendMixed(1);
                return;
            }
            Object[] rooms = new Object[MESSAGES];
            Request[] receives = new Request[MESSAGES];
            for (int i = 0; i < MESSAGES; i++) {
                rooms[i] = Kind.INT.guards(1, LONGEST);
                receives[i] = MPI.COMM_WORLD.Irecv(rooms[i], 1, LONGEST, MPI.INT, 0, TAG);
            }
            Talk.goOn(0);
            Status[] statuses = Request.Waitall(receives);
            for (int i = 0; i < MESSAGES; i++) check(i, rooms[i], statuses[i]);
        });
    }

    @Test
    void objectsAndElementsKeepTheirOrder() {
        Jmpi.run(2, () -> {
            for (int i = 0; i < 300; i++) {
                Kind kind = Kind.values()[i % Kind.values().length];
                int count = i % 5 == 0 ? 5_000 : i % 20;
                if (Talk.rank() == 0) MPI.COMM_WORLD.Send(kind.data(0, count, i), 0, count, kind.type, 1, TAG);
                else {
                    Object room = kind.guards(2, count);
                    Status status = MPI.COMM_WORLD.Recv(room, 2, count, kind.type, 0, TAG);
                    kind.assertStatus(status, 0, TAG, count, "message " + i);
                    Kind.assertSame(kind.data(2, count, i), room, "message " + i);
                }
            }
        });
    }

    @Test
    void receivesMayTakeTagsInReverse() {
        Jmpi.run(2, () -> {
            int tags = 30;
            if (Talk.rank() == 0) {
                Request[] sends = new Request[tags];
                for (int i = 0; i < tags; i++)
                    sends[i] = mode(i == 0 ? 1 : 0)
                            .starting
                            .start(MPI.COMM_WORLD, Kind.INT.data(0, length(i), i), 0, length(i), MPI.INT, 1, i);
                Request.Waitall(sends);
                return;
            }
            for (int i = tags - 1; i >= 0; i--) {
                Object room = Kind.INT.guards(0, length(i));
                Status status = MPI.COMM_WORLD.Recv(room, 0, length(i), MPI.INT, 0, i);
                Kind.INT.assertStatus(status, 0, i, length(i), "tag " + i);
                Kind.assertSame(Kind.INT.data(0, length(i), i), room, "tag " + i);
            }
        });
    }
}
