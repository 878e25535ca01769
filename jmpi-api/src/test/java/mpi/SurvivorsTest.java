package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.util.ArrayList;
import java.util.List;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Agree and Shrink while no rank fails; jobs whose ranks fail are in jmpi-run. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class SurvivorsTest {
    private static List<Comm> communicators() {
        int me = Talk.rank();
        Intracomm side = MPI.COMM_WORLD.Split(me % 2, -me);
        return List.of(
                MPI.COMM_WORLD,
                MPI.COMM_SELF,
                side,
                MPI.COMM_WORLD.Create_cart(new int[] {5}, new boolean[1], false),
                MPI.COMM_WORLD.Create_intercomm(side, 0, me % 2 == 0 ? 3 : 4, 1));
    }

    @Test
    void allGetTheBitsThatAllSet() {
        Jmpi.run(5, () -> {
            for (Comm comm : communicators()) {
                int all = comm.Size() + (comm instanceof Intercomm inter ? inter.Remote_size() : 0);
                int[] flag = {~(1 << Talk.rank())};
                comm.Agree(flag);
                assertEquals(all, 32 - Integer.bitCount(flag[0]));
                int[] later = {Talk.rank() == 0 ? -1 : 6};
                Request request = comm.Iagree(later);
                int[] meanwhile = {3};
                comm.Agree(meanwhile);
                request.Wait();
                assertEquals(3, meanwhile[0]);
                assertEquals(comm.Rank() == 0 && all == 1 && Talk.rank() == 0 ? -1 : 6, later[0]);
            }
        });
    }

    @Test
    void withoutAFailureShrinkMakesACommunicatorOfTheSameRanks() {
        Jmpi.run(5, () -> {
            for (Comm comm : communicators()) {
                Comm made = comm.Shrink();
                Crequest<? extends Comm> request = comm.Ishrink();
                request.Wait();
                for (Comm each : List.of(made, request.Newcomm())) {
                    assertEquals(MPI.CONGRUENT, Comm.Compare(comm, each));
                    assertEquals(comm instanceof Intercomm, each.Test_inter());
                    assertEquals(MPI.UNDEFINED, each.Topo_test());
                    int peer = (each.Rank() + 1) % each.Size();
                    if (each instanceof Intracomm intra) {
                        int[] got = new int[1];
                        intra.Sendrecv(new int[] {7}, 0, 1, MPI.INT, peer, 1, got, 0, 1, MPI.INT, MPI.ANY_SOURCE, 1);
                        assertEquals(7, got[0]);
                    }
                    each.Free();
                }
            }
        });
    }

    @Test
    void manyAreUnderWayAtATime() {
        Jmpi.run(4, () -> {
            List<Crequest<? extends Intracomm>> requests = new ArrayList<>();
            for (int i = 0; i < 20; i++) requests.add(MPI.COMM_WORLD.Ishrink());
            Request.Waitall(requests.toArray(new Request[0]));
            for (Crequest<? extends Intracomm> each : requests) {
                int[] sum = new int[1];
                each.Newcomm().Allreduce(new int[] {1}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
                assertEquals(4, sum[0]);
            }
        });
    }

    @Test
    void nothingHasFailed() {
        Jmpi.run(2, () -> {
            assertEquals(0, MPI.COMM_WORLD.Get_failed().Size());
            assertEquals(0, MPI.COMM_WORLD.Ack_failed(5));
            assertEquals(0, MPI.COMM_WORLD.Ack_failed(-1));
        });
    }

    @Test
    void argumentsThatAreNotValidAreRefused() {
        Jmpi.run(1, () -> {
            for (int[] flag : new int[][] {null, {}})
                for (Runnable call :
                        List.<Runnable>of(() -> MPI.COMM_WORLD.Agree(flag), () -> MPI.COMM_WORLD.Iagree(flag)))
                    Talk.assertFails(MPI.ERR_ARG, call::run, "flag");
            Request request = MPI.COMM_WORLD.Iagree(new int[1]);
            request.Wait();
            assertTrue(request.Is_null());
            Intracomm freed = MPI.COMM_WORLD.Dup();
            freed.Free();
            Talk.assertFails(MPI.ERR_COMM, freed::Shrink, "freed");
        });
    }
}
