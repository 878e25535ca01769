import mpi.Intracomm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;

/**
 * Solves the Poisson equation on a square by the method of conjugate gradients.
 *
 * <p>Shows persistent requests: each iteration starts the same four messages again. Allreduce computes dot products.
 *
 * <p>Run it: {@code ./jmpirun -np 4 examples/ConjugateGradient.java [SIZE]}
 */
public class ConjugateGradient {
    private static final double TOLERANCE = 1e-10;

    private final Intracomm comm;
    private final int size; // points along an edge of the square
    private final int rows; // of this rank
    private final double[] p; // the direction, with a halo row above and below
    private final Prequest[] exchange;
    private int iterations;

    public static void main(String[] args) {
        String[] own = MPI.Init(args);
        int size = own.length > 0 ? Integer.parseInt(own[0]) : 300;
        int first = firstRow(size, MPI.COMM_WORLD.Rank(), MPI.COMM_WORLD.Size());
        int end = firstRow(size, MPI.COMM_WORLD.Rank() + 1, MPI.COMM_WORLD.Size());

        double[] right = new double[(end - first) * size];
        for (int i = 0; i < right.length; i++) right[i] = 1;
        ConjugateGradient solver = new ConjugateGradient(MPI.COMM_WORLD, size);
        double[] x = solver.solve(right);
        solver.free();

        double[] largest = {0};
        for (double value : x) largest[0] = Math.max(largest[0], value);
        MPI.COMM_WORLD.Allreduce(MPI.IN_PLACE, 0, largest, 0, 1, MPI.DOUBLE, MPI.MAX);
        if (MPI.COMM_WORLD.Rank() == 0)
            System.out.printf("%d iterations, largest value %.6f%n", solver.iterations, largest[0]);
        MPI.Finalize();
    }

    /** Returns the first row of a rank. */
    static int firstRow(int size, int rank, int ranks) {
        return size * rank / ranks;
    }

    ConjugateGradient(Intracomm comm, int size) {
        this.comm = comm;
        this.size = size;
        int rank = comm.Rank();
        rows = firstRow(size, rank + 1, comm.Size()) - firstRow(size, rank, comm.Size());
        p = new double[(rows + 2) * size];
        int above = rank > 0 ? rank - 1 : MPI.PROC_NULL;
        int below = rank < comm.Size() - 1 ? rank + 1 : MPI.PROC_NULL;
        // Prepared once. Nothing is sent before Startall.
        exchange = new Prequest[] {
            comm.Recv_init(p, 0, size, MPI.DOUBLE, above, 1),
            comm.Recv_init(p, (rows + 1) * size, size, MPI.DOUBLE, below, 2),
            comm.Send_init(p, rows * size, size, MPI.DOUBLE, below, 1),
            comm.Send_init(p, size, size, MPI.DOUBLE, above, 2)
        };
    }

    void free() {
        for (Prequest request : exchange) request.Free();
    }

    /** Returns this rank's rows of x, where A x is the right side and A the Laplacian. */
    double[] solve(double[] right) {
        double[] x = new double[rows * size];
        double[] residual = right.clone();
        System.arraycopy(residual, 0, p, size, residual.length);
        double square = dot(residual, 0, residual);
        double enough = TOLERANCE * TOLERANCE * square;
        for (iterations = 0; square > enough; iterations++) {
            double[] ap = timesDirection();
            double alpha = square / dot(p, size, ap);
            for (int i = 0; i < x.length; i++) {
                x[i] += alpha * p[size + i];
                residual[i] -= alpha * ap[i];
            }
            double before = square;
            square = dot(residual, 0, residual);
            for (int i = 0; i < x.length; i++) p[size + i] = residual[i] + square / before * p[size + i];
        }
        return x;
    }

    /** Returns A p. Neighbouring ranks exchange their edges first. */
    private double[] timesDirection() {
        Prequest.Startall(exchange);
        Request.Waitall(exchange);
        double[] result = new double[rows * size];
        for (int i = 0; i < result.length; i++) {
            int at = size + i;
            double left = i % size > 0 ? p[at - 1] : 0;
            double right = i % size < size - 1 ? p[at + 1] : 0;
            result[i] = 4 * p[at] - left - right - p[at - size] - p[at + size];
        }
        return result;
    }

    /** Returns the dot product of two vectors; the first one begins at an offset. */
    private double dot(double[] a, int offset, double[] b) {
        double[] sum = new double[1];
        for (int i = 0; i < b.length; i++) sum[0] += a[offset + i] * b[i];
        comm.Allreduce(MPI.IN_PLACE, 0, sum, 0, 1, MPI.DOUBLE, MPI.SUM);
        return sum[0];
    }
}
