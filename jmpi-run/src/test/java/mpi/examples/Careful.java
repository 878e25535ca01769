package mpi.examples;

import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;

/** A program in a package below that of the library, with a static field, that catches the exceptions of every call. */
public final class Careful {
    private static int calls;

    private Careful() {}

    /** Sums up the ranks. */
    public static void main(String[] args) {
        try {
            MPI.Init(args);
        } catch (MPIException e) {
            throw new IllegalStateException("no Init", e);
        }
        try {
            System.out.println("rank " + rank(MPI.COMM_WORLD) + ": sum " + sum() + ", calls " + calls);
            MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, -99, 0);
        } catch (MPIException e) {
            if (e.Get_error_class() != MPI.ERR_RANK) throw new IllegalStateException(e);
        } finally {
            end();
        }
    }

    private static int rank(Comm comm) throws MPIException {
        calls++;
        return comm.Rank();
    }

    private static int sum() throws MPIException {
        int[] sum = new int[1];
        calls++;
        MPI.COMM_WORLD.Allreduce(new int[] {MPI.COMM_WORLD.Rank()}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        return sum[0];
    }

    private static void end() {
        try {
            MPI.Finalize();
        } catch (MPIException e) {
            throw new IllegalStateException("no Finalize", e);
        }
    }
}
