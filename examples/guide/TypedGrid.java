import java.util.List;
import org.jmpi.CartesianCommunicator;
import org.jmpi.CartesianCommunicator.Shift;
import org.jmpi.Communicator;
import org.jmpi.Jmpi;
import org.jmpi.Operator;
import org.jmpi.World;

public class TypedGrid {
    private static final int STEPS = 3;

    public static void main(String[] args) {
        try (World world = Jmpi.world();
                CartesianCommunicator grid = world.cartesian(new int[] {world.size() / 2, 2}, false, true);
                Communicator row = grid.sub(false, true);
                Communicator column = grid.sub(true, false)) {
            int value = grid.rank() == 0 ? 1000 : 0;
            for (int step = 0; step < STEPS; step++) value = spread(grid, value);

            List<Integer> all = grid.gather(value, 0);
            if (grid.rank() == 0) System.out.println(grid.dims()[0] + " rows, " + grid.dims()[1] + " columns");
            for (int i = 0; i < all.size(); i += 2)
                System.out.println("row " + i / 2 + ": " + all.get(i) + " " + all.get(i + 1));

            int sum = row.allReduce(value, Operator.SUM);
            List<Integer> sums = column.gather(sum, 0);
            if (grid.rank() == 0) for (int total : sums) System.out.println("sum of a row: " + total);
        }
    }

    /** Gives a tenth of the value to each neighbour, and returns what remains and what comes in. */
    private static int spread(CartesianCommunicator grid, int value) {
        int share = value / 10;
        int next = value;
        for (int dimension = 0; dimension < 2; dimension++) {
            for (int step = -1; step <= 1; step += 2) {
                Shift shift = grid.shift(dimension, step);
                Integer received = grid.sendReceive(share, shift.dest(), Integer.class, shift.source());
                if (shift.dest() != Communicator.PROC_NULL) next -= share;
                if (received != null) next += received;
            }
        }
        return next;
    }
}
