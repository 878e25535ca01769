package app;

import java.util.List;
import mpi.MPI;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.jmpi.spark.JmpiSpark;

/** Computes pi by ranks that are tasks of Spark. Its argument is the number of ranks. */
public final class SparkPi {
    private static final int STRIPS = 1_000_000;

    private SparkPi() {}

    /** Returns pi on every rank: each one adds every Size()-th strip under the curve 4 / (1 + x * x). */
    static double compute() {
        int size = MPI.COMM_WORLD.Size();
        double[] part = new double[1];
        for (int strip = MPI.COMM_WORLD.Rank(); strip < STRIPS; strip += size) {
            double x = (strip + 0.5) / STRIPS;
            part[0] += 4 / (1 + x * x) / STRIPS;
        }
        double[] pi = new double[1];
        MPI.COMM_WORLD.Allreduce(part, 0, pi, 0, 1, MPI.DOUBLE, MPI.SUM);
        return pi[0];
    }

    public static void main(String[] args) {
        int ranks = args.length > 0 ? Integer.parseInt(args[0]) : 4;
        try (JavaSparkContext context = new JavaSparkContext(new SparkConf().setAppName("pi"))) {
            List<Double> results = JmpiSpark.run(context, ranks, SparkPi::compute);
            System.out.printf("pi is %.9f, by %d ranks%n", results.get(0), results.size());
        }
    }
}
