package org.jmpi.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Serializable;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import mpi.MPI;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkException;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Ranks that are threads of the driver. */
class LocalTest {
    private static final int RANKS = 3;

    /** Ranks count it down, which share this class. */
    private static final CountDownLatch WAITING = new CountDownLatch(2);

    private static JavaSparkContext context;

    @BeforeAll
    static void start() {
        context = new JavaSparkContext(new SparkConf()
                .setMaster("local[" + RANKS + "]")
                .setAppName("jmpi")
                .set("spark.ui.enabled", "false"));
    }

    @AfterAll
    static void stop() {
        context.close();
    }

    /** An object of the program. */
    record Note(int rank, String text) implements Serializable {}

    private static int sum(int number) {
        int[] sum = new int[1];
        MPI.COMM_WORLD.Allreduce(new int[] {number}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        return sum[0];
    }

    @Test
    void resultsComeInTheOrderOfRanks() {
        int captured = 10;
        List<List<Integer>> results = JmpiSpark.run(
                context, RANKS, () -> List.of(MPI.COMM_WORLD.Rank(), MPI.COMM_WORLD.Size(), sum(captured)));
        assertEquals(List.of(List.of(0, 3, 30), List.of(1, 3, 30), List.of(2, 3, 30)), results);
    }

    @Test
    void theBodyMayInitialiseAndFinalize() {
        List<Integer> results = JmpiSpark.run(context.sc(), 2, () -> {
            MPI.Init(new String[0]);
            int sum = sum(1);
            MPI.Finalize();
            return sum;
        });
        assertEquals(List.of(2, 2), results);
    }

    @Test
    void objectsOfTheProgramTravel() {
        List<String> texts = JmpiSpark.run(context, 2, () -> {
            Object[] note = {new Note(MPI.COMM_WORLD.Rank(), "from " + MPI.COMM_WORLD.Rank())};
            MPI.COMM_WORLD.Sendrecv_replace(note, 0, 1, MPI.OBJECT, 1 - MPI.COMM_WORLD.Rank(), 5, MPI.ANY_SOURCE, 5);
            return ((Note) note[0]).text();
        });
        assertEquals(List.of("from 1", "from 0"), texts);
    }

    @Test
    void threadsOfARunEndWithIt() throws InterruptedException {
        Set<Thread> before = threads();
        assertEquals(List.of(3, 3, 3), JmpiSpark.run(context, RANKS, () -> sum(1)));
        for (Thread thread : threads()) {
            if (before.contains(thread)) continue;
            thread.join(5000);
            assertFalse(thread.isAlive(), thread::toString);
        }
    }

    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().contains("jmpi"))
                .collect(Collectors.toSet());
    }

    @Test
    void theExceptionOfARankFailsTheStage() {
        assertFails("java.lang.IllegalStateException: rank 1 is tired", () -> {
            if (MPI.COMM_WORLD.Rank() == 1) throw new IllegalStateException("rank 1 is tired");
            return sum(1);
        });
    }

    @Test
    void abortFailsTheStage() {
        assertFails("rank 2 called MPI.Abort with code 7", () -> {
            if (MPI.COMM_WORLD.Rank() == 2) MPI.COMM_WORLD.Abort(7);
            return sum(1);
        });
    }

    private static void assertFails(String message, JmpiSpark.Body<Integer> body) {
        SparkException failure = assertThrows(SparkException.class, () -> JmpiSpark.run(context, RANKS, body));
        assertTrue(failure.getMessage().contains(message), failure::getMessage);
        assertEquals(List.of(1), JmpiSpark.run(context, 1, () -> sum(1)));
        // All cores are free again: no rank of the failed stage waits.
        assertEquals(List.of(3, 3, 3), JmpiSpark.run(context, RANKS, () -> sum(1)));
    }

    @Test
    void ranksThatWaitEndWithACancelledJob() throws Exception {
        CompletableFuture<List<Integer>> waits = CompletableFuture.supplyAsync(() -> JmpiSpark.run(context, 2, () -> {
            WAITING.countDown();
            MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, 1 - MPI.COMM_WORLD.Rank(), 0);
            return 0;
        }));
        WAITING.await();
        context.sc().cancelAllJobs();
        ExecutionException failure = assertThrows(ExecutionException.class, waits::get);
        assertTrue(failure.getCause() instanceof SparkException, failure::toString);
        assertEquals(List.of(3, 3, 3), JmpiSpark.run(context, RANKS, () -> sum(1)));
    }

    @Test
    void aNumberOfRanksBelowOneIsRefused() {
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> JmpiSpark.run(context, 0, () -> 0));
        assertEquals("number of ranks: 0, must be at least 1", refused.getMessage());
    }
}
