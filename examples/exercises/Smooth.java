import java.util.Arrays;
import mpi.Cartcomm;
import mpi.MPI;

public class Smooth {
    private static final int STEPS = 3;

    public static void main(String[] args) {
        MPI.Init(args);
        int size = MPI.COMM_WORLD.Size();
        Cartcomm ring = MPI.COMM_WORLD.Create_cart(new int[] {size}, new boolean[] {true}, false);
        double[] mine = {ring.Rank() == 0 ? 64 : 0};
        double[] neighbours = new double[2];
        for (int step = 0; step < STEPS; step++) {
            ring.Neighbor_allgather(mine, 0, 1, MPI.DOUBLE, neighbours, 0, 1, MPI.DOUBLE);
            mine[0] = mine[0] / 2 + (neighbours[0] + neighbours[1]) / 4;
        }
        double[] all = new double[size];
        ring.Gather(mine, 0, 1, MPI.DOUBLE, all, 0, 1, MPI.DOUBLE, 0);
        if (ring.Rank() == 0) System.out.println(Arrays.toString(all));
        ring.Free();
        MPI.Finalize();
    }
}
