import java.util.Arrays;
import mpi.MPI;
import mpi.MPIException;

public class Errors {
    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        if (rank == 0) {
            int[] numbers = {1, 2, 3};
            attempt(() -> MPI.COMM_WORLD.Send(numbers, 0, 3, MPI.INT, 7, 0));
            attempt(() -> MPI.COMM_WORLD.Send(numbers, 2, 3, MPI.INT, 1, 0));
            attempt(() -> MPI.COMM_WORLD.Send(numbers, 0, 3, MPI.DOUBLE, 1, 0));
            MPI.COMM_WORLD.Send(numbers, 0, 3, MPI.INT, 1, 0);
        } else {
            int[] numbers = new int[2];
            try {
                MPI.COMM_WORLD.Recv(numbers, 0, 2, MPI.INT, 0, 0);
            } catch (MPIException e) {
                if (e.Get_error_class() != MPI.ERR_TRUNCATE) throw e;
                System.out.println("rank 1: too long, I have " + Arrays.toString(numbers));
            }
        }
        MPI.COMM_WORLD.Barrier();
        MPI.Finalize();
    }

    private static void attempt(Runnable call) {
        try {
            call.run();
        } catch (MPIException e) {
            System.out.println("rank 0: " + e.getMessage());
        }
    }
}
