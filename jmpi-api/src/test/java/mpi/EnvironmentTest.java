package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a program asks of the environment, and worlds that follow each other. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
@Tag("transports")
class EnvironmentTest {
    private static void beginAgain() {
        MPI.Finalize();
        MPI.Init(new String[0]);
    }

    // ---- Init and Finalize ----

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5})
    void worldsMayFollowEachOther(int ranks) {
        int[] all = IntStream.range(0, ranks).toArray();
        Jmpi.run(ranks, () -> {
            int afterTheFirst = 0;
            for (int world = 0; world < 20; world++) {
                assertTrue(MPI.Initialized());
                Talk.assertJoins(MPI.COMM_WORLD, all);
                Talk.assertJoins(MPI.COMM_SELF, Talk.rank());
                Intracomm clone = (Intracomm) MPI.COMM_WORLD.clone();
                Collective operation = Collective.values()[world % Collective.values().length];
                operation.check(clone, Kind.INT, 50, ranks - 1);
                operation.check(MPI.COMM_WORLD, Kind.OBJECT, 5, 0);
                beginAgain();
                if (world == 1) afterTheFirst = Talk.contexts();
            }
            assertEquals(afterTheFirst, Talk.contexts(), "contexts in use");
        });
    }

    @Test
    void communicatorsOfAFormerWorldAreRefused() {
        Jmpi.run(2, () -> {
            Intracomm clone = (Intracomm) MPI.COMM_WORLD.clone();
            Intracomm self = (Intracomm) MPI.COMM_SELF.clone();
            Cartcomm grid = MPI.COMM_WORLD.Create_cart(new int[] {2}, new boolean[1], false);
            Intercomm inter = MPI.COMM_WORLD.Create_intercomm(self, 0, 1 - Talk.rank(), 1);
            Group group = clone.Group();
            int[] one = new int[1];
            Prequest send = clone.Send_init(one, 0, 1, MPI.INT, 0, 0);
            Prequest receive = clone.Recv_init(one, 0, 1, MPI.INT, 0, 0);
            beginAgain();
            List<Executable> calls = new ArrayList<>();
            for (Comm comm : new Comm[] {clone, self, grid, inter}) {
                calls.add(comm::Rank);
                calls.add(comm::Size);
                calls.add(comm::clone);
                calls.add(comm::Free);
                calls.add(() -> comm.Attr_get(MPI.TAG_UB));
                calls.add(() -> comm.Send(one, 0, 1, MPI.INT, 0, 0));
                calls.add(() -> comm.Irecv(one, 0, 1, MPI.INT, MPI.ANY_SOURCE, 0));
                calls.add(() -> comm.Iprobe(0, 0));
                calls.add(() -> Comm.Compare(comm, MPI.COMM_WORLD));
            }
            calls.add(send::Start);
            calls.add(receive::Start);
            calls.add(clone::Barrier);
            calls.add(() -> clone.Split(0, 0));
            calls.add(() -> grid.Sub(new boolean[1]));
            calls.add(() -> inter.Merge(true));
            calls.add(() -> MPI.COMM_WORLD.Create_intercomm(self, 0, 1 - Talk.rank(), 1));
            for (Executable call : calls) Talk.assertFails(MPI.ERR_COMM, call, "before MPI.Finalize");
            assertEquals(MPI.IDENT, Group.Compare(group, MPI.COMM_WORLD.Group()));
            Talk.assertJoins(MPI.COMM_WORLD.Create(group), 0, 1);
        });
    }

    @Test
    void aWorldKnowsNothingOfTheFormerOne() {
        Jmpi.run(2, () -> {
            int peer = 1 - Talk.rank();
            MPI.COMM_WORLD.Attr_put(7, 70);
            MPI.COMM_WORLD.Errhandler_set(MPI.ERRORS_ARE_FATAL);
            MPI.Buffer_attach(new byte[1000]);
            MPI.COMM_WORLD.Bsend(new int[100], 0, 100, MPI.INT, peer, 1);
            MPI.COMM_WORLD.Recv(new int[100], 0, 100, MPI.INT, peer, 1);
            MPI.COMM_WORLD.Irecv(new int[1], 0, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
            beginAgain();
            assertEquals(MPI.UNDEFINED, MPI.COMM_WORLD.Attr_get(7));
            assertSame(MPI.ERRORS_RETURN, MPI.COMM_WORLD.Errhandler_get());
            Talk.assertFails(MPI.ERR_BUFFER, MPI::Buffer_detach, "no buffer is attached");
            byte[] buffer = new byte[4];
            MPI.Buffer_attach(buffer);
            MPI.COMM_WORLD.Bsend(new int[] {5}, 0, 1, MPI.INT, peer, 1);
            assertEquals(5, Talk.receive(MPI.ANY_SOURCE, MPI.ANY_TAG));
            assertSame(buffer, MPI.Buffer_detach());
        });
    }

    @Test
    void whatWasSentBeforeFinalizeStillArrives() {
        Jmpi.run(2, () -> {
            Object data = Kind.LONG.data(1, 100_000, 6);
            if (Talk.rank() == 0) {
                MPI.Buffer_attach(new byte[900_000]);
                MPI.COMM_WORLD.Bsend(data, 1, 100_000, MPI.LONG, 1, 1);
                MPI.COMM_WORLD.Isend(data, 1, 100_000, MPI.LONG, 1, 2).Free();
            } else
                for (int tag = 2; tag >= 1; tag--) {
                    Object room = Kind.LONG.guards(1, 100_000);
                    MPI.COMM_WORLD.Recv(room, 1, 100_000, MPI.LONG, 0, tag);
                    Kind.assertSame(data, room, "with tag " + tag);
                }
            beginAgain();
            Talk.assertJoins(MPI.COMM_WORLD, 0, 1);
        });
    }

    // ---- threads ----

    @Test
    void allLevelsOfThreadSupportAreGiven() {
        Jmpi.run(2, () -> {
            for (int level :
                    new int[] {MPI.THREAD_SINGLE, MPI.THREAD_FUNNELED, MPI.THREAD_SERIALIZED, MPI.THREAD_MULTIPLE}) {
                MPI.Finalize();
                assertEquals(MPI.THREAD_MULTIPLE, MPI.Init_thread(new String[0], level));
                MPI.Finalize();
                assertArrayEquals(
                        new String[] {"a", "b"}, MPI.initThread(level, MPI.THREAD_SINGLE, new String[] {"a", "b"}));
                assertEquals(MPI.THREAD_MULTIPLE, MPI.Query_thread());
                assertEquals(MPI.THREAD_MULTIPLE, MPI.queryThread());
                Talk.assertJoins(MPI.COMM_WORLD, 0, 1);
            }
            assertEquals(0, MPI.initThread(MPI.THREAD_SINGLE, 0, null).length);
            for (int level : new int[] {MPI.THREAD_SINGLE - 1, MPI.THREAD_MULTIPLE + 1}) {
                String inMessage = "required=" + level;
                Talk.assertFails(MPI.ERR_ARG, () -> MPI.Init_thread(new String[0], level), inMessage);
                Talk.assertFails(MPI.ERR_ARG, () -> MPI.initThread(level, 0, null), inMessage);
            }
        });
    }

    @Test
    void theMainThreadIsTheOneThatCalledInit() throws Exception {
        Jmpi.run(2, () -> {
            assertTrue(MPI.isMainThread());
            assertTrue(MPI.Is_thread_main());
            ThreadsTest.inThreads(1, thread -> {
                assertFalse(MPI.isMainThread());
                beginAgain();
                assertTrue(MPI.isMainThread());
                assertTrue(MPI.Is_thread_main());
            });
            assertFalse(MPI.isMainThread());
            MPI.Finalize();
            Talk.assertFails(MPI.ERR_OTHER, MPI::isMainThread, "MPI.Finalize");
            Talk.assertFails(MPI.ERR_OTHER, MPI::Query_thread, "MPI.Finalize");
        });
    }

    // ---- the machine ----

    @Test
    void clocksDoNotGoBack() {
        double[] samples = new double[20];
        for (int i = 0; i < samples.length; i++) samples[i] = MPI.Wtime();
        for (int i = 1; i < samples.length; i++) assertTrue(samples[i] >= samples[i - 1]);
        assertTrue(MPI.Wtick() > 0 && MPI.Wtick() <= 1e-3);
        long start = System.nanoTime();
        double from = MPI.Wtime();
        long begun = System.nanoTime();
        while (System.nanoTime() - begun < 2_000_000) Thread.onSpinWait();
        double to = MPI.Wtime();
        long passed = System.nanoTime() - start;
        assertTrue(to - from > 0.001 && to - from <= passed * 1e-9 + 1e-6, (to - from) + " s of " + passed + " ns");
    }

    @Test
    void everyRankNamesItsProcessorAndCountsTheCores() {
        String[] names = new String[3];
        Jmpi.run(3, () -> names[Talk.rank()] = MPI.Get_processor_name());
        assertNotNull(names[0]);
        assertFalse(names[0].isBlank());
        assertEquals(1, Arrays.stream(names).distinct().count());
        assertEquals(Runtime.getRuntime().availableProcessors(), MPI.NUM_OF_PROCESSORS);
    }

    // ---- a ByteBuffer for buffered sends ----

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aByteBufferGivesAsMuchRoomAsItHasLeft(boolean direct) {
        Jmpi.run(2, () -> {
            ByteBuffer buffer = direct ? ByteBuffer.allocateDirect(500) : ByteBuffer.allocate(500);
            buffer.position(20).limit(420);
            int peer = 1 - Talk.rank();
            MPI.Buffer_attach(buffer);
            int[] full = new int[100];
            int[] more = new int[101];
            Talk.assertFails(MPI.ERR_BUFFER, () -> MPI.COMM_WORLD.Bsend(more, 0, 101, MPI.INT, peer, 1), "404 bytes");
            Arrays.fill(full, -1);
            MPI.COMM_WORLD.Bsend(full, 0, 100, MPI.INT, peer, 1);
            int[] room = new int[100];
            MPI.COMM_WORLD.Recv(room, 0, 100, MPI.INT, peer, MPI.ANY_TAG);
            assertArrayEquals(full, room);
            Talk.assertFails(MPI.ERR_BUFFER, () -> MPI.Buffer_attach(ByteBuffer.allocate(1)), "attached already");
            assertEquals(400, MPI.Buffer_detach().length);
            assertEquals(20, buffer.position());
            assertEquals(420, buffer.limit());
            for (int i = 0; i < buffer.capacity(); i++) assertEquals(0, buffer.get(i < 420 ? i : 0));
            Talk.assertFails(MPI.ERR_BUFFER, () -> MPI.Buffer_attach((ByteBuffer) null), "null");
            Talk.assertFails(MPI.ERR_BUFFER, () -> MPI.Buffer_attach(buffer.asReadOnlyBuffer()), "read-only");
            Talk.assertFails(MPI.ERR_BUFFER, MPI::Buffer_detach, "no buffer");
        });
    }
}
