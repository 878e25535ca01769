package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Revoke while ranks are in calls of all kinds, and before. */
@Tag("transports")
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class RevokeTest {
    private static final int RANKS = 4;

    /** The number of elements of a message that is announced before it is sent. */
    private static final int LONG = 100_000;

    private static final int GUARD = -7;

    /** Calls that no other rank helps to complete, each in a communicator of its own. */
    private static final List<Consumer<Intracomm>> CALLS = List.of(
            comm -> comm.Recv(new int[1], 0, 1, MPI.INT, 0, 1),
            comm -> comm.Recv(new int[1], 0, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG),
            comm -> comm.Ssend(new int[1], 0, 1, MPI.INT, 0, 2),
            comm -> comm.Ssend(new int[LONG], 0, LONG, MPI.INT, 0, 3),
            comm -> comm.Probe(0, 4),
            comm -> comm.Sendrecv(
                    new int[LONG], 0, LONG, MPI.INT, 0, 5, new int[LONG], 0, LONG, MPI.INT, MPI.ANY_SOURCE, 5),
            Intracomm::Barrier,
            comm -> comm.Bcast(new int[LONG], 0, LONG, MPI.INT, 0),
            comm -> comm.Allreduce(new int[LONG], 0, new int[LONG], 0, LONG, MPI.INT, MPI.SUM),
            Comm::Dup,
            comm -> comm.Split(0, 0),
            comm -> comm.Ibarrier().Wait(),
            comm -> comm.Irecv(new int[1], 0, 1, MPI.INT, 0, 6).Wait(),
            comm -> comm.Issend(new int[LONG], 0, LONG, MPI.INT, 0, 7).Wait(),
            comm -> comm.Idup().Wait(),
            comm -> Request.Waitany(new Request[] {
                comm.Irecv(new int[1], 0, 1, MPI.INT, 1, 8), comm.Irecv(new int[1], 0, 1, MPI.INT, 0, 9)
            }),
            comm -> {
                Prequest barrier = comm.Barrier_init();
                barrier.Start();
                barrier.Wait();
            },
            comm -> {
                Prequest receive = comm.Recv_init(new int[1], 0, 1, MPI.INT, 0, 10);
                receive.Start();
                receive.Wait();
            });

    @Test
    void callsThatWaitEnd() {
        Jmpi.run(RANKS, () -> {
            for (int before : new int[] {0, 5})
                for (Consumer<Intracomm> call : CALLS) {
                    Intracomm comm = MPI.COMM_WORLD.Dup();
                    // From the fourth operation on ranks of one host share memory.
                    for (int i = 0; i < before; i++) comm.Barrier();
                    if (Talk.rank() == 0) {
                        for (int from = 1; from < RANKS; from++) Talk.awaitGoOn(from);
                        comm.Revoke();
                    } else {
                        Talk.goOn(0);
                        Talk.assertFails(MPI.ERR_REVOKED, () -> call.accept(comm), "revoked");
                    }
                    assertTrue(comm.Is_revoked());
                    MPI.COMM_WORLD.Barrier();
                    comm.Free();
                }
            Talk.assertUsable();
        });
    }

    @Test
    void laterCallsAreRefusedButForThoseThatNeedNoOther() {
        Jmpi.run(RANKS, () -> {
            Intracomm comm = MPI.COMM_WORLD.Dup();
            Prequest send = comm.Send_init(new int[1], 0, 1, MPI.INT, 0, 1);
            Prequest barrier = comm.Barrier_init();
            assertFalse(comm.Is_revoked());
            MPI.COMM_WORLD.Barrier();
            comm.Revoke();
            comm.Revoke();
            assertTrue(comm.Is_revoked());
            for (Consumer<Intracomm> call : CALLS) Talk.assertFails(MPI.ERR_REVOKED, () -> call.accept(comm));
            Talk.assertFails(MPI.ERR_REVOKED, () -> comm.Iprobe(0, 1));
            Talk.assertFails(MPI.ERR_REVOKED, send::Start);
            Talk.assertFails(MPI.ERR_REVOKED, barrier::Start);
            Talk.assertFails(MPI.ERR_REVOKED, () -> comm.Send(new int[1], 0, 1, MPI.INT, 0, 1));
            comm.Set_name("revoked");
            assertEquals("revoked", comm.Get_name());
            comm.Attr_get(MPI.TAG_UB);
            assertEquals(0, comm.Get_failed().Size());
            assertEquals(0, comm.Ack_failed(1));
            int[] flag = {~(1 << Talk.rank())};
            comm.Agree(flag);
            assertEquals(~15, flag[0]);
            comm.Iagree(flag).Wait();
            Crequest<? extends Intracomm> pending = comm.Ishrink();
            pending.Wait();
            Intracomm made = comm.Shrink();
            for (Intracomm each : List.of(pending.Newcomm(), made)) {
                assertFalse(each.Is_revoked());
                Talk.assertJoins(each, 0, 1, 2, 3);
                each.Free();
            }
            send.Free();
            barrier.Free();
            comm.Free();
            Talk.assertFails(MPI.ERR_COMM, comm::Revoke, "freed");
            Talk.assertFails(MPI.ERR_COMM, comm::Is_revoked, "freed");
        });
    }

    @Test
    void anIntercommunicatorIsRevokedInBothGroups() {
        Jmpi.run(RANKS, () -> {
            int side = Talk.rank() % 2;
            Intracomm half = MPI.COMM_WORLD.Split(side, 0);
            Intercomm inter = MPI.COMM_WORLD.Create_intercomm(half, 0, 1 - side, 1);
            for (Consumer<Intercomm> call : List.<Consumer<Intercomm>>of(
                    comm -> comm.Recv(new int[1], 0, 1, MPI.INT, 0, 1),
                    comm -> comm.Ssend(new int[1], 0, 1, MPI.INT, 0, 2),
                    Intercomm::Barrier,
                    comm -> comm.Merge(false),
                    Comm::Dup)) {
                Intercomm comm = inter.Shrink();
                if (Talk.rank() == 3) {
                    for (int from = 0; from < RANKS - 1; from++) Talk.awaitGoOn(from);
                    comm.Revoke();
                } else {
                    Talk.goOn(3);
                    Talk.assertFails(MPI.ERR_REVOKED, () -> call.accept(comm), "revoked");
                }
                assertTrue(comm.Is_revoked());
                MPI.COMM_WORLD.Barrier();
            }
            assertFalse(half.Is_revoked());
            half.Barrier();
        });
    }

    @Test
    void messagesThatComeLaterAreDropped() {
        Jmpi.run(2, () -> {
            int[] bytes = {1, 10, 1000, LONG};
            for (int round = 0; round < 200; round++) {
                Intracomm comm = MPI.COMM_WORLD.Dup();
                int length = bytes[round % bytes.length];
                if (Talk.rank() == 0) {
                    Talk.awaitGoOn(1);
                    comm.Revoke();
                    comm.Free();
                } else {
                    Talk.goOn(0);
                    try {
                        // More than the credit of a rank.
                        while (true) comm.Send(new int[length], 0, length, MPI.INT, 0, 1);
                    } catch (MPIException e) {
                        assertEquals(MPI.ERR_REVOKED, e.Get_error_class(), e.getMessage());
                    }
                    comm.Free();
                }
            }
            Talk.assertUsable();
        });
    }

    /** Ranks that are threads read long operands of each other where they lie. */
    @Test
    void noMemoryIsUsedAfterACallHasFailed() {
        Jmpi.run(RANKS, () -> {
            Random random = new Random(Talk.rank());
            List<int[]> failed = new ArrayList<>();
            for (int round = 0; round < 40; round++) {
                Intracomm comm = MPI.COMM_WORLD.Dup();
                int calls = random.nextInt(30);
                try {
                    for (int i = 0; ; i++) {
                        if (Talk.rank() == 0 && i == calls) comm.Revoke();
                        exchange(comm, i, failed);
                    }
                } catch (MPIException e) {
                    assertEquals(MPI.ERR_REVOKED, e.Get_error_class(), e.getMessage());
                }
                MPI.COMM_WORLD.Barrier();
                for (int[] each : failed)
                    for (int value : each) assertEquals(GUARD, value, "written after the failure");
                comm.Free();
                failed.clear();
            }
        });
    }

    private static void exchange(Intracomm comm, int number, List<int[]> failed) {
        int size = comm.Size();
        int length = number % 2 == 0 ? LONG : 10_000;
        int[] given = new int[length];
        int[] got = new int[number % 4 == 1 ? length * size : length];
        Arrays.fill(given, 1 + number);
        try {
            switch (number % 4) {
                case 0 -> comm.Allreduce(given, 0, got, 0, length, MPI.INT, MPI.SUM);
                case 1 -> comm.Allgather(given, 0, length, MPI.INT, got, 0, length, MPI.INT);
                case 2 -> comm.Bcast(got = given, 0, length, MPI.INT, number % size);
                default ->
                    comm.Sendrecv(
                            given,
                            0,
                            length,
                            MPI.INT,
                            (comm.Rank() + 1) % size,
                            1,
                            got,
                            0,
                            length,
                            MPI.INT,
                            (comm.Rank() + size - 1) % size,
                            1);
            }
        } catch (MPIException e) {
            Arrays.fill(given, GUARD);
            Arrays.fill(got, GUARD);
            failed.add(given);
            failed.add(got);
            throw e;
        }
        int expected = (number % 4 == 0 ? size : 1) * (1 + number);
        for (int value : got) assertEquals(expected, value, "read after the failure");
    }
}
