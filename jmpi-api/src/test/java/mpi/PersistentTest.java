package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import org.jmpi.Jmpi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(value = 60, threadMode = SEPARATE_THREAD)
@Tag("transports")
class PersistentTest {
    private static final int TAG = 6;
    private static final int ROUNDS = 50;

    @ParameterizedTest
    @CsvSource({
        "STANDARD, 1",
        "STANDARD, 100000",
        "BUFFERED, 1",
        "BUFFERED, 100000",
        "SYNCHRONOUS, 0",
        "SYNCHRONOUS, 100",
        "READY, 1",
        "READY, 100000",
    })
    void eachStartSendsWhatTheBufferHoldsThen(Mode mode, int count) {
        Jmpi.run(2, () -> {
            if (Talk.rank() == 0) {
                int[] data = new int[count + 1];
                if (mode == Mode.BUFFERED) MPI.Buffer_attach(new byte[4 * count]);
                Prequest send = mode.making.make(MPI.COMM_WORLD, data, 1, count, MPI.INT, 1, TAG);
                for (int round = 0; round < ROUNDS; round++) {
                    for (int i = 0; i < count; i++) data[i + 1] = round + i;
                    Talk.awaitGoOn(1);
                    send.Start();
                    send.Wait();
                    if (mode == Mode.BUFFERED) MPI.Buffer_attach(MPI.Buffer_detach());
                }
                send.Free();
                if (mode == Mode.BUFFERED) MPI.Buffer_detach();
            } else {
                int[] room = new int[count + 2];
                Prequest receive = MPI.COMM_WORLD.Recv_init(room, 1, count, MPI.INT, 0, TAG);
                for (int round = 0; round < ROUNDS; round++) {
                    receive.Start();
                    Talk.goOn(0);
                    Kind.INT.assertStatus(receive.Wait(), 0, TAG, count, "round " + round);
                    int[] expected = new int[count + 2];
                    for (int i = 0; i < count; i++) expected[i + 1] = round + i;
                    assertArrayEquals(expected, room, "round " + round);
                }
                receive.Free();
            }
        });
    }

    @Test
    void eachStartSendsTheObjectsAsTheyAreThen() {
        Jmpi.run(2, () -> {
            int[] state = new int[1];
            Object[] box = {state};
            Prequest request = Talk.rank() == 0
                    ? MPI.COMM_WORLD.Send_init(box, 0, 1, MPI.OBJECT, 1, TAG)
                    : MPI.COMM_WORLD.Recv_init(box, 0, 1, MPI.OBJECT, 0, TAG);
            for (int round = 0; round < ROUNDS; round++) {
                state[0] = round;
                request.Start();
                request.Wait();
                assertArrayEquals(new int[] {round}, (int[]) box[0]);
            }
            request.Free();
        });
    }

    @Test
    void startallStartsAllToAllAgainAndAgain() {
        Jmpi.run(3, () -> {
            int n = Talk.size();
            int[] mine = new int[1];
            int[] all = new int[n];
            Prequest[] requests = new Prequest[2 * n];
            for (int peer = 0; peer < n; peer++) {
                requests[2 * peer] = MPI.COMM_WORLD.Send_init(mine, 0, 1, MPI.INT, peer, TAG);
                requests[2 * peer + 1] = MPI.COMM_WORLD.Recv_init(all, peer, 1, MPI.INT, peer, TAG);
            }
            for (int round = 0; round < ROUNDS; round++) {
                mine[0] = 100 * round + Talk.rank();
                Prequest.Startall(requests);
                Status[] statuses = Request.Waitall(requests);
                for (int peer = 0; peer < n; peer++) {
                    assertEquals(100 * round + peer, all[peer]);
                    Kind.INT.assertStatus(statuses[2 * peer + 1], peer, TAG, 1, "from " + peer);
                }
            }
            for (Prequest request : requests) request.Free();
        });
    }

    @Test
    void anInactiveRequestIsCompleteButNotVoid() {
        Jmpi.run(1, () -> {
            Prequest receive = MPI.COMM_WORLD.Recv_init(new int[1], 0, 1, MPI.INT, 0, TAG);
            assertFalse(receive.Is_null());
            assertEquals(MPI.ANY_SOURCE, receive.Wait().source);
            assertNotNull(receive.Test());
            Request[] requests = {receive};
            assertEquals(MPI.UNDEFINED, Request.Waitany(requests).index);
            assertEquals(0, Request.Waitsome(requests).length);
            assertEquals(1, Request.Testall(requests).length);
            Talk.assertFails(MPI.ERR_REQUEST, receive::Cancel);
            receive.Free();
            assertTrue(receive.Is_null());
        });
    }

    @Test
    void anActiveOrFreedRequestCannotBeStarted() {
        Jmpi.run(1, () -> {
            int[] room = new int[1];
            Prequest receive = MPI.COMM_WORLD.Recv_init(room, 0, 1, MPI.INT, 0, TAG);
            receive.Start();
            Talk.assertFails(MPI.ERR_REQUEST, receive::Start, "under way");
            Talk.assertFails(MPI.ERR_REQUEST, () -> Prequest.Startall(new Prequest[] {receive}), "under way");
            Talk.send(3, 0, TAG);
            assertEquals(1, receive.Wait().Get_count(MPI.INT));
            assertEquals(3, room[0]);
            receive.Free();
            Talk.assertFails(MPI.ERR_REQUEST, receive::Start, "freed");
            assertEquals(MPI.ANY_SOURCE, receive.Wait().source);
        });
    }

    @Test
    void startallRefusesNull() {
        Jmpi.run(1, () -> {
            Talk.assertFails(MPI.ERR_REQUEST, () -> Prequest.Startall(null), "null");
            Talk.assertFails(MPI.ERR_REQUEST, () -> Prequest.Startall(new Prequest[] {null}), "null", "index=0");
        });
    }

    @Test
    void aRequestFreedWhileActiveStillCompletes() {
        int count = 100_000;
        Jmpi.run(2, () -> {
            if (Talk.rank() == 0) {
                Prequest send = MPI.COMM_WORLD.Send_init(Kind.LONG.data(0, count, 3), 0, count, MPI.LONG, 1, TAG);
                send.Start();
                send.Free();
                assertTrue(send.Is_null());
                Talk.goOn(1);
            } else {
                Talk.awaitGoOn(0);
                Object room = Kind.LONG.guards(1, count);
                MPI.COMM_WORLD.Recv(room, 1, count, MPI.LONG, 0, TAG);
                Kind.assertSame(Kind.LONG.data(1, count, 3), room, "content");
            }
        });
    }

    @Test
    void aCancelledRequestCanBeStartedAgain() {
        Jmpi.run(1, () -> {
            int[] room = new int[1];
            Prequest receive = MPI.COMM_WORLD.Recv_init(room, 0, 1, MPI.INT, 0, TAG);
            for (int round = 1; round < 4; round++) {
                receive.Start();
                receive.Cancel();
                assertTrue(receive.Wait().Test_cancelled());
                receive.Start();
                Talk.send(round, 0, TAG);
                Status status = receive.Wait();
                assertFalse(status.Test_cancelled());
                Kind.INT.assertStatus(status, 0, TAG, 1, "round " + round);
                assertEquals(round, room[0]);
            }
        });
    }

    @Test
    void requestsToNobodyAreDoneAtOnce() {
        Jmpi.run(1, () -> {
            int[] room = {5};
            Prequest[] requests = {
                MPI.COMM_WORLD.Send_init(room, 0, 1, MPI.INT, MPI.PROC_NULL, TAG),
                MPI.COMM_WORLD.Recv_init(room, 0, 1, MPI.INT, MPI.PROC_NULL, TAG),
            };
            for (int round = 0; round < 3; round++) {
                Prequest.Startall(requests);
                Status[] statuses = Request.Waitall(requests);
                Kind.INT.assertStatus(statuses[1], MPI.PROC_NULL, MPI.ANY_TAG, 0, "from nobody");
                assertEquals(5, room[0]);
            }
        });
    }
}
