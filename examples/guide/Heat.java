import java.util.Locale;
import mpi.Cartcomm;
import mpi.Datatype;
import mpi.MPI;
import mpi.Request;

public class Heat {
    private static final int ROWS = 20; // of each rank
    private static final int COLUMNS = 30;
    private static final int WIDTH = COLUMNS + 2; // with the halo
    private static final int STEPS = 500;

    public static void main(String[] args) {
        MPI.Init(args);
        int[] dims = {0, 0};
        Cartcomm.Dims_create(MPI.COMM_WORLD.Size(), dims);
        Cartcomm grid = MPI.COMM_WORLD.Create_cart(dims, new boolean[] {false, true}, false);

        Datatype row = Datatype.Contiguous(COLUMNS, MPI.DOUBLE);
        Datatype column = Datatype.Vector(ROWS, 1, WIDTH, MPI.DOUBLE);
        row.Commit();
        column.Commit();
        Datatype[] types = {row, row, column, column}; // for the neighbours above, below, left and right
        int[] ones = {1, 1, 1, 1};
        int[] edges = {at(1, 1), at(ROWS, 1), at(1, 1), at(1, COLUMNS)};
        int[] halo = {at(0, 1), at(ROWS + 1, 1), at(1, 0), at(1, COLUMNS + 1)};

        double[] now = field(grid);
        double[] next = field(grid);
        for (int step = 0; step < STEPS; step++) {
            Request exchange = grid.Ineighbor_alltoallw(now, 0, ones, edges, types, now, 0, ones, halo, types);
            update(now, next, 2, ROWS - 1, 2, COLUMNS - 1); // needs no halo
            exchange.Wait();
            update(now, next, 1, 1, 1, COLUMNS);
            update(now, next, ROWS, ROWS, 1, COLUMNS);
            update(now, next, 2, ROWS - 1, 1, 1);
            update(now, next, 2, ROWS - 1, COLUMNS, COLUMNS);
            double[] last = now;
            now = next;
            next = last;
        }

        double[] own = {now[at(1, 1)], now[at(ROWS, COLUMNS)]};
        double[] all = new double[2 * grid.Size()];
        grid.Gather(own, 0, 2, MPI.DOUBLE, all, 0, 2, MPI.DOUBLE, 0);
        if (grid.Rank() == 0) print(grid, all);
        row.free();
        column.free();
        grid.Free();
        MPI.Finalize();
    }

    private static int at(int row, int column) {
        return row * WIDTH + column;
    }

    /** Returns a cold field. Above the first rank's part it is hot, and stays so. */
    private static double[] field(Cartcomm grid) {
        double[] field = new double[(ROWS + 2) * WIDTH];
        if (grid.Rank() == 0) for (int column = 1; column <= COLUMNS; column++) field[at(0, column)] = 100;
        return field;
    }

    /** Computes some cells of the next step, each from its four neighbours. */
    private static void update(double[] now, double[] next, int top, int bottom, int left, int right) {
        for (int row = top; row <= bottom; row++)
            for (int i = at(row, left); i <= at(row, right); i++)
                next[i] = now[i] + 0.2 * (now[i - WIDTH] + now[i + WIDTH] + now[i - 1] + now[i + 1] - 4 * now[i]);
    }

    private static void print(Cartcomm grid, double[] all) {
        for (int rank = 0; rank < grid.Size(); rank++) {
            int[] place = grid.Coords(rank);
            double first = all[2 * rank];
            double last = all[2 * rank + 1];
            String line = "part %d %d: first cell %.3f, last cell %.3f%n";
            System.out.printf(Locale.ROOT, line, place[0], place[1], first, last);
        }
    }
}
