package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import mpi.Mode.Form;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(value = 60, threadMode = SEPARATE_THREAD)
@Tag("transports")
class ProbeTest {
    private static final int TAG = 8;

    @ParameterizedTest
    @CsvSource({
        "INT, 0, STANDARD",
        "INT, 5, STANDARD",
        "DOUBLE, 200000, STANDARD",
        "BYTE, 7, SYNCHRONOUS",
        "OBJECT, 0, STANDARD",
        "OBJECT, 5, STANDARD",
        "OBJECT, 10000, STANDARD",
        "OBJECT, 3, SYNCHRONOUS",
    })
    void tellsOfAMessageAndLeavesIt(Kind kind, int count, Mode mode) {
        Jmpi.run(2, () -> {
            if (Talk.rank() == 0) mode.send(Form.BLOCKING, kind.data(0, count, 1), 0, count, kind.type, 1, TAG);
            else {
                for (int source : new int[] {0, MPI.ANY_SOURCE})
                    for (int tag : new int[] {TAG, MPI.ANY_TAG}) {
                        String what = "source " + source + ", tag " + tag;
                        kind.assertStatus(MPI.COMM_WORLD.Probe(source, tag), 0, TAG, count, what);
                        Status polled = MPI.COMM_WORLD.Iprobe(source, tag);
                        assertNotNull(polled, what);
                        kind.assertStatus(polled, 0, TAG, count, what);
                    }
                Object room = kind.guards(1, count);
                Status status = MPI.COMM_WORLD.Recv(room, 1, count, kind.type, 0, TAG);
                kind.assertStatus(status, 0, TAG, count, "receive");
                Kind.assertSame(kind.data(1, count, 1), room, "content");
                assertNull(MPI.COMM_WORLD.Iprobe(0, MPI.ANY_TAG), "the message is gone");
            }
        });
    }

    @Test
    void iprobeReturnsNullUntilThereIsAMessage() {
        Jmpi.run(2, () -> {
            if (Talk.rank() == 0) {
                Talk.awaitGoOn(1);
                Talk.send(7, 1, TAG);
            } else {
                assertNull(MPI.COMM_WORLD.Iprobe(0, TAG));
                assertNull(MPI.COMM_WORLD.Iprobe(MPI.ANY_SOURCE, MPI.ANY_TAG));
                Talk.goOn(0);
                Status status;
                do status = MPI.COMM_WORLD.Iprobe(MPI.ANY_SOURCE, MPI.ANY_TAG);
                while (status == null);
                Kind.INT.assertStatus(status, 0, TAG, 1, "probe");
                assertEquals(7, Talk.receive(status.source, status.tag));
            }
        });
    }

    @Test
    void passesOverMessagesWithOtherTags() {
        Jmpi.run(2, () -> {
            if (Talk.rank() == 0) {
                Talk.send(1, 1, TAG);
                Talk.send(2, 1, TAG + 1);
            } else {
                assertEquals(TAG + 1, MPI.COMM_WORLD.Probe(0, TAG + 1).tag);
                assertNull(MPI.COMM_WORLD.Iprobe(0, TAG + 2));
                assertEquals(TAG, MPI.COMM_WORLD.Probe(0, MPI.ANY_TAG).tag, "the earlier one comes first");
                assertEquals(2, Talk.receive(0, TAG + 1));
                assertEquals(1, Talk.receive(0, TAG));
            }
        });
    }

    @Test
    void doesNotSeeAMessageThatAPostedReceiveGets() {
        Jmpi.run(2, () -> {
            if (Talk.rank() == 0) {
                Talk.awaitGoOn(1);
                Talk.send(1, 1, TAG);
                Talk.send(2, 1, TAG + 1);
            } else {
                int[] room = new int[1];
                Request receive = MPI.COMM_WORLD.Irecv(room, 0, 1, MPI.INT, 0, TAG);
                Talk.goOn(0);
                MPI.COMM_WORLD.Probe(0, TAG + 1);
                assertNull(MPI.COMM_WORLD.Iprobe(0, TAG));
                receive.Wait();
                assertEquals(1, room[0]);
                assertEquals(2, Talk.receive(0, TAG + 1));
            }
        });
    }

    @Test
    void findsMessagesOfEverySource() {
        Jmpi.run(4, () -> {
            if (Talk.rank() > 0) {
                MPI.COMM_WORLD.Send(new int[] {Talk.rank(), 0, 0, 0}, 0, Talk.rank(), MPI.INT, 0, Talk.rank());
                return;
            }
            for (int source = 3; source > 0; source--) {
                Status status = MPI.COMM_WORLD.Probe(source, MPI.ANY_TAG);
                Kind.INT.assertStatus(status, source, source, source, "of rank " + source);
            }
            boolean[] seen = new boolean[4];
            for (int i = 0; i < 3; i++) {
                Status status = MPI.COMM_WORLD.Probe(MPI.ANY_SOURCE, MPI.ANY_TAG);
                int[] room = new int[status.Get_count(MPI.INT)];
                MPI.COMM_WORLD.Recv(room, 0, room.length, MPI.INT, status.source, status.tag);
                assertEquals(status.source, room[0]);
                assertEquals(false, seen[status.source], "twice from rank " + status.source);
                seen[status.source] = true;
            }
        });
    }

    @Test
    void doesNotSeeMessagesOfAnotherCommunicator() {
        Jmpi.run(1, () -> {
            MPI.COMM_SELF.Isend(new int[] {3}, 0, 1, MPI.INT, 0, TAG).Free();
            assertNotNull(MPI.COMM_SELF.Probe(0, TAG));
            assertNull(MPI.COMM_WORLD.Iprobe(MPI.ANY_SOURCE, MPI.ANY_TAG));
            MPI.COMM_SELF.Recv(new int[1], 0, 1, MPI.INT, 0, TAG);
        });
    }

    @Test
    void ofNobodyIsEmptyAtOnce() {
        Jmpi.run(1, () -> {
            for (Status status : new Status[] {
                MPI.COMM_WORLD.Probe(MPI.PROC_NULL, TAG), MPI.COMM_WORLD.Iprobe(MPI.PROC_NULL, MPI.ANY_TAG)
            }) Kind.BYTE.assertStatus(status, MPI.PROC_NULL, MPI.ANY_TAG, 0, "nobody");
        });
    }
}
