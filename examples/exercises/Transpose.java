import java.util.Arrays;
import mpi.Datatype;
import mpi.MPI;

public class Transpose {
    private static final int ROWS = 3;
    private static final int COLUMNS = 4;

    public static void main(String[] args) {
        MPI.Init(args);
        int[] numbers = new int[ROWS * COLUMNS];
        if (MPI.COMM_WORLD.Rank() == 0) {
            for (int i = 0; i < numbers.length; i++) numbers[i] = i;
            Datatype column = Datatype.Vector(ROWS, 1, COLUMNS, MPI.INT);
            column.Commit();
            for (int i = 0; i < COLUMNS; i++) MPI.COMM_WORLD.Send(numbers, i, 1, column, 1, 0);
            column.free();
        } else {
            for (int i = 0; i < COLUMNS; i++) MPI.COMM_WORLD.Recv(numbers, i * ROWS, ROWS, MPI.INT, 0, 0);
            for (int i = 0; i < COLUMNS; i++)
                System.out.println(Arrays.toString(Arrays.copyOfRange(numbers, i * ROWS, (i + 1) * ROWS)));
        }
        MPI.Finalize();
    }
}
