package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Collective operations in which one rank gives another count or type than the others: who receives what does not match
 * fails, nobody waits for ever, and the communicator goes on.
 */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
@Tag("full")
class MismatchTest {
    /** An operation with {@code count} items for each rank, in buffers of a type's array. */
    private interface Operation {
        void run(Intracomm comm, Object send, Object receive, int count, Datatype type);
    }

    private static Map<String, Operation> operations() {
        Map<String, Operation> all = new LinkedHashMap<>();
        all.put("Bcast", (c, a, b, n, type) -> c.Bcast(a, 0, n, type, 0));
        all.put("Gather", (c, a, b, n, type) -> c.Gather(a, 0, n, type, b, 0, n, type, 1));
        all.put("Gatherv", (c, a, b, n, type) -> c.Gatherv(a, 0, n, type, b, 0, each(n), places(n), type, 1));
        all.put("Scatter", (c, a, b, n, type) -> c.Scatter(a, 0, n, type, b, 0, n, type, 0));
        all.put("Scatterv", (c, a, b, n, type) -> c.Scatterv(a, 0, each(n), places(n), type, b, 0, n, type, 0));
        all.put("Allgather", (c, a, b, n, type) -> c.Allgather(a, 0, n, type, b, 0, n, type));
        all.put("Allgatherv", (c, a, b, n, type) -> c.Allgatherv(a, 0, n, type, b, 0, each(n), places(n), type));
        all.put("Alltoall", (c, a, b, n, type) -> c.Alltoall(a, 0, n, type, b, 0, n, type));
        all.put(
                "Alltoallv",
                (c, a, b, n, type) -> c.Alltoallv(a, 0, each(n), places(n), type, b, 0, each(n), places(n), type));
        all.put("Reduce", (c, a, b, n, type) -> c.Reduce(a, 0, b, 0, n, type, MPI.SUM, 1));
        all.put("Allreduce", (c, a, b, n, type) -> c.Allreduce(a, 0, b, 0, n, type, MPI.SUM));
        all.put("Scan", (c, a, b, n, type) -> c.Scan(a, 0, b, 0, n, type, MPI.SUM));
        all.put("Reduce_scatter", (c, a, b, n, type) -> c.Reduce_scatter(a, 0, b, 0, each(n), type, MPI.SUM));
        return all;
    }

    private static int[] each(int count) {
        int[] counts = new int[Talk.size()];
        Arrays.fill(counts, count);
        return counts;
    }

    private static int[] places(int distance) {
        int[] places = new int[Talk.size()];
        for (int i = 0; i < places.length; i++) places[i] = i * distance;
        return places;
    }

    /** Rank 0 differs from the others. */
    @ParameterizedTest
    @CsvSource({
        "2, 3, false",
        "3, 3, false",
        "5, 3, false",
        "4, 50000, false",
        "2, 3, true",
        "5, 3, true",
        "4, 50000, true"
    })
    void whatIsTooLongIsTruncatedAndWhatIsOfAnotherTypeIsRefused(int ranks, int count, boolean sharedMemory) {
        operations().forEach((name, operation) -> {
            run(name, ranks, sharedMemory, operation, count, count + 1, Kind.INT, MPI.ERR_TRUNCATE);
            run(name, ranks, sharedMemory, operation, count, count, Kind.FLOAT, MPI.ERR_TYPE);
        });
    }

    private static void run(
            String name,
            int ranks,
            boolean sharedMemory,
            Operation operation,
            int count,
            int ofZero,
            Kind kindOfZero,
            int errorClass) {
        AtomicInteger failures = new AtomicInteger();
        Jmpi.run(ranks, () -> {
            // After the first operations the ranks share memory.
            if (sharedMemory) for (int i = 0; i < 5; i++) MPI.COMM_WORLD.Barrier();
            boolean odd = Talk.rank() == 0;
            Kind kind = odd ? kindOfZero : Kind.INT;
            Object send = kind.data(0, ranks * (count + 1), 1);
            Object receive = kind.guards(0, ranks * (count + 1));
            try {
                operation.run(MPI.COMM_WORLD, send, receive, odd ? ofZero : count, kind.type);
            } catch (MPIException e) {
                assertEquals(errorClass, e.Get_error_class(), name + ": " + e.getMessage());
                failures.incrementAndGet();
            }
            BadInputTest.assertWorldUsable();
        });
        assertTrue(failures.get() > 0, name + ": nobody noticed");
    }
}
