import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import javax.imageio.ImageIO;
import mpi.CartParms;
import mpi.Cartcomm;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.ShiftParms;

/**
 * Computes how heat spreads on a plate with three heated discs and cold edges, and draws the plate.
 *
 * <p>Shows a grid of ranks, a halo of rows and columns, and how rank 0 collects blocks of different sizes.
 *
 * <p>Run it: {@code ./jmpirun -np 4 examples/Heat.java [SIZE [STEPS [FILE.png]]]}
 */
public class Heat {
    private final Cartcomm grid;
    private final int size; // cells along an edge of the plate
    private final int top; // the first row and column of this rank's block
    private final int left;
    private final int rows;
    private final int columns;
    private final int width; // of an array's row: the columns and a halo cell at each end

    public static void main(String[] args) throws IOException {
        String[] own = MPI.Init(args);
        int size = own.length > 0 ? Integer.parseInt(own[0]) : 200;
        int steps = own.length > 1 ? Integer.parseInt(own[1]) : 4000;
        File file = new File(own.length > 2 ? own[2] : "heat.png");

        double[] plate = plate(MPI.COMM_WORLD, size, steps);
        if (MPI.COMM_WORLD.Rank() == 0) {
            ImageIO.write(picture(plate, size), "png", file);
            System.out.printf("%d steps on %d x %d cells: see %s%n", steps, size, size, file);
        }
        MPI.Finalize();
    }

    /** Returns the plate, row by row, at rank 0, and null at the others. */
    static double[] plate(Intracomm comm, int size, int steps) {
        int[] dims = {0, 0};
        Cartcomm.Dims_create(comm.Size(), dims);
        Cartcomm grid = comm.Create_cart(dims, new boolean[] {false, false}, false);
        Heat heat = new Heat(grid, size, grid.Rank());
        double[] whole = heat.collect(heat.compute(steps));
        grid.Free();
        return whole;
    }

    /** Describes the block of a rank. */
    private Heat(Cartcomm grid, int size, int rank) {
        CartParms place = grid.Get();
        int[] at = grid.Coords(rank);
        this.grid = grid;
        this.size = size;
        top = size * at[0] / place.dims[0];
        left = size * at[1] / place.dims[1];
        rows = size * (at[0] + 1) / place.dims[0] - top;
        columns = size * (at[1] + 1) / place.dims[1] - left;
        width = columns + 2;
    }

    private double[] compute(int steps) {
        Datatype column = Datatype.Vector(rows, 1, width, MPI.DOUBLE);
        column.Commit();
        ShiftParms vertical = grid.Shift(0, 1); // rank_source is the neighbour above, rank_dest the one below
        ShiftParms horizontal = grid.Shift(1, 1);
        boolean[] hot = hot();
        double[] now = new double[(rows + 2) * width];
        double[] next = new double[now.length];
        for (int step = 0; step < steps; step++) {
            exchange(now, columns, MPI.DOUBLE, cell(1, 1), cell(rows, 1), width, vertical);
            exchange(now, 1, column, cell(1, 1), cell(1, columns), 1, horizontal);
            update(now, next, hot);
            double[] last = now;
            now = next;
            next = last;
        }
        column.free();
        return now;
    }

    /** Sends the first and the last line of the block to the neighbours, and receives theirs beside these. */
    private void exchange(double[] a, int count, Datatype type, int first, int last, int step, ShiftParms shift) {
        int before = shift.rank_source;
        int after = shift.rank_dest;
        grid.Sendrecv(a, last, count, type, after, 1, a, first - step, count, type, before, 1);
        grid.Sendrecv(a, first, count, type, before, 2, a, last + step, count, type, after, 2);
    }

    private void update(double[] now, double[] next, boolean[] hot) {
        for (int row = 1; row <= rows; row++)
            for (int i = cell(row, 1); i <= cell(row, columns); i++)
                next[i] = hot[i] ? 100 : (now[i - width] + now[i + width] + now[i - 1] + now[i + 1]) / 4;
    }

    /** Returns which cells of the block are heated. */
    private boolean[] hot() {
        boolean[] hot = new boolean[(rows + 2) * width];
        for (int row = 1; row <= rows; row++)
            for (int column = 1; column <= columns; column++)
                hot[cell(row, column)] = heated((top + row - 0.5) / size, (left + column - 0.5) / size);
        return hot;
    }

    /** Returns the index of a cell of the block; the first one is in row 1 and column 1. */
    private int cell(int row, int column) {
        return row * width + column;
    }

    /** Collects the blocks. A derived datatype describes the place of a block in the plate. */
    private double[] collect(double[] block) {
        Datatype mine = Datatype.Vector(rows, columns, width, MPI.DOUBLE);
        mine.Commit();
        Request sent = grid.Isend(block, cell(1, 1), 1, mine, 0, 0);
        double[] plate = grid.Rank() == 0 ? new double[size * size] : null;
        for (int rank = 0; plate != null && rank < grid.Size(); rank++) {
            Heat its = new Heat(grid, size, rank);
            Datatype place = Datatype.Vector(its.rows, its.columns, size, MPI.DOUBLE);
            place.Commit();
            grid.Recv(plate, its.top * size + its.left, 1, place, rank, 0);
            place.free();
        }
        sent.Wait();
        mine.free();
        return plate;
    }

    /** Returns whether a place, with coordinates from 0 to 1, belongs to a heated disc. */
    static boolean heated(double y, double x) {
        return Math.hypot(y - 0.3, x - 0.35) < 0.1
                || Math.hypot(y - 0.4, x - 0.8) < 0.05
                || Math.hypot(y - 0.75, x - 0.55) < 0.07;
    }

    private static BufferedImage picture(double[] plate, int size) {
        BufferedImage image = new BufferedImage(size, size, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < plate.length; i++) {
            float heat = (float) (plate[i] / 100);
            float band = (int) (heat * 12) % 2 == 0 ? 1 : 0.85f; // every other band is darker: lines of equal heat
            image.setRGB(i % size, i / size, Color.HSBtoRGB(0.66f * (1 - heat), 0.9f, (0.3f + 0.7f * heat) * band));
        }
        return image;
    }
}
