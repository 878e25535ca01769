import java.util.Arrays;
import mpi.MPI;
import mpi.Status;

public class Messages {
    private static final int NUMBERS = 1;
    private static final int TOTAL = 2;
    private static final int TOKEN = 3;

    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        if (rank == 0) ask();
        if (rank == 1) answer();
        shift(rank, MPI.COMM_WORLD.Size());
        MPI.Finalize();
    }

    private static void ask() {
        double[] numbers = {0, 0, 1.5, 2.5, 3.5};
        MPI.COMM_WORLD.Send(numbers, 2, 3, MPI.DOUBLE, 1, NUMBERS);
        double[] total = new double[1];
        MPI.COMM_WORLD.Recv(total, 0, 1, MPI.DOUBLE, 1, TOTAL);
        System.out.println("rank 0: the total is " + total[0]);
    }

    private static void answer() {
        double[] numbers = new double[100];
        Status status = MPI.COMM_WORLD.Recv(numbers, 0, 100, MPI.DOUBLE, MPI.ANY_SOURCE, NUMBERS);
        int count = status.Get_count(MPI.DOUBLE);
        System.out.println("rank 1: " + count + " numbers from rank " + status.source);
        double[] total = {Arrays.stream(numbers, 0, count).sum()};
        MPI.COMM_WORLD.Send(total, 0, 1, MPI.DOUBLE, status.source, TOTAL);
    }

    /** Every rank sends to its right neighbour and receives from its left one. */
    private static void shift(int rank, int size) {
        int right = (rank + 1) % size;
        int left = (rank + size - 1) % size;
        int[] mine = {rank * rank};
        int[] received = new int[1];
        MPI.COMM_WORLD.Sendrecv(mine, 0, 1, MPI.INT, right, TOKEN, received, 0, 1, MPI.INT, left, TOKEN);
        System.out.println("rank " + rank + ": " + received[0] + " from the left");
    }
}
