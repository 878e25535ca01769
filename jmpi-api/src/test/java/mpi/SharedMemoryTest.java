package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Collective operations of ranks that share memory, one after the other, in every order and at every pace. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
@Tag("transports")
class SharedMemoryTest {
    private static final int[] COUNTS = {0, 1, 7, 300, 5000};
    private static final Kind[] KINDS = {Kind.BYTE, Kind.INT, Kind.DOUBLE, Kind.SHORT, Kind.OBJECT};
    private static final int ROUNDS = 60;

    /** From how many bytes on ranks of one JVM read from each other's arrays. */
    private static final String EXPOSED = "jmpi.coll.shared.published";

    @AfterEach
    void exposeAsUsual() {
        System.clearProperty(EXPOSED);
    }

    @ParameterizedTest(name = "{0} ranks")
    @ValueSource(ints = {2, 3, 4, 5, 8, 13})
    void operationsInAnyOrderDoNotMix(int ranks) {
        Jmpi.run(ranks, () -> callAtRandom(ranks, ROUNDS));
    }

    @ParameterizedTest(name = "{0} ranks")
    @ValueSource(ints = {2, 3, 5, 8})
    void operationsOfWhichRanksExposeTheBlocksDoNotMix(int ranks) {
        System.setProperty(EXPOSED, "1000");
        Jmpi.run(ranks, () -> callAtRandom(ranks, ROUNDS));
    }

    @Tag("stress")
    @Timeout(value = 600, threadMode = SEPARATE_THREAD)
    @ParameterizedTest(name = "{0} ranks")
    @ValueSource(ints = {2, 3, 4, 5, 8, 13, 16})
    void manyOperationsInAnyOrderDoNotMix(int ranks) {
        Jmpi.run(ranks, () -> callAtRandom(ranks * 31, 3000));
    }

    /** Every rank draws the same operations, and delays of its own, so that some ranks block before others come. */
    private static void callAtRandom(long seed, int rounds) {
        Random common = new Random(seed);
        Random own = new Random(seed + 1 + Talk.rank());
        Intracomm comm = MPI.COMM_WORLD;
        for (int round = 0; round < rounds; round++) {
            delay(own.nextInt(100));
            Collective operation = Collective.values()[common.nextInt(Collective.values().length)];
            Kind kind = KINDS[common.nextInt(KINDS.length)];
            int count = COUNTS[common.nextInt(COUNTS.length)];
            operation.check(comm, kind, kind == Kind.OBJECT ? Math.min(count, 7) : count, common.nextInt(comm.Size()));
            if (common.nextInt(20) == 0) comm = next(comm, common.nextBoolean());
        }
        if (comm != MPI.COMM_WORLD) comm.Free();
        MPI.COMM_WORLD.Barrier();
    }

    private static void delay(int number) {
        if (number < 20) Thread.yield();
        else if (number < 24) LockSupport.parkNanos(3_000_000);
    }

    /** Goes on with a communicator of the same ranks, perhaps in another order; it frees the one it had. */
    private static Intracomm next(Intracomm comm, boolean reverse) {
        Intracomm next = reverse ? comm.Split(0, -comm.Rank()) : (Intracomm) comm.clone();
        if (comm != MPI.COMM_WORLD) comm.Free();
        return next;
    }

    @Test
    void sumsHaveTheSameBitsAtEveryRank() {
        for (int ranks : new int[] {2, 3, 4, 5, 8})
            Jmpi.run(ranks, () -> {
                for (int count : new int[] {1, 30, 5000, 100_000}) {
                    double[] sum = new double[count];
                    double[] own =
                            new Random(Talk.rank()).doubles(count, -1e9, 1e-9).toArray();
                    for (int i = 0; i < 3; i++) MPI.COMM_WORLD.Allreduce(own, 0, sum, 0, count, MPI.DOUBLE, MPI.SUM);
                    double[] ofRoot = sum.clone();
                    MPI.COMM_WORLD.Bcast(ofRoot, 0, count, MPI.DOUBLE, 0);
                    assertArrayEquals(ofRoot, sum);
                }
            });
    }

    /** What a rank sends may be where it receives, if that is what the operation leaves there. */
    @Test
    void anOperandMayLieInTheResult() {
        Jmpi.run(3, () -> {
            for (int count : new int[] {10, 50_000, 10, 50_000}) {
                int[] both = new int[count + 1];
                Arrays.fill(both, 1 + Talk.rank());
                MPI.COMM_WORLD.Allreduce(both, 0, both, 1, count, MPI.INT, MPI.SUM);
                int[] expected = new int[count + 1];
                Arrays.fill(expected, 6);
                expected[0] = 1 + Talk.rank();
                assertArrayEquals(expected, both);
            }
        });
    }

    @Test
    void theArraysOfARankAreItsOwnAgainAfterTheCall() {
        System.setProperty(EXPOSED, "1000");
        Jmpi.run(3, () -> {
            Intracomm comm = MPI.COMM_WORLD;
            int count = 2000;
            int all = comm.Size() * count;
            int[] give = new int[all];
            int[] get = new int[all];
            Random delays = new Random(comm.Rank());
            for (int round = 1; round <= 100; round++) {
                int root = round % comm.Size();
                delay(delays.nextInt(60));
                Arrays.fill(give, round);
                comm.Allgather(give, 0, count, MPI.INT, get, 0, count, MPI.INT);
                assertOwn(give, get, all, round);
                delay(delays.nextInt(60));
                Arrays.fill(give, round);
                comm.Alltoall(give, 0, count, MPI.INT, get, 0, count, MPI.INT);
                assertOwn(give, get, all, round);
                delay(delays.nextInt(60));
                Arrays.fill(give, round);
                comm.Scatter(give, 0, count, MPI.INT, get, 0, count, MPI.INT, root);
                assertOwn(give, get, count, round);
                delay(delays.nextInt(60));
                Arrays.fill(give, round);
                comm.Allreduce(give, 0, get, 0, all, MPI.INT, MPI.SUM);
                assertOwn(give, get, all, comm.Size() * round);
                delay(delays.nextInt(60));
                Arrays.fill(give, round);
                comm.Reduce(give, 0, get, 0, all, MPI.INT, MPI.SUM, root);
                assertOwn(give, get, comm.Rank() == root ? all : 0, comm.Size() * round);
            }
        });
    }

    /** The others get what it gave, even if they come later. */
    @Test
    void aRankThatFailsKeepsNobodyFromReadingWhatItExposes() {
        System.setProperty(EXPOSED, "1000");
        Jmpi.run(2, () -> {
            shareMemory();
            for (int round = 0; round < 10; round++) {
                int rank = Talk.rank();
                boolean fails = round % 2 == 0 && rank == 0;
                byte[] block = new byte[2000];
                Arrays.fill(block, (byte) round);
                Object[] give = {fails ? new Object() : block, block};
                Object[] get = new Object[2];
                if (rank == 1) LockSupport.parkNanos(5_000_000);
                Runnable call = () -> MPI.COMM_WORLD.Alltoall(give, 0, 1, MPI.OBJECT, get, 0, 1, MPI.OBJECT);
                if (fails)
                    assertEquals(
                            MPI.ERR_TYPE,
                            assertThrows(MPIException.class, call::run).Get_error_class());
                else call.run();
                for (int from = 0; from < 2 && !fails; from++) assertArrayEquals(block, (byte[]) get[from]);
            }
        });
    }

    /** After the first operations the ranks of a communicator share memory. */
    private static void shareMemory() {
        for (int i = 0; i < 5; i++) MPI.COMM_WORLD.Barrier();
    }

    /** Writes to both arrays; checks in between what has been received. */
    private static void assertOwn(int[] give, int[] get, int received, int expected) {
        Arrays.fill(give, -1);
        for (int i = 0; i < received; i++) assertEquals(expected, get[i]);
        Arrays.fill(get, -1);
    }

    /** In interpreted code, too: no compiler has to find out what does not escape. */
    @ParameterizedTest(name = "blocks exposed from {0} bytes on")
    @ValueSource(longs = {0, Long.MAX_VALUE})
    @DisabledIfSystemProperty(named = "jmpi.run.transport", matches = "socket|rmi")
    void aCallAllocatesNothing(long exposed) {
        System.setProperty(EXPOSED, Long.toString(exposed));
        Jmpi.run(2, () -> {
            double[] one = {1};
            double[] give = new double[2];
            double[] each = new double[2];
            Intracomm comm = MPI.COMM_WORLD;
            assertAllocatesNothing("Barrier", comm::Barrier);
            assertAllocatesNothing("Bcast", () -> comm.Bcast(one, 0, 1, MPI.DOUBLE, 1));
            assertAllocatesNothing("Gather", () -> comm.Gather(one, 0, 1, MPI.DOUBLE, each, 0, 1, MPI.DOUBLE, 0));
            assertAllocatesNothing("Scatter", () -> comm.Scatter(each, 0, 1, MPI.DOUBLE, one, 0, 1, MPI.DOUBLE, 0));
            assertAllocatesNothing("Allgather", () -> comm.Allgather(one, 0, 1, MPI.DOUBLE, each, 0, 1, MPI.DOUBLE));
            assertAllocatesNothing("Alltoall", () -> comm.Alltoall(give, 0, 1, MPI.DOUBLE, each, 0, 1, MPI.DOUBLE));
            assertAllocatesNothing("Reduce", () -> comm.Reduce(one, 0, each, 1, 1, MPI.DOUBLE, MPI.SUM, 1));
            assertAllocatesNothing("Allreduce", () -> comm.Allreduce(one, 0, each, 1, 1, MPI.DOUBLE, MPI.SUM));
        });
    }

    /** A rank that blocks, because another one has lost its core, allocates: so the least of some series counts. */
    private static void assertAllocatesNothing(String name, Runnable call) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int series = 0; series < 6; series++) {
            long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            for (int i = 0; i < 300; i++) call.run();
            least = Math.min(
                    least,
                    threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before);
        }
        assertTrue(least < 300 * 8, name + " allocates: bytes in 300 calls=" + least);
    }

    @Test
    void aRankThatBlocksIsWoken() {
        Jmpi.run(3, () -> {
            int[] value = new int[1];
            for (int round = 0; round < 40; round++) {
                if (round % 3 == Talk.rank()) LockSupport.parkNanos(5_000_000);
                value[0] = round % 3 == Talk.rank() ? round : -1;
                MPI.COMM_WORLD.Bcast(value, 0, 1, MPI.INT, round % 3);
                assertEquals(round, value[0]);
            }
        });
    }

    /** The root is far ahead of the others, until it must not be any more. */
    @Test
    void aRootThatRunsAheadWaitsForTheSlowest() {
        Jmpi.run(3, () -> {
            int[] value = new int[3000];
            for (int round = 0; round < 100; round++) {
                if (round % 25 == 5 && Talk.rank() == 2) LockSupport.parkNanos(5_000_000);
                if (Talk.rank() == 0) Arrays.fill(value, round);
                MPI.COMM_WORLD.Bcast(value, 0, value.length, MPI.INT, 0);
                assertEquals(round, value[0]);
                assertEquals(round, value[value.length - 1]);
            }
        });
    }
}
