package org.jmpi.spark;

import java.io.Serializable;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.rdd.RDD;
import scala.Tuple2;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/**
 * Runs MPI ranks as the tasks of a barrier stage of Apache Spark.
 *
 * <pre>{@code
 * List<Double> sums = JmpiSpark.run(context, 4, () -> {
 *     double[] sum = new double[1];
 *     MPI.COMM_WORLD.Allreduce(new double[] {MPI.COMM_WORLD.Rank()}, 0, sum, 0, 1, MPI.DOUBLE, MPI.SUM);
 *     return sum[0];
 * });
 * }</pre>
 *
 * <p>Spark starts all tasks of the stage at the same time, one per core of an executor, and waits until there are as
 * many free cores. The ranks send messages directly to each other: by shared memory within a host, by sockets between
 * hosts.
 */
public final class JmpiSpark {
    private JmpiSpark() {}

    /**
     * The body of a rank. Spark sends it to the executors by Java serialisation, with the values that it captures.
     *
     * @param <T> the result of a rank, which is serialisable
     */
    @FunctionalInterface
    public interface Body<T> extends Serializable {
        /**
         * Runs as one rank.
         *
         * @return the result of the rank
         * @throws Exception what fails the rank, and so the stage
         */
        T call() throws Exception;
    }

    /**
     * Runs a body on each of some ranks, and returns their results. The calling thread waits until all ranks have
     * ended.
     *
     * <p>The body finds its world initialised. It may call {@code MPI.Init} and {@code MPI.Finalize}, as a program's
     * {@code main} does, or leave both out. Ranks in one executor share its classes, and so every static field of the
     * program. The settings of JMPI are system properties of the executors:
     * {@code --conf spark.executor.extraJavaOptions=-Djmpi.check=true}.
     *
     * <p>If a rank fails, Spark fails the stage with the exception of that rank and does not repeat it. The MPI calls
     * of the other ranks fail. So do they if the stage is cancelled. {@code MPI.Abort} fails its rank in this way; the
     * executors go on. The call then throws Spark's {@code SparkException}, which Spark does not declare. It throws
     * that, too, if the cluster has too few cores for longer than
     * {@code spark.scheduler.barrier.maxConcurrentTasksCheck.maxFailures} checks.
     *
     * <p>The ranks prove to each other that they know a secret, which rank 0 sends through Spark's driver. Spark
     * encrypts it only if {@code spark.network.crypto.enabled}, with {@code spark.authenticate}, or
     * {@code spark.ssl.rpc.enabled} is set.
     *
     * @param <T> the result of a rank, which is serialisable
     * @param context the connection to a cluster that has at least {@code ranks} cores for tasks
     * @param ranks at least 1
     * @param body what each rank does
     * @return the result of each rank, in the order of ranks
     * @throws IllegalArgumentException if {@code ranks} is less than 1
     */
    public static <T> List<T> run(JavaSparkContext context, int ranks, Body<T> body) {
        Objects.requireNonNull(body, "body");
        if (ranks < 1) throw new IllegalArgumentException("number of ranks: " + ranks + ", must be at least 1");
        List<Integer> numbers = IntStream.range(0, ranks).boxed().collect(Collectors.toList());
        ClassTag<Tuple2<Integer, T>> type = ClassTag$.MODULE$.apply(Tuple2.class);
        RDD<Integer> partitions = context.parallelize(numbers, ranks).rdd();
        RDD<Tuple2<Integer, T>> results = partitions.barrier().mapPartitions(new RankTask<>(body), false, type);
        return JavaRDD.fromRDD(results, type).collect().stream()
                .sorted(Comparator.comparing(Tuple2::_1))
                .map(Tuple2::_2)
                .collect(Collectors.toList());
    }

    /**
     * Does the same as {@link #run(JavaSparkContext, int, Body)}.
     *
     * @param <T> the result of a rank, which is serialisable
     * @param context the connection to a cluster that has at least {@code ranks} cores for tasks
     * @param ranks at least 1
     * @param body what each rank does
     * @return the result of each rank, in the order of ranks
     * @throws IllegalArgumentException if {@code ranks} is less than 1
     */
    public static <T> List<T> run(SparkContext context, int ranks, Body<T> body) {
        return run(JavaSparkContext.fromSparkContext(context), ranks, body);
    }
}
