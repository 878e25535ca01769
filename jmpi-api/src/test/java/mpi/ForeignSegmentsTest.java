package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Segments of {@code java.lang.foreign} as buffers. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
@EnabledForJreRange(minVersion = 22)
@Tag("transports")
class ForeignSegmentsTest {
    private static final int TAG = 6;
    private static final int LENGTH = 5000;
    private static final int LONG_LENGTH = 1 << 20;
    private static final int ROUNDS = 20;

    private static int[] numbers(int seed) {
        return IntStream.range(seed, seed + LENGTH).toArray();
    }

    private static MPIException refused(int errorClass, Runnable call) {
        MPIException refusal = assertThrows(MPIException.class, call::run);
        assertEquals(errorClass, refusal.Get_error_class(), refusal.getMessage());
        return refusal;
    }

    @ParameterizedTest
    @ValueSource(strings = {"ofConfined", "ofShared", "ofAuto"})
    void blockingCallsTakeSegmentsOfEveryArena(String arenas) {
        Jmpi.run(2, () -> {
            Intracomm world = MPI.COMM_WORLD;
            int rank = Talk.rank();
            int peer = 1 - rank;
            Object arena = ForeignSegments.arena(arenas);
            Object sent = ForeignSegments.of(arena, numbers(rank));
            Object received = ForeignSegments.of(arena, new int[LENGTH]);
            if (rank == 0) world.Send(sent, 0, LENGTH, MPI.INT, peer, TAG);
            else {
                assertEquals(
                        LENGTH,
                        world.Recv(received, 0, LENGTH, MPI.INT, peer, TAG).Get_count(MPI.INT));
                assertArrayEquals(numbers(0), ForeignSegments.ints(received));
            }
            world.Sendrecv(sent, 0, LENGTH, MPI.INT, peer, TAG, received, 0, LENGTH, MPI.INT, peer, TAG);
            assertArrayEquals(numbers(peer), ForeignSegments.ints(received));
            world.Sendrecv_replace(received, 0, LENGTH, MPI.INT, peer, TAG, peer, TAG);
            assertArrayEquals(numbers(rank), ForeignSegments.ints(received));
            world.Allreduce(sent, 0, received, 0, LENGTH, MPI.INT, MPI.SUM);
            assertArrayEquals(IntStream.range(0, LENGTH).map(i -> 2 * i + 1).toArray(), ForeignSegments.ints(received));
            world.Bcast(rank == 0 ? sent : received, 0, LENGTH, MPI.INT, 0);
            assertArrayEquals(numbers(0), ForeignSegments.ints(rank == 0 ? sent : received));
            world.Allgather(sent, 0, LENGTH / 2, MPI.INT, received, 0, LENGTH / 2, MPI.INT);
            assertEquals(1, ForeignSegments.ints(received)[LENGTH / 2]);
            byte[] packed = new byte[4 * LENGTH];
            MPI.COMM_SELF.Pack(sent, 0, LENGTH, MPI.INT, packed, 0);
            MPI.COMM_SELF.Unpack(packed, 0, received, 0, LENGTH, MPI.INT);
            Intracomm.Reduce_local(sent, 0, received, 0, LENGTH, MPI.INT, MPI.SUM);
            assertEquals(2 * ForeignSegments.ints(sent)[7], ForeignSegments.ints(received)[7]);
            if (!arenas.equals("ofAuto")) ((AutoCloseable) arena).close();
        });
    }

    @Test
    void arraysOfEveryTypeMayLieInSegments() {
        Jmpi.run(2, () -> {
            byte[] bytes = new byte[8];
            double[] doubles = new double[2];
            if (Talk.rank() == 0) {
                MPI.COMM_WORLD.Send(ForeignSegments.ofArray(new double[] {1, 2}), 0, 2, MPI.DOUBLE, 1, TAG);
                MPI.COMM_WORLD.Isend(ForeignSegments.ofArray(new byte[] {1, 2, 3, 4}), 0, 1, MPI.INT, 1, TAG)
                        .Wait();
            } else {
                MPI.COMM_WORLD.Recv(ForeignSegments.ofArray(doubles), 0, 2, MPI.DOUBLE, 0, TAG);
                assertArrayEquals(new double[] {1, 2}, doubles);
                MPI.COMM_WORLD.Irecv(ForeignSegments.ofArray(bytes), 1, 1, MPI.INT, 0, TAG)
                        .Wait();
                assertArrayEquals(new byte[] {0, 0, 0, 0, 1, 2, 3, 4}, bytes);
            }
        });
    }

    @Test
    void otherCallsTakeSegmentsThatAllThreadsMayAccess() {
        Jmpi.run(2, () -> {
            int peer = 1 - Talk.rank();
            try (AutoCloseable arena = ForeignSegments.arena("ofShared")) {
                Object sent = ForeignSegments.of(arena, numbers(Talk.rank()));
                Object received = ForeignSegments.of(arena, new int[LENGTH]);
                Request receive = MPI.COMM_WORLD.Irecv(received, 0, LENGTH, MPI.INT, peer, TAG);
                MPI.COMM_WORLD.Isend(sent, 0, LENGTH, MPI.INT, peer, TAG).Wait();
                receive.Wait();
                assertArrayEquals(numbers(peer), ForeignSegments.ints(received));
                MPI.COMM_WORLD.Iallreduce(sent, 0, received, 0, LENGTH, MPI.INT, MPI.MAX)
                        .Wait();
                assertArrayEquals(numbers(1), ForeignSegments.ints(received));
            }
            MPI.COMM_WORLD.Errhandler_set(MPI.ERRORS_RETURN);
            Object confined = ForeignSegments.allocate(ForeignSegments.arena("ofConfined"), 64);
            String why = refused(MPI.ERR_BUFFER, () -> MPI.COMM_WORLD.Isend(confined, 0, 1, MPI.INT, peer, TAG))
                    .getMessage();
            assertTrue(why.contains("confined to a thread") && why.contains("Arena.ofShared()"), why);
            refused(MPI.ERR_BUFFER, () -> MPI.COMM_WORLD.Irecv(confined, 0, 1, MPI.INT, peer, TAG));
            refused(MPI.ERR_BUFFER, () -> MPI.COMM_WORLD.Send_init(confined, 0, 1, MPI.INT, peer, TAG));
            refused(MPI.ERR_BUFFER, () -> MPI.COMM_WORLD.Ibcast(confined, 0, 1, MPI.INT, 0));
            Talk.assertUsable();
        });
    }

    @Test
    void aSegmentWithoutItsMemoryIsRefusedBeforeAnythingIsSent() {
        Jmpi.run(2, () -> {
            int peer = 1 - Talk.rank();
            MPI.COMM_WORLD.Errhandler_set(MPI.ERRORS_RETURN);
            AutoCloseable arena = ForeignSegments.arena("ofShared");
            Object closed = ForeignSegments.allocate(arena, 64);
            arena.close();
            String why = refused(MPI.ERR_BUFFER, () -> MPI.COMM_WORLD.Send(closed, 0, 1, MPI.INT, peer, TAG))
                    .getMessage();
            assertTrue(why.contains("arena of the segment is closed"), why);
            refused(MPI.ERR_BUFFER, () -> MPI.COMM_WORLD.Irecv(closed, 0, 1, MPI.INT, peer, TAG));
            Object foreign = CompletableFuture.supplyAsync(
                            () -> ForeignSegments.allocate(ForeignSegments.arena("ofConfined"), 64))
                    .join();
            why = refused(MPI.ERR_BUFFER, () -> MPI.COMM_WORLD.Recv(foreign, 0, 1, MPI.INT, peer, TAG))
                    .getMessage();
            assertTrue(why.contains("confined to another thread"), why);
            Object readOnly = ForeignSegments.asReadOnly(ForeignSegments.ofArray(new byte[8]));
            refused(MPI.ERR_BUFFER, () -> MPI.COMM_WORLD.Recv(readOnly, 0, 1, MPI.INT, peer, TAG));
            refused(MPI.ERR_COUNT, () -> MPI.COMM_WORLD.Send(readOnly, 0, 3, MPI.INT, peer, TAG));
            refused(MPI.ERR_TYPE, () -> MPI.COMM_WORLD.Send(readOnly, 0, 1, MPI.OBJECT, peer, TAG));
            Talk.assertUsable();
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {LENGTH, LONG_LENGTH})
    void anArenaThatIsClosedDuringAReceiveFailsTheReceive(int length) {
        Jmpi.run(2, () -> {
            MPI.COMM_WORLD.Errhandler_set(MPI.ERRORS_RETURN);
            if (Talk.rank() == 0) {
                Talk.awaitGoOn(1);
                MPI.COMM_WORLD.Send(new int[length], 0, length, MPI.INT, 1, TAG);
            } else {
                AutoCloseable arena = ForeignSegments.arena("ofShared");
                Object segment = ForeignSegments.allocate(arena, 4L * length);
                Request receive = MPI.COMM_WORLD.Irecv(segment, 0, length, MPI.INT, 0, TAG);
                arena.close();
                Talk.goOn(0);
                refused(MPI.ERR_BUFFER, receive::Wait);
            }
            Talk.assertUsable();
        });
    }

    @Test
    void anArenaThatIsClosedBeforeALongSendHasItsReceiveFailsTheSend() {
        Jmpi.run(2, () -> {
            MPI.COMM_WORLD.Errhandler_set(MPI.ERRORS_RETURN);
            if (Talk.rank() == 0) {
                AutoCloseable arena = ForeignSegments.arena("ofShared");
                Object segment = ForeignSegments.allocate(arena, 4L * LONG_LENGTH);
                Request send = MPI.COMM_WORLD.Isend(segment, 0, LONG_LENGTH, MPI.INT, 1, TAG);
                arena.close();
                Talk.goOn(1);
                refused(MPI.ERR_BUFFER, send::Wait);
            } else {
                Talk.awaitGoOn(0);
                receiveAny(LONG_LENGTH);
            }
            Talk.assertUsable();
        });
    }

    /** The send succeeds if all of it was read before, and fails otherwise. As many bytes arrive as were announced. */
    @Test
    void anArenaThatIsClosedWhileALongSendIsUnderWayHarmsThatSendAlone() {
        Jmpi.run(2, () -> {
            MPI.COMM_WORLD.Errhandler_set(MPI.ERRORS_RETURN);
            for (int round = 0; round < ROUNDS; round++) {
                if (Talk.rank() == 0) {
                    AutoCloseable arena = ForeignSegments.arena("ofShared");
                    Object segment = ForeignSegments.allocate(arena, 4L * LONG_LENGTH);
                    Request send = MPI.COMM_WORLD.Isend(segment, 0, LONG_LENGTH, MPI.INT, 1, TAG);
                    for (int i = 0; i < round; i++) send.Test();
                    closeOnceNoCallUses(arena);
                    try {
                        send.Wait();
                    } catch (MPIException e) {
                        assertEquals(MPI.ERR_BUFFER, e.Get_error_class(), e.getMessage());
                    }
                } else receiveAny(LONG_LENGTH);
            }
            Talk.assertUsable();
        });
    }

    private static void receiveAny(int length) {
        Status status = MPI.COMM_WORLD.Recv(new int[length], 0, length, MPI.INT, 0, TAG);
        assertEquals(length, status.Get_count(MPI.INT));
    }

    /** The JDK refuses to close an arena while a call of the system uses its memory. */
    private static void closeOnceNoCallUses(AutoCloseable arena) throws Exception {
        for (boolean closed = false; !closed; ) {
            try {
                arena.close();
                closed = true;
            } catch (IllegalStateException e) {
                Thread.onSpinWait();
            }
        }
    }

    /** A segment is longer than a buffer of {@code java.nio} can be; the message crosses from one piece to the next. */
    @Tag("full")
    @Test
    void aSegmentBeyondTwoGibibytes() {
        Jmpi.run(2, () -> {
            try (AutoCloseable arena = ForeignSegments.arena("ofShared")) {
                int edge = 1 << 27;
                if (Talk.rank() == 0) {
                    Object segment = ForeignSegments.allocate(arena, (1L << 31) + 64);
                    MPI.COMM_WORLD.Recv(segment, edge - 10, 20, MPI.DOUBLE, 1, TAG);
                    double[] received = new double[22];
                    Request self = MPI.COMM_WORLD.Irecv(received, 0, 22, MPI.DOUBLE, 0, TAG);
                    MPI.COMM_WORLD.Send(segment, edge - 11, 22, MPI.DOUBLE, 0, TAG);
                    self.Wait();
                    double[] expected = new double[22];
                    for (int i = 1; i < 21; i++) expected[i] = i;
                    assertArrayEquals(expected, received);
                } else {
                    ByteBuffer numbers = ByteBuffer.allocate(20 * Double.BYTES);
                    for (int i = 0; i < 20; i++) numbers.putDouble(i * Double.BYTES, i + 1);
                    MPI.COMM_WORLD.Send(numbers, 0, 20, MPI.DOUBLE, 0, TAG);
                }
            }
        });
    }
}
