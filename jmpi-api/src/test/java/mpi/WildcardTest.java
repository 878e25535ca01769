package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import org.jmpi.Jmpi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, threadMode = SEPARATE_THREAD)
@Tag("transports")
class WildcardTest {
    private static final int MESSAGES = 200;

    /** Messages of one rank are numbered, and every third is too long to be sent at once. */
    private static void sendNumbered(int number, int dest, int tag) {
        int[] message = new int[number % 3 == 0 ? 50_000 : 2];
        message[0] = Talk.rank();
        message[1] = number;
        MPI.COMM_WORLD.Send(message, 0, message.length, MPI.INT, dest, tag);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5})
    void eachSourcesMessagesKeepTheirOrder(int ranks) {
        Jmpi.run(ranks, () -> {
            if (Talk.rank() > 0) {
                for (int i = 0; i < MESSAGES; i++) sendNumbered(i, 0, i % 7);
                return;
            }
            int[] next = new int[ranks];
            int[] room = new int[50_000];
            for (int i = 0; i < MESSAGES * (ranks - 1); i++) {
                Status status = MPI.COMM_WORLD.Recv(room, 0, room.length, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
                assertEquals(status.source, room[0]);
                assertEquals(next[status.source]++, room[1], "from rank " + status.source);
                assertEquals(room[1] % 7, status.tag);
            }
            for (int source = 1; source < ranks; source++) assertEquals(MESSAGES, next[source]);
        });
    }

    @Test
    void anySourceTakesOnlyMessagesWithItsTag() {
        Jmpi.run(3, () -> {
            if (Talk.rank() > 0) {
                for (int tag = 0; tag < 10; tag++) Talk.send(1000 * Talk.rank() + tag, 0, tag);
                return;
            }
            for (int tag = 9; tag >= 0; tag--)
                for (int i = 0; i < 2; i++) {
                    int[] value = new int[1];
                    Status status = MPI.COMM_WORLD.Recv(value, 0, 1, MPI.INT, MPI.ANY_SOURCE, tag);
                    assertEquals(tag, status.tag);
                    assertEquals(1000 * status.source + tag, value[0]);
                }
        });
    }

    @Test
    void anyTagTakesOnlyMessagesOfItsSourceInTheirOrder() {
        Jmpi.run(3, () -> {
            if (Talk.rank() > 0) {
                for (int tag = 10; tag > 0; tag--) Talk.send(1000 * Talk.rank() + tag, 0, tag);
                return;
            }
            for (int source = 2; source > 0; source--)
                for (int tag = 10; tag > 0; tag--) {
                    int[] value = new int[1];
                    Status status = MPI.COMM_WORLD.Recv(value, 0, 1, MPI.INT, source, MPI.ANY_TAG);
                    assertEquals(source, status.source);
                    assertEquals(tag, status.tag);
                    assertEquals(1000 * source + tag, value[0]);
                }
        });
    }

    @Test
    void postedReceivesAreServedInTheOrderOfTheirPosting() {
        Jmpi.run(2, () -> {
            if (Talk.rank() == 0) {
                Talk.awaitGoOn(1);
                for (int value = 1; value <= 5; value++) Talk.send(value, 1, 5);
                Talk.send(6, 1, 6);
                return;
            }
            int[] room = new int[6];
            int[][] patterns = {
                {0, 6}, {MPI.ANY_SOURCE, 5}, {0, 5}, {MPI.ANY_SOURCE, MPI.ANY_TAG}, {0, MPI.ANY_TAG}, {0, 5}
            };
            Request[] receives = new Request[6];
            for (int i = 0; i < 6; i++)
                receives[i] = MPI.COMM_WORLD.Irecv(room, i, 1, MPI.INT, patterns[i][0], patterns[i][1]);
            Talk.goOn(0);
            Status[] statuses = Request.Waitall(receives);
            assertArrayEquals(new int[] {6, 1, 2, 3, 4, 5}, room);
            for (int i = 0; i < 6; i++) {
                assertEquals(0, statuses[i].source);
                assertEquals(i == 0 ? 6 : 5, statuses[i].tag);
            }
        });
    }

    @Test
    void specificReceivesLeaveTheOtherMessagesToWildcards() {
        Jmpi.run(3, () -> {
            if (Talk.rank() > 0) {
                Talk.send(Talk.rank(), 0, 1);
                Talk.send(10 * Talk.rank(), 0, 2);
                return;
            }
            assertEquals(20, Talk.receive(2, 2));
            int[] value = new int[1];
            int sum = 0;
            for (int i = 0; i < 2; i++) {
                Status status = MPI.COMM_WORLD.Recv(value, 0, 1, MPI.INT, MPI.ANY_SOURCE, 1);
                assertEquals(status.source, value[0]);
                sum += value[0];
            }
            assertEquals(3, sum);
            assertEquals(10, Talk.receive(MPI.ANY_SOURCE, MPI.ANY_TAG));
        });
    }

    @Test
    void messagesOfTwoCommunicatorsNeverMeet() {
        Jmpi.run(2, () -> {
            int me = Talk.rank();
            int[] room = new int[2];
            Request self = MPI.COMM_SELF.Irecv(room, 0, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
            Request world = MPI.COMM_WORLD.Irecv(room, 1, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
            Talk.send(100 + me, 1 - me, 3);
            Status inWorld = world.Wait();
            MPI.COMM_SELF.Send(new int[] {200 + me}, 0, 1, MPI.INT, 0, 4);
            Status inSelf = self.Wait();
            assertArrayEquals(new int[] {200 + me, 101 - me}, room);
            assertEquals(1 - me, inWorld.source);
            assertEquals(0, inSelf.source);
            assertEquals(4, inSelf.tag);
        });
    }
}
