import java.util.Arrays;
import mpi.MPI;

public class Statistics {
    private static final int PER_RANK = 3;

    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();
        int[] lengths = {rank == 0 ? PER_RANK : 0};
        MPI.COMM_WORLD.Bcast(lengths, 0, 1, MPI.INT, 0);
        int length = lengths[0];

        double[] all = rank == 0 ? samples(length * size) : null;
        double[] mine = new double[length];
        MPI.COMM_WORLD.Scatter(all, 0, length, MPI.DOUBLE, mine, 0, length, MPI.DOUBLE, 0);

        double[] sum = {Arrays.stream(mine).sum()};
        double[] total = new double[1];
        MPI.COMM_WORLD.Allreduce(sum, 0, total, 0, 1, MPI.DOUBLE, MPI.SUM);
        double mean = total[0] / (length * size);

        double[] square = {Arrays.stream(mine).map(x -> (x - mean) * (x - mean)).sum()};
        double[] squares = new double[1];
        MPI.COMM_WORLD.Reduce(square, 0, squares, 0, 1, MPI.DOUBLE, MPI.SUM, 0);

        double[] largest = {Arrays.stream(mine).max().orElseThrow()};
        double[] maxima = rank == 0 ? new double[size] : null;
        MPI.COMM_WORLD.Gather(largest, 0, 1, MPI.DOUBLE, maxima, 0, 1, MPI.DOUBLE, 0);

        if (rank == 0) {
            System.out.println("samples  " + Arrays.toString(all));
            System.out.println("mean     " + mean);
            System.out.println("variance " + squares[0] / (length * size));
            System.out.println("maxima   " + Arrays.toString(maxima));
        }
        MPI.Finalize();
    }

    private static double[] samples(int count) {
        double[] samples = new double[count];
        for (int i = 0; i < count; i++) samples[i] = i * 5 % 12;
        return samples;
    }
}
