package org.jmpi.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import mpi.MPI;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkException;
import org.apache.spark.api.java.JavaSparkContext;
import org.jmpi.Jmpi;
import org.jmpi.bench.Mandelbrot;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ranks in two executors, which are processes with two cores each. */
@Tag("full")
@Timeout(120)
class ClusterTest {
    private static final int EXECUTORS = 2;
    private static final int RANKS = 4;

    private static JavaSparkContext context;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() throws IOException {
        SparkHome.jars();
        String classPath =
                SparkHome.ours().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        context = new JavaSparkContext(new SparkConf()
                .setMaster("local-cluster[" + EXECUTORS + "," + RANKS / EXECUTORS + ",1024]")
                .setAppName("jmpi")
                .set("spark.ui.enabled", "false")
                .set("spark.scheduler.minRegisteredResourcesRatio", "1")
                .set("spark.executor.extraClassPath", classPath));
        // Waits until the executors are there. A barrier stage would look for them every 15 s.
        context.parallelize(List.of(1)).collect();
    }

    @AfterAll
    static void stop() {
        context.close();
    }

    @Test
    void ranksInTwoExecutorsReduce() {
        long driver = ProcessHandle.current().pid();
        List<long[]> results = JmpiSpark.run(context, RANKS, () -> {
            long[] sum = {0, ProcessHandle.current().pid()};
            MPI.COMM_WORLD.Allreduce(new long[] {MPI.COMM_WORLD.Rank()}, 0, sum, 0, 1, MPI.LONG, MPI.SUM);
            return sum;
        });
        Set<Long> processes = new TreeSet<>();
        for (long[] result : results) {
            assertEquals(6, result[0]);
            processes.add(result[1]);
        }
        assertEquals(EXECUTORS, processes.size());
        assertTrue(!processes.contains(driver));
    }

    @Test
    void thePictureIsThatOfThreads() throws IOException {
        String ofThreads = folder.resolve("threads.png").toString();
        String ofSpark = folder.resolve("spark.png").toString();
        Jmpi.run(RANKS, () -> Mandelbrot.main(new String[] {"--size", "128", "--output", ofThreads}));
        JmpiSpark.run(context, RANKS, () -> {
            Mandelbrot.main(new String[] {"--size", "128", "--output", ofSpark});
            return 0;
        });
        assertArrayEquals(Files.readAllBytes(Path.of(ofThreads)), Files.readAllBytes(Path.of(ofSpark)));
    }

    @Test
    void theExecutorsOutliveAFailure() {
        Set<Long> before = processes();
        SparkException failure = assertThrows(
                SparkException.class,
                () -> JmpiSpark.run(context, RANKS, () -> {
                    if (MPI.COMM_WORLD.Rank() == 3) throw new IllegalStateException("rank 3 is tired");
                    MPI.COMM_WORLD.Barrier();
                    return 0;
                }));
        assertTrue(
                failure.getMessage().contains("java.lang.IllegalStateException: rank 3 is tired"), failure::getMessage);
        assertEquals(before, processes());
    }

    private static Set<Long> processes() {
        return new TreeSet<>(
                JmpiSpark.run(context, RANKS, () -> ProcessHandle.current().pid()));
    }
}
