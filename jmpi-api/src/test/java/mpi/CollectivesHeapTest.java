package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many collective operations in flight leave nothing behind. */
@Tag("full")
@Timeout(value = 300, threadMode = SEPARATE_THREAD)
class CollectivesHeapTest {
    private static final int ROUNDS = 20;

    /**
     * So many bytes for each operation are none that it leaves: the unexpected messages are kept for reuse, as many as
     * there ever were at once.
     */
    private static final long NOISE = 40;

    /** Returns the bytes that are in use when the garbage collector finds nothing more to free. */
    private static long used() {
        Runtime runtime = Runtime.getRuntime();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            System.gc();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }

    /** Has several operations of each communicator in flight at once, and checks each result. */
    private static void reduce(List<Intracomm> comms, int each) {
        int ranks = Talk.size();
        int sumOfRanks = ranks * (ranks - 1) / 2;
        Request[] requests = new Request[comms.size() * each];
        int[][] sums = new int[requests.length][1];
        for (int i = 0; i < requests.length; i++)
            requests[i] =
                    comms.get(i / each).Iallreduce(new int[] {Talk.rank() + i}, 0, sums[i], 0, 1, MPI.INT, MPI.SUM);
        Request.Waitall(requests);
        for (int i = 0; i < sums.length; i++) assertEquals(sumOfRanks + ranks * i, sums[i][0], "operation " + i);
    }

    private static List<Intracomm> copies(int count) {
        List<Intracomm> copies = new ArrayList<>();
        for (int i = 0; i < count; i++) copies.add((Intracomm) MPI.COMM_WORLD.clone());
        return copies;
    }

    /**
     * Runs rounds, and compares the most that one of the first ten leaves with the least that one of the last five
     * leaves: what is kept for reuse differs from round to round.
     */
    private static void assertNoGrowth(String what, int operations, Runnable round) {
        Jmpi.run(2, () -> {
            long[] bytes = new long[ROUNDS];
            for (int i = 0; i < ROUNDS; i++) {
                round.run();
                MPI.COMM_WORLD.Barrier();
                if (Talk.rank() == 0) bytes[i] = used();
                MPI.COMM_WORLD.Barrier();
            }
            if (Talk.rank() != 0) return;
            String figures = what + ": bytes in use after each round: " + Arrays.toString(bytes);
            System.out.println(figures);
            long most = Arrays.stream(bytes).limit(10).max().getAsLong();
            long least = Arrays.stream(bytes).skip(ROUNDS - 5).min().getAsLong();
            assertTrue(least - most < 6L * Talk.size() * operations * NOISE, figures);
        });
    }

    @Test
    void aThousandOperationsOfOneCommunicator() {
        assertNoGrowth("1,000 on one communicator", 1000, () -> reduce(List.of(MPI.COMM_WORLD), 1000));
    }

    @Test
    void aHundredOperationsOfEachOfAHundredCommunicators() {
        assertNoGrowth("100 on each of 100 communicators", 100 * 100, () -> {
            List<Intracomm> comms = copies(100);
            reduce(comms, 100);
            comms.forEach(Intracomm::Free);
        });
    }

    @Test
    void communicatorsThatAreFreedWhileTheirOperationsAreInFlight() {
        assertNoGrowth("100 communicators freed before Waitall", 100, () -> {
            List<Intracomm> comms = copies(100);
            int[][] sums = new int[comms.size()][1];
            Request[] requests = new Request[comms.size()];
            for (int i = 0; i < requests.length; i++) {
                requests[i] = comms.get(i).Iallreduce(new int[] {i}, 0, sums[i], 0, 1, MPI.INT, MPI.SUM);
                comms.get(i).Free();
            }
            Request.Waitall(requests);
            for (int i = 0; i < sums.length; i++) assertEquals(2 * i, sums[i][0]);
        });
    }
}
