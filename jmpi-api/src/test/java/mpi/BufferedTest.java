package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.util.Arrays;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(value = 60, threadMode = SEPARATE_THREAD)
@Tag("transports")
class BufferedTest {
    private static final int TAG = 1;

    /** More bytes than are sent without asking the receiver. */
    private static final int LONG = 1_500_000;

    private static final String TIMEOUT = "jmpi.bsend.timeout.ms";

    @AfterEach
    void waitAsUsual() {
        System.clearProperty(TIMEOUT);
    }

    private static void bsend(byte[] data, int count, int dest) {
        MPI.COMM_WORLD.Bsend(data, 0, count, MPI.BYTE, dest, TAG);
    }

    private static void receive(int seed, int count, int source) {
        Object room = Kind.BYTE.guards(1, count);
        Status status = MPI.COMM_WORLD.Recv(room, 1, count, MPI.BYTE, source, TAG);
        Kind.BYTE.assertStatus(status, source, TAG, count, "message " + seed);
        Kind.assertSame(Kind.BYTE.data(1, count, seed), room, "message " + seed);
    }

    private static byte[] data(int count, int seed) {
        return (byte[]) Kind.BYTE.data(0, count, seed);
    }

    @Test
    void attachingAndDetachingGoInTurn() {
        Jmpi.run(1, () -> {
            Talk.assertFails(MPI.ERR_BUFFER, MPI::Buffer_detach);
            Talk.assertFails(MPI.ERR_BUFFER, () -> MPI.Buffer_attach((byte[]) null), "null");
            byte[] buffer = new byte[10];
            MPI.Buffer_attach(buffer);
            Talk.assertFails(MPI.ERR_BUFFER, () -> MPI.Buffer_attach(new byte[20]), "10");
            assertSame(buffer, MPI.Buffer_detach());
            Talk.assertFails(MPI.ERR_BUFFER, MPI::Buffer_detach);
            MPI.Buffer_attach(buffer);
            assertSame(buffer, MPI.Buffer_detach());
        });
    }

    @Test
    void eachRankHasABufferOfItsOwn() {
        Jmpi.run(3, () -> {
            byte[] buffer = new byte[8];
            MPI.Buffer_attach(buffer);
            MPI.COMM_WORLD.Barrier();
            assertSame(buffer, MPI.Buffer_detach());
        });
    }

    @Test
    void aMessageThatDoesNotFitIsRefused() {
        Jmpi.run(2, () -> {
            if (Talk.rank() == 0) {
                Talk.assertFails(MPI.ERR_BUFFER, () -> bsend(new byte[5], 5, 1), "5 bytes", "no buffer");
                bsend(new byte[5], 0, 1);
                MPI.Buffer_attach(new byte[100]);
                Talk.assertFails(MPI.ERR_BUFFER, () -> bsend(new byte[101], 101, 1), "101", "100");
                bsend(data(100, 1), 100, 1);
                MPI.Buffer_detach();
            } else {
                receive(0, 0, 0);
                receive(1, 100, 0);
            }
            Talk.assertUsable();
        });
    }

    @Test
    void roomIsInUseUntilTheMessageIsDelivered() {
        System.setProperty(TIMEOUT, "20");
        Jmpi.run(2, () -> {
            if (Talk.rank() == 0) {
                MPI.Buffer_attach(new byte[LONG + 10]);
                for (int round = 0; round < 5; round++) {
                    bsend(data(LONG, round), LONG, 1);
                    Talk.assertFails(MPI.ERR_BUFFER, () -> bsend(new byte[11], 11, 1), "11", String.valueOf(LONG));
                    Talk.goOn(1);
                    Talk.awaitGoOn(1);
                }
                MPI.Buffer_detach();
            } else
                for (int round = 0; round < 5; round++) {
                    Talk.awaitGoOn(0);
                    receive(round, LONG, 0);
                    Talk.goOn(0);
                }
            Talk.assertUsable();
        });
    }

    @Test
    void theProgramsArrayMayChangeAtOnce() {
        Jmpi.run(2, () -> {
            if (Talk.rank() == 0) {
                MPI.Buffer_attach(new byte[2 * LONG]);
                byte[] data = data(LONG, 4);
                bsend(data, LONG, 1);
                Request request = MPI.COMM_WORLD.Ibsend(data, 0, LONG, MPI.BYTE, 1, TAG);
                Arrays.fill(data, (byte) -1);
                request.Wait();
                Talk.goOn(1);
                MPI.Buffer_detach();
            } else {
                Talk.awaitGoOn(0);
                receive(4, LONG, 0);
                receive(4, LONG, 0);
            }
        });
    }

    @Test
    void detachReturnsWhenEverythingHasBeenSent() {
        Jmpi.run(2, () -> {
            if (Talk.rank() == 0) {
                byte[] buffer = new byte[4 * LONG];
                MPI.Buffer_attach(buffer);
                for (int i = 0; i < 4; i++) bsend(data(LONG, i), LONG, 1);
                assertSame(buffer, MPI.Buffer_detach());
                Arrays.fill(buffer, (byte) -1);
            } else for (int i = 0; i < 4; i++) receive(i, LONG, 0);
        });
    }

    @Test
    void finalizeSendsWhatIsStillInTheBuffer() {
        Jmpi.run(2, () -> {
            if (Talk.rank() == 0) {
                MPI.Buffer_attach(new byte[2 * LONG]);
                bsend(data(LONG, 1), LONG, 1);
                bsend(data(7, 2), 7, 1);
                MPI.Finalize();
            } else {
                receive(1, LONG, 0);
                receive(2, 7, 0);
            }
        });
    }

    @Test
    void ranksMayBothSendBeforeTheyReceive() {
        Jmpi.run(2, () -> {
            int me = Talk.rank();
            MPI.Buffer_attach(new byte[LONG]);
            bsend(data(LONG, me), LONG, 1 - me);
            receive(1 - me, LONG, 1 - me);
            MPI.Buffer_detach();
        });
    }

    @Test
    void roomIsReusedForThousandsOfMessages() {
        Jmpi.run(2, () -> {
            if (Talk.rank() == 0) {
                MPI.Buffer_attach(new byte[1000]);
                for (int i = 0; i < 3000; i++) {
                    bsend(data(i % 250, i), i % 250, 1);
                    if (i % 4 == 3) Talk.awaitGoOn(1);
                }
                MPI.Buffer_detach();
            } else
                for (int i = 0; i < 3000; i++) {
                    receive(i, i % 250, 0);
                    if (i % 4 == 3) Talk.goOn(0);
                }
        });
    }

    /** The buffer holds the next message only when the receiver has taken the last ones, which it does by and by. */
    @ParameterizedTest
    @EnumSource
    void aMessageWithoutRoomWaitsUntilOthersAreReceived(Mode.Form form) {
        Jmpi.run(2, () -> {
            for (int length : new int[] {4_000, LONG}) {
                int messages = length == LONG ? 4 : 1000;
                if (Talk.rank() == 0) {
                    MPI.Buffer_attach(new byte[2 * length + 100]);
                    for (int i = 0; i < messages; i++)
                        Mode.BUFFERED.send(form, data(length, i), 0, length, MPI.BYTE, 1, TAG);
                    MPI.Buffer_detach();
                } else for (int i = 0; i < messages; i++) receive(i, length, 0);
            }
            Talk.assertUsable();
        });
    }

    @Test
    void aMessageWaitsForRoomThatOtherThreadsMake() throws Exception {
        Jmpi.run(1, () -> {
            MPI.Buffer_attach(new byte[LONG]);
            bsend(data(LONG, 1), LONG, 0);
            Thread receiver = new Thread(() -> receive(1, LONG, 0));
            receiver.start();
            bsend(data(LONG, 2), LONG, 0);
            receiver.join();
            receive(2, LONG, 0);
            MPI.Buffer_detach();
        });
    }

    @ParameterizedTest
    @EnumSource
    void aReceiverThatNeverReceivesIsReported(Mode.Form form) {
        System.setProperty(TIMEOUT, "150");
        Jmpi.run(2, () -> {
            if (Talk.rank() == 0) {
                MPI.Buffer_attach(new byte[LONG + 10]);
                bsend(data(LONG, 1), LONG, 1);
                long start = System.nanoTime();
                Talk.assertFails(
                        MPI.ERR_BUFFER,
                        () -> Mode.BUFFERED.send(form, new byte[11], 0, 11, MPI.BYTE, 1, TAG),
                        "message of 11 bytes",
                        LONG + 10 + " attached",
                        LONG + " in use by 1 message that nobody has received",
                        "waited 150 ms",
                        TIMEOUT);
                assertTrue(System.nanoTime() - start >= 150_000_000L);
                Talk.goOn(1);
            } else {
                Talk.awaitGoOn(0);
                receive(1, LONG, 0);
            }
            Talk.assertUsable();
        });
    }

    @Test
    void theEndOfTheJobEndsTheWaitForRoom() {
        System.setProperty(TIMEOUT, "600000");
        assertThrows(
                IllegalStateException.class,
                () -> Jmpi.run(2, () -> {
                    MPI.Buffer_attach(new byte[LONG]);
                    if (Talk.rank() == 1) Talk.awaitGoOn(0);
                    if (Talk.rank() == 1) throw new IllegalStateException("thrown by rank 1");
                    bsend(data(LONG, 1), LONG, 1);
                    Talk.goOn(1);
                    bsend(data(LONG, 1), LONG, 1);
                }));
    }

    @Test
    void objectsLieInTheBufferToo() {
        Jmpi.run(2, () -> {
            if (Talk.rank() == 0) {
                MPI.Buffer_attach(new byte[50]);
                Object[] much = {"x".repeat(100)};
                Talk.assertFails(MPI.ERR_BUFFER, () -> MPI.COMM_WORLD.Bsend(much, 0, 1, MPI.OBJECT, 1, TAG), "50");
                MPI.Buffer_detach();
                MPI.Buffer_attach(new byte[100_000]);
                int[] state = {1, 2};
                MPI.COMM_WORLD.Bsend(new Object[] {state}, 0, 1, MPI.OBJECT, 1, TAG);
                state[0] = 9;
                MPI.COMM_WORLD.Bsend(Kind.OBJECT.data(0, 1000, 5), 0, 1000, MPI.OBJECT, 1, TAG);
                MPI.Buffer_detach();
            } else {
                Object[] room = new Object[1];
                Status status = MPI.COMM_WORLD.Recv(room, 0, 1, MPI.OBJECT, 0, TAG);
                assertEquals(1, status.Get_count(MPI.OBJECT));
                Kind.assertSame(new Object[] {new int[] {1, 2}}, room, "state when it was sent");
                Object many = Kind.OBJECT.guards(0, 1000);
                MPI.COMM_WORLD.Recv(many, 0, 1000, MPI.OBJECT, 0, TAG);
                Kind.assertSame(Kind.OBJECT.data(0, 1000, 5), many, "many");
            }
        });
    }
}
