import java.util.Arrays;
import mpi.MPI;
import mpi.Win;

public class Histogram {
    private static final int BINS = 2; // of each rank

    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();
        int[] own = new int[BINS];
        Win win = Win.Create(own, 0, BINS, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        win.Fence(0);
        for (int i = 0; i < 16; i++) {
            int number = rank * i % (BINS * size);
            win.Accumulate(new int[] {1}, 0, 1, MPI.INT, number / BINS, number % BINS, 1, MPI.INT, MPI.SUM);
        }
        win.Fence(0);
        int[] all = new int[BINS * size];
        if (rank == 0)
            for (int i = 0; i < size; i++) win.Get(all, i * BINS, BINS, MPI.INT, i, 0, BINS, MPI.INT);
        win.Fence(MPI.MODE_NOSUCCEED);
        if (rank == 0) System.out.println(Arrays.toString(all));
        win.Free();
        MPI.Finalize();
    }
}
