package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/** Collective operations that a program uses as it must not: each call says so, and harms nothing else. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
@Tag("transports")
class CollectiveMisuseTest {
    private static final int[] ONES = {1, 1};
    private static final int[] STARTS = {0, 1};
    private static final Datatype[] INTS = {MPI.INT, MPI.INT};

    private static Prequest sum(Intracomm comm, int[] into, int count) {
        return comm.Allreduce_init(new int[] {1, 1}, 0, into, 0, count, MPI.INT, MPI.SUM);
    }

    @Test
    void aRequestUnderWayIsNeitherStartedNorCancelledNorFreed() {
        Jmpi.run(2, () -> {
            if (Talk.rank() == 1) Talk.awaitGoOn(0);
            Request started = MPI.COMM_WORLD.Ibarrier();
            Prequest prepared = MPI.COMM_WORLD.Barrier_init();
            prepared.Start();
            Talk.assertFails(MPI.ERR_REQUEST, prepared::Start, "under way");
            Talk.assertFails(MPI.ERR_REQUEST, () -> Prequest.Startall(new Prequest[] {prepared}), "under way");
            for (Request each : new Request[] {started, prepared}) {
                Talk.assertFails(MPI.ERR_REQUEST, each::Cancel, "collective operation", "arrier");
                Talk.assertFails(MPI.ERR_REQUEST, each::Free, "collective operation", "arrier");
            }
            if (Talk.rank() == 0) Talk.goOn(1);
            Request.Waitall(new Request[] {started, prepared});
            prepared.Free();
            Talk.assertFails(MPI.ERR_REQUEST, prepared::Start, "freed");
            Talk.assertFails(MPI.ERR_REQUEST, prepared::Free, "freed");
            BadInputTest.assertWorldUsable();
        });
    }

    @Test
    void preparedOperationsThatDoNotMatchFailAndServeTheOthers() {
        Jmpi.run(2, () -> {
            int[] into = new int[2];
            Prequest differs = sum(MPI.COMM_WORLD, into, 1 + Talk.rank());
            for (int round = 0; round < 2; round++) {
                differs.Start();
                MPIException failure = null;
                try {
                    differs.Wait();
                } catch (MPIException e) {
                    failure = e;
                }
                if (Talk.rank() == 0) assertEquals(MPI.ERR_TRUNCATE, failure.Get_error_class());
                if (failure != null)
                    assertTrue(failure.getMessage().contains("Allreduce_init: rank "), failure::toString);
            }
            differs.Free();
            BadInputTest.assertWorldUsable();
        });
    }

    @Test
    void aPreparedOperationOfAFreedCommunicatorIsNotStartedAgain() {
        Jmpi.run(2, () -> {
            int before = Talk.contexts();
            Intracomm comm = (Intracomm) MPI.COMM_WORLD.clone();
            int[] into = new int[1];
            Prequest collective = sum(comm, into, 1);
            Prequest message = comm.Send_init(into, 0, 1, MPI.INT, 0, 0);
            collective.Start();
            comm.Free();
            collective.Wait();
            assertEquals(2, into[0]);
            for (Prequest prepared : new Prequest[] {collective, message}) {
                Talk.assertFails(MPI.ERR_COMM, prepared::Start, "communicator has been freed");
                prepared.Free();
            }
            assertEquals(before, Talk.contexts(), "contexts in use");
        });
    }

    @Test
    void operationsOutliveTheFreedCommunicator() {
        Jmpi.run(2, () -> {
            BadInputTest.assertWorldUsable();
            int before = Talk.contexts();
            Intracomm comm = (Intracomm) MPI.COMM_WORLD.clone();
            // Its ranks share memory by then, if they can.
            for (int i = 0; i < 5; i++) comm.Barrier();
            int[][] sums = new int[20][1];
            Request[] requests = new Request[20];
            if (Talk.rank() == 1) Talk.awaitGoOn(0);
            for (int i = 0; i < requests.length; i++)
                requests[i] = comm.Iallreduce(new int[] {i}, 0, sums[i], 0, 1, MPI.INT, MPI.SUM);
            comm.Free();
            Talk.assertFails(MPI.ERR_COMM, comm::Barrier, "freed");
            Talk.assertFails(MPI.ERR_COMM, comm::Ibarrier, "freed");
            Talk.assertFails(MPI.ERR_COMM, comm::Barrier_init, "freed");
            if (Talk.rank() == 0) Talk.goOn(1);
            Request.Waitall(requests);
            for (int i = 0; i < requests.length; i++) assertEquals(2 * i, sums[i][0]);
            assertEquals(before, Talk.contexts(), "contexts in use");
        });
    }

    private static Map<String, Executable> inPlaceCalls(Intracomm comm) {
        Object inPlace = MPI.IN_PLACE;
        int[] all = new int[2];
        int me = Talk.rank();
        Map<String, Executable> calls = new LinkedHashMap<>();
        calls.put("Bcast", () -> comm.Bcast(inPlace, 0, 1, MPI.INT, 0));
        calls.put("Bcast of nothing", () -> comm.Bcast(inPlace, 0, 0, MPI.INT, 0));
        calls.put("Bcast of objects", () -> comm.Bcast(inPlace, 0, 1, MPI.OBJECT, me));
        calls.put("Ibcast", () -> comm.Ibcast(inPlace, 0, 1, MPI.INT, 0));
        calls.put("Bcast_init", () -> comm.Bcast_init(inPlace, 0, 1, MPI.INT, 0));
        calls.put("Gather elsewhere", () -> comm.Gather(inPlace, 0, 1, MPI.INT, null, 0, 0, null, 1 - me));
        calls.put("Gather into", () -> comm.Gather(all, 0, 1, MPI.INT, inPlace, 0, 1, MPI.INT, me));
        calls.put("Gather both", () -> comm.Gather(inPlace, 0, 1, MPI.INT, inPlace, 0, 1, MPI.INT, me));
        calls.put("Gatherv", () -> comm.Gatherv(all, 0, 1, MPI.INT, inPlace, 0, ONES, STARTS, MPI.INT, me));
        calls.put("Scatter elsewhere", () -> comm.Scatter(null, 0, 0, null, inPlace, 0, 1, MPI.INT, 1 - me));
        calls.put("Scatter from", () -> comm.Scatter(inPlace, 0, 1, MPI.INT, all, 0, 1, MPI.INT, me));
        calls.put("Scatter both", () -> comm.Scatter(inPlace, 0, 1, MPI.INT, inPlace, 0, 1, MPI.INT, me));
        calls.put("Scatterv", () -> comm.Scatterv(inPlace, 0, ONES, STARTS, MPI.INT, all, 0, 1, MPI.INT, me));
        calls.put("Allgather", () -> comm.Allgather(all, 0, 1, MPI.INT, inPlace, 0, 1, MPI.INT));
        calls.put("Allgather both", () -> comm.Allgather(inPlace, 0, 1, MPI.INT, inPlace, 0, 1, MPI.INT));
        calls.put("Allgatherv", () -> comm.Allgatherv(all, 0, 1, MPI.INT, inPlace, 0, ONES, STARTS, MPI.INT));
        calls.put("Alltoall", () -> comm.Alltoall(all, 0, 1, MPI.INT, inPlace, 0, 1, MPI.INT));
        calls.put("Alltoallv", () -> comm.Alltoallv(all, 0, ONES, STARTS, MPI.INT, inPlace, 0, ONES, STARTS, MPI.INT));
        calls.put("Alltoallw", () -> comm.Alltoallw(all, 0, ONES, STARTS, INTS, inPlace, 0, ONES, STARTS, INTS));
        calls.put("Reduce elsewhere", () -> comm.Reduce(inPlace, 0, null, 0, 1, MPI.INT, MPI.SUM, 1 - me));
        calls.put("Reduce into", () -> comm.Reduce(all, 0, inPlace, 0, 1, MPI.INT, MPI.SUM, me));
        calls.put("Allreduce", () -> comm.Allreduce(all, 0, inPlace, 0, 1, MPI.INT, MPI.SUM));
        calls.put("Allreduce of nothing", () -> comm.Allreduce(all, 0, inPlace, 0, 0, MPI.INT, MPI.SUM));
        calls.put("Allreduce both", () -> comm.Allreduce(inPlace, 0, inPlace, 0, 1, MPI.INT, MPI.SUM));
        calls.put("Iallreduce", () -> comm.Iallreduce(all, 0, inPlace, 0, 1, MPI.INT, MPI.SUM));
        calls.put("Allreduce_init", () -> comm.Allreduce_init(all, 0, inPlace, 0, 1, MPI.INT, MPI.SUM));
        calls.put("Reduce_scatter", () -> comm.Reduce_scatter(all, 0, inPlace, 0, ONES, MPI.INT, MPI.SUM));
        calls.put("Reduce_scatter_block", () -> comm.Reduce_scatter_block(all, 0, inPlace, 0, 1, MPI.INT, MPI.SUM));
        calls.put("Scan", () -> comm.Scan(all, 0, inPlace, 0, 1, MPI.INT, MPI.SUM));
        return calls;
    }

    private static Map<String, Executable> inPlaceCalls(Cartcomm ring, Intercomm inter) {
        Object inPlace = MPI.IN_PLACE;
        int[] all = new int[2];
        Map<String, Executable> calls = new LinkedHashMap<>();
        calls.put("Neighbor_allgather", () -> ring.Neighbor_allgather(inPlace, 0, 1, MPI.INT, all, 0, 1, MPI.INT));
        calls.put("Neighbor_alltoall", () -> ring.Neighbor_alltoall(all, 0, 1, MPI.INT, inPlace, 0, 1, MPI.INT));
        calls.put("Ineighbor", () -> ring.Ineighbor_alltoall(all, 0, 1, MPI.INT, inPlace, 0, 1, MPI.INT));
        calls.put("Neighbor_init", () -> ring.Neighbor_alltoall_init(inPlace, 0, 1, MPI.INT, all, 0, 1, MPI.INT));
        calls.put("Allreduce between groups", () -> inter.Allreduce(inPlace, 0, all, 0, 1, MPI.INT, MPI.SUM));
        calls.put("Alltoall between groups", () -> inter.Alltoall(all, 0, 1, MPI.INT, inPlace, 0, 1, MPI.INT));
        calls.put("Bcast between groups", () -> inter.Bcast(inPlace, 0, 1, MPI.INT, MPI.ROOT));
        calls.put("Scatter between", () -> inter.Scatter(inPlace, 0, 1, MPI.INT, null, 0, 0, null, MPI.ROOT));
        return calls;
    }

    /** Rank 1 makes each call alone. */
    @Test
    void aBufferInPlaceIsRefusedWhereThereMustBeAnArray() {
        Jmpi.run(2, () -> {
            Cartcomm ring = MPI.COMM_WORLD.Create_cart(new int[] {2}, new boolean[] {true}, false);
            Intercomm inter = MPI.COMM_WORLD.Create_intercomm(MPI.COMM_SELF, 0, 1 - Talk.rank(), 3);
            Map<String, Executable> calls = inPlaceCalls(MPI.COMM_WORLD);
            calls.putAll(inPlaceCalls(ring, inter));
            if (Talk.rank() == 1)
                calls.forEach((name, call) -> {
                    MPIException refused = Talk.assertFails(MPI.ERR_BUFFER, call, "MPI.IN_PLACE");
                    assertTrue(!refused.getMessage().contains("jmpi"), name + ": " + refused.getMessage());
                });
            ring.Barrier();
            inter.Barrier();
            BadInputTest.assertWorldUsable();
        });
    }

    /** Returns the lines that ranks print on standard error. */
    private static List<String> lines(Jmpi.Body body) {
        PrintStream before = System.err;
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
        try {
            Jmpi.run(2, body);
        } finally {
            System.setErr(before);
        }
        return err.toString(StandardCharsets.UTF_8).lines().sorted().toList();
    }

    @Test
    void finalizeNamesAnOperationThatIsNotComplete() {
        List<String> lines = lines(() -> {
            Intracomm comm = (Intracomm) MPI.COMM_WORLD.clone();
            if (Talk.rank() == 1) return;
            comm.Ibarrier();
            sum(comm, new int[1], 1).Start();
        });
        assertEquals(2, lines.size(), lines::toString);
        for (String line : lines) assertTrue(line.startsWith("jmpi: rank 0: MPI.Finalize ends "), line);
        assertTrue(lines.get(0).contains(" Allreduce_init on communicator "), lines.get(0));
        assertTrue(lines.get(1).contains(" Ibarrier on communicator "), lines.get(1));
    }

    @Test
    void aSecondThreadIsNamedAndTheFirstOneIsServed() {
        Jmpi.run(2, () -> {
            if (Talk.rank() == 1) {
                Talk.awaitGoOn(0);
                MPI.COMM_WORLD.Bcast(new int[] {7}, 0, 1, MPI.INT, 1);
                return;
            }
            int[] own = {-1};
            int[] other = {-1};
            Runnable bcast = () -> MPI.COMM_WORLD.Bcast(own, 0, 1, MPI.INT, 1);
            Thread first = new Thread(Jmpi.bind(bcast), "first");
            first.start();
            while (Ranks.current().process().engine().leader().waits().isEmpty()) Thread.onSpinWait();
            for (Executable call : List.<Executable>of(
                    () -> MPI.COMM_WORLD.Bcast(other, 0, 1, MPI.INT, 1),
                    () -> MPI.COMM_WORLD.clone(),
                    () -> MPI.COMM_WORLD.Split(0, 0)))
                Talk.assertFails(MPI.ERR_OTHER, call, "while thread first is in Bcast(root=1");
            Talk.goOn(1);
            first.join();
            assertEquals(7, own[0]);
            assertEquals(-1, other[0]);
        });
    }

    @Test
    void anOperatorMakesNoCollectiveCallOfItsCommunicator() {
        Jmpi.run(2, () -> {
            Op calls = new Op(
                    new User_function() {
                        @Override
                        public void Call(Object in, int inAt, Object inout, int at, int count, Datatype type) {
                            MPI.COMM_WORLD.clone();
                        }
                    },
                    true);
            Talk.assertFails(
                    MPI.ERR_OTHER,
                    () -> MPI.COMM_WORLD.Allreduce(new int[1], 0, new int[1], 0, 1, MPI.INT, calls),
                    "an operator calls none");
            BadInputTest.assertWorldUsable();
        });
    }
}
