package mpi;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/** Blocking collective operations by messages allocate nothing once their schedules are known. */
@Timeout(300)
@Tag("full")
@Tag("transports")
@DisabledIfSystemProperty(named = "jmpi.run.transport", matches = "rmi") // a remote call allocates as it likes
class CollectivesAllocationTest {
    private static final String SHARED_RANKS = "jmpi.coll.shared.ranks";
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int WARM_UP = 20_000;
    private static final int SERIES = 100;
    private static final int CALLS = 100;

    /** The bytes that a call may allocate on average: less than any object has. */
    private static final double MOST = 8;

    @Test
    void callsByMessagesAllocateNothing() {
        System.setProperty(SHARED_RANKS, "0");
        try {
            Jmpi.run(2, () -> {
                double[] give = new double[2];
                double[] take = new double[2];
                int[] counts = {1, 1};
                int[] places = {0, 1};
                Datatype[] types = {MPI.DOUBLE, MPI.DOUBLE};
                Intracomm comm = MPI.COMM_WORLD;
                Map<String, Runnable> calls = new LinkedHashMap<>();
                calls.put("Barrier", comm::Barrier);
                calls.put("Bcast", () -> comm.Bcast(give, 0, 1, MPI.DOUBLE, 1));
                calls.put("Reduce", () -> comm.Reduce(give, 0, take, 0, 1, MPI.DOUBLE, MPI.SUM, 0));
                calls.put("Allreduce", () -> comm.Allreduce(give, 0, take, 1, 1, MPI.DOUBLE, MPI.SUM));
                calls.put("Reduce_scatter", () -> comm.Reduce_scatter(give, 0, take, 0, counts, MPI.DOUBLE, MPI.SUM));
                calls.put(
                        "Reduce_scatter_block",
                        () -> comm.Reduce_scatter_block(give, 0, take, 0, 1, MPI.DOUBLE, MPI.SUM));
                calls.put("Scan", () -> comm.Scan(give, 0, take, 0, 1, MPI.DOUBLE, MPI.SUM));
                calls.put("Gather", () -> comm.Gather(give, 0, 1, MPI.DOUBLE, take, 0, 1, MPI.DOUBLE, 0));
                calls.put("Scatter", () -> comm.Scatter(give, 0, 1, MPI.DOUBLE, take, 0, 1, MPI.DOUBLE, 0));
                calls.put("Exscan", () -> comm.Exscan(give, 0, take, 0, 1, MPI.DOUBLE, MPI.SUM));
                calls.put(
                        "Gatherv", () -> comm.Gatherv(give, 0, 1, MPI.DOUBLE, take, 0, counts, places, MPI.DOUBLE, 0));
                calls.put(
                        "Scatterv",
                        () -> comm.Scatterv(give, 0, counts, places, MPI.DOUBLE, take, 0, 1, MPI.DOUBLE, 0));
                calls.put("Allgather", () -> comm.Allgather(give, 0, 1, MPI.DOUBLE, take, 0, 1, MPI.DOUBLE));
                calls.put(
                        "Allgatherv",
                        () -> comm.Allgatherv(give, 0, 1, MPI.DOUBLE, take, 0, counts, places, MPI.DOUBLE));
                calls.put("Alltoall", () -> comm.Alltoall(give, 0, 1, MPI.DOUBLE, take, 0, 1, MPI.DOUBLE));
                calls.put(
                        "Alltoallv",
                        () -> comm.Alltoallv(give, 0, counts, places, MPI.DOUBLE, take, 0, counts, places, MPI.DOUBLE));
                calls.put(
                        "Alltoallw",
                        () -> comm.Alltoallw(give, 0, counts, places, types, take, 0, counts, places, types));
                for (int i = 0; i < WARM_UP; i++) calls.values().forEach(Runnable::run);
                Map<String, Double> bytes = new LinkedHashMap<>();
                calls.forEach((name, call) -> bytes.put(name, least(call)));
                bytes.forEach((name, ofCall) ->
                        assertTrue(ofCall < MOST, "a call of " + name + " allocates " + ofCall + " bytes: " + bytes));
            });
        } finally {
            System.clearProperty(SHARED_RANKS);
        }
    }

    /** Returns the bytes of a call in the best of many short series: a rank that falls behind keeps what has come. */
    private static double least(Runnable call) {
        long least = Long.MAX_VALUE;
        for (int series = 0; series < SERIES; series++) {
            MPI.COMM_WORLD.Barrier();
            long before = allocated();
            for (int i = 0; i < CALLS; i++) call.run();
            least = Math.min(least, allocated() - before);
        }
        return (double) least / CALLS;
    }

    private static long allocated() {
        return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
    }
}
