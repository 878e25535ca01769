import java.util.Arrays;
import mpi.Cartcomm;
import mpi.MPI;
import mpi.ShiftParms;

public class Torus {
    public static void main(String[] args) {
        MPI.Init(args);
        int[] dims = {0, 3};
        Cartcomm.Dims_create(MPI.COMM_WORLD.Size(), dims);
        Cartcomm torus = MPI.COMM_WORLD.Create_cart(dims, new boolean[] {true, true}, false);
        int[] mine = {torus.Rank()};
        int sum = 0;
        for (int dimension = 0; dimension < 2; dimension++)
            for (int step = -1; step <= 1; step += 2) {
                ShiftParms shift = torus.Shift(dimension, step);
                int[] theirs = new int[1];
                torus.Sendrecv(mine, 0, 1, MPI.INT, shift.rank_dest, 0, theirs, 0, 1, MPI.INT, shift.rank_source, 0);
                sum += theirs[0];
            }
        int[] all = new int[torus.Size()];
        torus.Gather(new int[] {sum}, 0, 1, MPI.INT, all, 0, 1, MPI.INT, 0);
        if (torus.Rank() == 0)
            for (int row = 0; row < dims[0]; row++)
                System.out.println(Arrays.toString(Arrays.copyOfRange(all, row * dims[1], (row + 1) * dims[1])));
        torus.Free();
        MPI.Finalize();
    }
}
