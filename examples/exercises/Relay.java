import java.util.Arrays;
import mpi.MPI;
import mpi.Status;

public class Relay {
    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();
        int[] list = new int[size];
        int length = 0;
        if (rank > 0) {
            Status status = MPI.COMM_WORLD.Recv(list, 0, size, MPI.INT, rank - 1, 0);
            length = status.Get_count(MPI.INT);
        }
        list[length++] = rank * rank;
        if (rank < size - 1) MPI.COMM_WORLD.Send(list, 0, length, MPI.INT, rank + 1, 0);
        else System.out.println("rank " + rank + " has " + Arrays.toString(list));
        MPI.Finalize();
    }
}
