import mpi.Intracomm;
import mpi.MPI;

/**
 * Computes pi as the integral of 4 / (1 + x * x) from 0 to 1.
 *
 * <p>Shows how ranks divide a loop, and how Allreduce adds their results.
 *
 * <p>Run it: {@code ./jmpirun -np 4 examples/Pi.java [STRIPS]}
 */
public class Pi {
    public static void main(String[] args) {
        String[] own = MPI.Init(args);
        long strips = own.length > 0 ? Long.parseLong(own[0]) : 100_000_000;

        MPI.COMM_WORLD.Barrier();
        double start = MPI.Wtime();
        double pi = pi(MPI.COMM_WORLD, strips);
        double seconds = MPI.Wtime() - start;

        if (MPI.COMM_WORLD.Rank() == 0)
            System.out.printf("pi is %.12f: %d ranks, %.2f s%n", pi, MPI.COMM_WORLD.Size(), seconds);
        MPI.Finalize();
    }

    /** Returns pi at every rank. Each rank adds every size-th strip. */
    static double pi(Intracomm comm, long strips) {
        double[] sum = new double[1];
        for (long strip = comm.Rank(); strip < strips; strip += comm.Size()) {
            double x = (strip + 0.5) / strips;
            sum[0] += 4 / (1 + x * x);
        }
        // In place: the array has this rank's part before the call, and the sum of all parts after it.
        comm.Allreduce(MPI.IN_PLACE, 0, sum, 0, 1, MPI.DOUBLE, MPI.SUM);
        return sum[0] / strips;
    }
}
