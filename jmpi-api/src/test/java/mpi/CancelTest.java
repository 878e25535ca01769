package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
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
class CancelTest {
    private static final int TAG = 2;
    private static final int VERDICT = 3;

    @Test
    void aReceiveThatNothingMatchesIsCancelled() {
        Jmpi.run(2, () -> {
            if (Talk.rank() == 0) {
                Object room = Kind.INT.guards(1, 1);
                for (int source : new int[] {1, MPI.ANY_SOURCE}) {
                    Request receive = MPI.COMM_WORLD.Irecv(room, 1, 1, MPI.INT, source, TAG);
                    receive.Cancel();
                    assertFalse(receive.Is_null(), "cancelled, but not waited for");
                    Status status = receive.Wait();
                    assertTrue(status.Test_cancelled());
                    assertEquals(0, status.Get_count(MPI.INT));
                    assertEquals(0, status.Get_elements(MPI.OBJECT));
                    Talk.assertFails(MPI.ERR_REQUEST, receive::Cancel);
                }
                Talk.goOn(1);
                assertEquals(9, Talk.receive(1, TAG), "later messages go to later receives");
                Kind.assertSame(Kind.INT.guards(1, 1), room, "room of the cancelled receives");
            } else {
                Talk.awaitGoOn(0);
                Talk.send(9, 0, TAG);
            }
            Talk.assertUsable();
        });
    }

    @Test
    void oneOfSeveralReceivesIsCancelled() {
        Jmpi.run(2, () -> {
            if (Talk.rank() == 0) {
                int[] room = new int[3];
                Request[] receives = new Request[3];
                for (int i = 0; i < 3; i++) receives[i] = MPI.COMM_WORLD.Irecv(room, i, 1, MPI.INT, 1, TAG);
                receives[1].Cancel();
                Talk.goOn(1);
                Status[] statuses = Request.Waitall(receives);
                for (int i = 0; i < 3; i++) assertEquals(i == 1, statuses[i].Test_cancelled());
                Kind.assertSame(new int[] {1, 0, 2}, room, "messages");
            } else {
                Talk.awaitGoOn(0);
                Talk.send(1, 0, TAG);
                Talk.send(2, 0, TAG);
            }
        });
    }

    @Test
    void aReceiveThatHasItsMessageIsNotCancelled() {
        Jmpi.run(2, () -> {
            if (Talk.rank() == 0) {
                int[] room = new int[1];
                Request receive = MPI.COMM_WORLD.Irecv(room, 0, 1, MPI.INT, 1, TAG);
                Talk.awaitGoOn(1);
                receive.Cancel();
                Status status = receive.Wait();
                assertFalse(status.Test_cancelled());
                Kind.INT.assertStatus(status, 1, TAG, 1, "delivered");
                assertEquals(4, room[0]);
            } else {
                Talk.send(4, 0, TAG);
                Talk.goOn(0);
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"STANDARD, 400000", "SYNCHRONOUS, 0", "SYNCHRONOUS, 1", "SYNCHRONOUS, 400000"})
    void anAnnouncedMessageIsWithdrawn(Mode mode, int count) {
        Jmpi.run(2, () -> {
            if (Talk.rank() == 0) {
                Request send =
                        mode.starting.start(MPI.COMM_WORLD, Kind.INT.data(0, count, 1), 0, count, MPI.INT, 1, TAG);
                Talk.awaitGoOn(1);
                send.Cancel();
                assertTrue(send.Wait().Test_cancelled());
                Talk.send(1, 1, VERDICT);
                Talk.send(77, 1, TAG);
            } else {
                MPI.COMM_WORLD.Probe(0, TAG);
                Talk.goOn(0);
                assertEquals(1, Talk.receive(0, VERDICT));
                assertEquals(77, Talk.receive(0, TAG));
            }
            Talk.assertUsable();
        });
    }

    @ParameterizedTest
    @CsvSource({"STANDARD, 1", "STANDARD, 400000", "SYNCHRONOUS, 1", "OBJECT, 5"})
    void aSendIsEitherCancelledOrDelivered(String what, int count) {
        Kind kind = what.equals("OBJECT") ? Kind.OBJECT : Kind.INT;
        Mode mode = kind == Kind.OBJECT ? Mode.SYNCHRONOUS : Mode.valueOf(what);
        Jmpi.run(2, () -> {
            if (Talk.rank() == 0) {
                Request send = mode.starting.start(MPI.COMM_WORLD, kind.data(0, count, 1), 0, count, kind.type, 1, TAG);
                send.Cancel();
                Talk.send(send.Wait().Test_cancelled() ? 1 : 0, 1, VERDICT);
            } else {
                boolean cancelled = Talk.receive(0, VERDICT) == 1;
                if (cancelled) assertNull(MPI.COMM_WORLD.Iprobe(0, TAG));
                else {
                    Object room = kind.guards(0, count);
                    MPI.COMM_WORLD.Recv(room, 0, count, kind.type, 0, TAG);
                    Kind.assertSame(kind.data(0, count, 1), room, "delivered");
                }
            }
            Talk.assertUsable();
        });
    }

    @Tag("full")
    @ParameterizedTest
    @CsvSource({"STANDARD, 1", "STANDARD, 100000", "SYNCHRONOUS, 1", "SYNCHRONOUS, 0"})
    void cancellingRacesWithAReceive(Mode mode, int count) {
        int rounds = 300;
        Jmpi.run(2, () -> {
            for (int round = 0; round < rounds; round++) {
                if (Talk.rank() == 0) {
                    Talk.awaitGoOn(1);
                    Request send = mode.starting.start(
                            MPI.COMM_WORLD, Kind.INT.data(0, count, round), 0, count, MPI.INT, 1, TAG);
                    send.Cancel();
                    Talk.send(send.Wait().Test_cancelled() ? 1 : 0, 1, VERDICT);
                } else {
                    Talk.goOn(0);
                    Object room = Kind.INT.guards(0, count);
                    Request receive = MPI.COMM_WORLD.Irecv(room, 0, count, MPI.INT, 0, TAG);
                    boolean cancelled = Talk.receive(0, VERDICT) == 1;
                    if (cancelled) receive.Cancel();
                    Status status = receive.Wait();
                    assertEquals(cancelled, status.Test_cancelled(), "round " + round);
                    Object expected = cancelled ? Kind.INT.guards(0, count) : Kind.INT.data(0, count, round);
                    Kind.assertSame(expected, room, "round " + round);
                }
            }
            Talk.assertUsable();
        });
    }

    @Test
    void aCancelledRequestMayBeTestedAndFreed() {
        Jmpi.run(1, () -> {
            Request receive = MPI.COMM_WORLD.Irecv(new int[1], 0, 1, MPI.INT, 0, TAG);
            receive.Cancel();
            receive.Cancel();
            Status status = receive.Test();
            assertTrue(status.Test_cancelled());
            Request another = MPI.COMM_WORLD.Irecv(new int[1], 0, 1, MPI.INT, 0, TAG);
            another.Cancel();
            another.Free();
            assertTrue(another.Is_null());
            int[] room = new int[1];
            MPI.COMM_WORLD.Sendrecv(new int[] {5}, 0, 1, MPI.INT, 0, TAG, room, 0, 1, MPI.INT, 0, TAG);
            assertEquals(5, room[0]);
        });
    }
}
