package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.util.Arrays;
import java.util.List;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

@Timeout(value = 60, threadMode = SEPARATE_THREAD)
@Tag("transports")
class CompletionTest {
    private static final int TAG = 2;
    private static final int MESSAGES = 12;

    private static void assertEmpty(Status status) {
        assertNotNull(status);
        Kind.BYTE.assertStatus(status, MPI.ANY_SOURCE, MPI.ANY_TAG, 0, "empty status");
        assertFalse(status.Test_cancelled());
    }

    /** A receive from the other rank of two that is void. */
    private static Request voided() {
        Request request = MPI.COMM_WORLD.Irecv(new byte[0], 0, 0, MPI.BYTE, MPI.PROC_NULL, 0);
        request.Wait();
        return request;
    }

    @Test
    void theNullRequestIsCompleteAtOnce() {
        Jmpi.run(2, () -> {
            assertTrue(MPI.REQUEST_NULL.Is_null());
            assertEmpty(MPI.REQUEST_NULL.Wait());
            assertEmpty(MPI.REQUEST_NULL.Test());
        });
    }

    @Test
    void aVoidRequestIsCompleteAtOnce() {
        Jmpi.run(1, () -> {
            Request request = voided();
            assertTrue(request.Is_null());
            assertEmpty(request.Wait());
            assertEmpty(request.Test());
        });
    }

    /** Sends that are over when they return share what stands for that; their requests do not. */
    @Test
    void eachSendThatIsOverHasARequestOfItsOwn() {
        Jmpi.run(2, () -> {
            int other = 1 - MPI.COMM_WORLD.Rank();
            Request first = MPI.COMM_WORLD.Isend(new byte[] {1}, 0, 1, MPI.BYTE, other, TAG);
            Request second = MPI.COMM_WORLD.Isend(new byte[] {2}, 0, 1, MPI.BYTE, other, TAG);
            Request lost = MPI.COMM_WORLD.Isend(new byte[] {3}, 0, 1, MPI.BYTE, MPI.PROC_NULL, TAG);
            first.Cancel();
            assertFalse(first.Wait().Test_cancelled());
            assertTrue(first.Is_null());
            assertFalse(second.Is_null());
            lost.Wait();
            // Takes a request that is free, but not what still stands for the second send.
            Request open = MPI.COMM_WORLD.Issend(new byte[0], 0, 0, MPI.BYTE, other, TAG + 1);
            second.Wait();
            byte[] got = new byte[2];
            MPI.COMM_WORLD.Recv(got, 0, 1, MPI.BYTE, other, TAG);
            MPI.COMM_WORLD.Recv(got, 1, 1, MPI.BYTE, other, TAG);
            assertArrayEquals(new byte[] {1, 2}, got);
            MPI.COMM_WORLD.Recv(got, 0, 0, MPI.BYTE, other, TAG + 1);
            open.Wait();
        });
    }

    @Test
    void arraysOfVoidRequestsAreComplete() {
        Jmpi.run(1, () -> {
            for (Request[] requests : new Request[][] {
                {}, {null}, {MPI.REQUEST_NULL}, {null, MPI.REQUEST_NULL, voided()},
            }) {
                assertEmpty(Request.Waitany(requests));
                assertEquals(MPI.UNDEFINED, Request.Waitany(requests).index);
                assertEmpty(Request.Testany(requests));
                assertEquals(MPI.UNDEFINED, Request.Testany(requests).index);
                for (Status[] statuses : List.of(Request.Waitall(requests), Request.Testall(requests))) {
                    assertEquals(requests.length, statuses.length);
                    for (Status status : statuses) assertEmpty(status);
                }
                assertEquals(0, Request.Waitsome(requests).length);
                assertEquals(0, Request.Testsome(requests).length);
            }
        });
    }

    @Test
    void aNullArrayIsRefused() {
        Jmpi.run(1, () -> {
            for (Executable call : List.<Executable>of(
                    () -> Request.Waitany(null),
                    () -> Request.Testany(null),
                    () -> Request.Waitall(null),
                    () -> Request.Testall(null),
                    () -> Request.Waitsome(null),
                    () -> Request.Testsome(null))) Talk.assertFails(MPI.ERR_REQUEST, call, "null");
        });
    }

    @Test
    void testReturnsNullUntilTheMessageIsThere() {
        Jmpi.run(2, () -> {
            if (Talk.rank() == 1) {
                Talk.awaitGoOn(0);
                Talk.send(5, 0, TAG);
                return;
            }
            int[] room = new int[1];
            Request receive = MPI.COMM_WORLD.Irecv(room, 0, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
            for (int i = 0; i < 3; i++) assertNull(receive.Test());
            assertFalse(receive.Is_null());
            Talk.goOn(1);
            Status status;
            do status = receive.Test();
            while (status == null);
            Kind.INT.assertStatus(status, 1, TAG, 1, "test");
            assertTrue(receive.Is_null());
            assertEquals(5, room[0]);
            assertEmpty(receive.Test());
        });
    }

    @Test
    void testMovesALongMessageForward() {
        int count = 300_000;
        Jmpi.run(2, () -> {
            int me = Talk.rank();
            Object room = Kind.INT.guards(1, count);
            Request[] requests = {
                MPI.COMM_WORLD.Isend(Kind.INT.data(0, count, me), 0, count, MPI.INT, 1 - me, TAG),
                MPI.COMM_WORLD.Irecv(room, 1, count, MPI.INT, 1 - me, TAG),
            };
            while (!requests[0].Is_null() || !requests[1].Is_null()) for (Request request : requests) request.Test();
            Kind.assertSame(Kind.INT.data(1, count, 1 - me), room, "content");
        });
    }

    /** Rank 1 sends some messages, each when rank 0 asks for it. */
    private static void serve() {
        for (int i = 0; i < MESSAGES; i++) {
            int wanted = Talk.receive(0, 100);
            if (wanted % 2 == 0) Talk.send(wanted, 0, wanted);
            else {
                int[] message = new int[40_000];
                message[0] = wanted;
                MPI.COMM_WORLD.Send(message, 0, message.length, MPI.INT, 0, wanted);
            }
        }
    }

    /** Posts a receive for each message of {@link #serve}, between void requests; place i has tag i. */
    private static Request[] postAll(int[][] rooms) {
        Request[] requests = new Request[MESSAGES + 2];
        requests[0] = MPI.REQUEST_NULL;
        for (int tag = 1; tag <= MESSAGES; tag++)
            requests[tag] = MPI.COMM_WORLD.Irecv(rooms[tag], 0, rooms[tag].length, MPI.INT, 1, tag);
        return requests;
    }

    private static void checkPlace(Request[] requests, int[][] rooms, Status status) {
        int place = status.index;
        assertTrue(place >= 1 && place <= MESSAGES, "index " + place);
        assertTrue(requests[place].Is_null());
        assertEquals(place, status.tag);
        assertEquals(1, status.source);
        assertEquals(place, rooms[place][0]);
        assertEquals(place % 2 == 0 ? 1 : 40_000, status.Get_count(MPI.INT));
    }

    @Test
    void waitanyTellsWhichRequestIsDone() {
        Jmpi.run(2, () -> {
            if (Talk.rank() == 1) {
                serve();
                return;
            }
            int[][] rooms = new int[MESSAGES + 1][40_000];
            Request[] requests = postAll(rooms);
            for (int tag = MESSAGES; tag >= 1; tag--) {
                Talk.send(tag, 1, 100);
                Status status = Request.Waitany(requests);
                assertEquals(tag, status.index, "only this one can be done");
                checkPlace(requests, rooms, status);
            }
            assertEquals(MPI.UNDEFINED, Request.Waitany(requests).index);
        });
    }

    @Test
    void testanyTellsWhichRequestIsDone() {
        Jmpi.run(2, () -> {
            if (Talk.rank() == 1) {
                serve();
                return;
            }
            int[][] rooms = new int[MESSAGES + 1][40_000];
            Request[] requests = postAll(rooms);
            assertNull(Request.Testany(requests));
            for (int tag = MESSAGES; tag >= 1; tag--) {
                Talk.send(tag, 1, 100);
                Status status;
                do status = Request.Testany(requests);
                while (status == null);
                assertEquals(tag, status.index, "only this one can be done");
                checkPlace(requests, rooms, status);
            }
            assertEquals(MPI.UNDEFINED, Request.Testany(requests).index);
        });
    }

    @Test
    void waitsomeAndTestsomeTellOfEachRequestOnce() {
        Jmpi.run(2, () -> {
            for (boolean blocking : new boolean[] {true, false}) {
                if (Talk.rank() == 1) {
                    serve();
                    continue;
                }
                int[][] rooms = new int[MESSAGES + 1][40_000];
                Request[] requests = postAll(rooms);
                assertEquals(0, Request.Testsome(requests).length);
                for (int tag = 1; tag <= MESSAGES; tag++) Talk.send(tag, 1, 100);
                boolean[] seen = new boolean[MESSAGES + 1];
                for (int done = 0; done < MESSAGES; ) {
                    Status[] some = blocking ? Request.Waitsome(requests) : Request.Testsome(requests);
                    if (blocking) assertTrue(some.length > 0);
                    for (Status status : some) {
                        checkPlace(requests, rooms, status);
                        assertFalse(seen[status.index], "twice: " + status.index);
                        seen[status.index] = true;
                    }
                    done += some.length;
                }
                assertEquals(0, Request.Waitsome(requests).length);
                assertEquals(0, Request.Testsome(requests).length);
            }
        });
    }

    @Test
    void waitallReturnsStatusesInTheOrderOfTheRequests() {
        Jmpi.run(2, () -> {
            if (Talk.rank() == 1) {
                serve();
                return;
            }
            int[][] rooms = new int[MESSAGES + 1][40_000];
            Request[] requests = postAll(rooms);
            for (int tag = MESSAGES; tag >= 1; tag--) Talk.send(tag, 1, 100);
            Status[] statuses = Request.Waitall(requests);
            assertEquals(requests.length, statuses.length);
            assertEmpty(statuses[0]);
            assertEmpty(statuses[MESSAGES + 1]);
            for (int i = 1; i <= MESSAGES; i++) {
                assertEquals(i, statuses[i].index);
                checkPlace(requests, rooms, statuses[i]);
            }
        });
    }

    @Test
    void testallVoidsNothingBeforeAllAreDone() {
        Jmpi.run(2, () -> {
            if (Talk.rank() == 1) {
                Talk.send(10, 0, 1);
                Talk.send(30, 0, 3);
                Talk.awaitGoOn(0);
                Talk.send(20, 0, 2);
                return;
            }
            int[] room = new int[2];
            Request[] requests = {
                null, MPI.COMM_WORLD.Irecv(room, 0, 1, MPI.INT, 1, 1), MPI.COMM_WORLD.Irecv(room, 1, 1, MPI.INT, 1, 2),
            };
            assertEquals(30, Talk.receive(1, 3));
            for (int i = 0; i < 3; i++) assertNull(Request.Testall(requests));
            assertFalse(requests[1].Is_null(), "done, but not told yet");
            assertFalse(requests[2].Is_null());
            Talk.goOn(1);
            Status[] statuses;
            do statuses = Request.Testall(requests);
            while (statuses == null);
            assertArrayEquals(new int[] {10, 20}, room);
            assertEmpty(statuses[0]);
            for (int i = 1; i < 3; i++) {
                assertTrue(requests[i].Is_null());
                assertEquals(i, statuses[i].tag);
                assertEquals(i, statuses[i].index);
            }
        });
    }

    @Test
    void waitallCompletesTheOthersWhenOneFails() {
        Jmpi.run(2, () -> {
            if (Talk.rank() == 1) {
                for (int tag = 0; tag < 3; tag++)
                    MPI.COMM_WORLD.Send(new int[] {tag + 1, tag + 1}, 0, 2, MPI.INT, 0, tag);
            } else {
                int[] room = new int[6];
                Request[] requests = new Request[3];
                for (int tag = 0; tag < 3; tag++)
                    requests[tag] = MPI.COMM_WORLD.Irecv(room, 2 * tag, tag == 1 ? 1 : 2, MPI.INT, 1, tag);
                MPIException e = Talk.assertFails(MPI.ERR_TRUNCATE, () -> Request.Waitall(requests), "tag=1");
                Status[] statuses = e.Get_statuses();
                Kind.INT.assertStatus(statuses[0], 1, 0, 2, "first");
                assertNull(statuses[1]);
                Kind.INT.assertStatus(statuses[2], 1, 2, 2, "last");
                assertArrayEquals(new int[] {1, 1, 2, 0, 3, 3}, room);
                assertTrue(Arrays.stream(requests).allMatch(Request::Is_null));
            }
            Talk.assertUsable();
        });
    }

    @Test
    void aFailureVoidsTheRequest() {
        Jmpi.run(2, () -> {
            for (int i = 0; i < 4; i++) {
                if (Talk.rank() == 1) Talk.send(i, 0, TAG);
                else {
                    int call = i;
                    Request[] request = {MPI.COMM_WORLD.Irecv(new int[1], 0, 0, MPI.INT, 1, TAG)};
                    Executable[] calls = {
                        () -> request[0].Wait(),
                        () -> Request.Waitany(request),
                        () -> Request.Waitsome(request),
                        () -> {
                            while (request[0].Test() == null) Thread.onSpinWait();
                        },
                    };
                    Talk.assertFails(MPI.ERR_TRUNCATE, calls[call]);
                    assertTrue(request[0].Is_null());
                }
            }
            Talk.assertUsable();
        });
    }

    @Test
    void aFreedOperationCompletesByItself() {
        for (int count : new int[] {1, 200_000})
            Jmpi.run(2, () -> {
                if (Talk.rank() == 0) {
                    Request send = MPI.COMM_WORLD.Isend(Kind.INT.data(0, count, 6), 0, count, MPI.INT, 1, TAG);
                    send.Free();
                    assertTrue(send.Is_null());
                    assertEmpty(send.Wait());
                    Talk.assertFails(MPI.ERR_REQUEST, send::Free);
                    Talk.goOn(1);
                } else {
                    Talk.awaitGoOn(0);
                    Object room = Kind.INT.guards(0, count);
                    MPI.COMM_WORLD.Recv(room, 0, count, MPI.INT, 0, TAG);
                    Kind.assertSame(Kind.INT.data(0, count, 6), room, "content");
                }
            });
    }

    @Test
    void aFreedReceiveStillTakesItsMessage() {
        Jmpi.run(2, () -> {
            if (Talk.rank() == 0) {
                Talk.awaitGoOn(1);
                Talk.send(1, 1, TAG);
                Talk.send(2, 1, TAG);
            } else {
                int[] room = new int[1];
                Request receive = MPI.COMM_WORLD.Irecv(room, 0, 1, MPI.INT, 0, TAG);
                receive.Free();
                Talk.goOn(0);
                assertEquals(2, Talk.receive(0, TAG));
                assertEquals(1, room[0]);
            }
        });
    }

    @Test
    void freeAndCancelRefuseTheNullRequest() {
        Jmpi.run(1, () -> {
            Talk.assertFails(MPI.ERR_REQUEST, MPI.REQUEST_NULL::Free);
            Talk.assertFails(MPI.ERR_REQUEST, MPI.REQUEST_NULL::Cancel);
        });
    }
}
