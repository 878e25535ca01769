import java.io.Serializable;
import java.util.Arrays;
import mpi.MPI;
import mpi.Status;

public class Shapes {
    private record Shape(String name, double[] sides) implements Serializable {
        @Override
        public String toString() {
            return name + Arrays.toString(sides);
        }
    }

    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();

        double[][] matrix = new double[2][3];
        if (rank == 0) matrix = new double[][] {{1, 2, 3}, {4, 5, 6}};
        MPI.COMM_WORLD.Bcast(matrix, 0, 6, MPI.DOUBLE, 0);
        if (rank == 1) System.out.println("rank 1 has " + Arrays.deepToString(matrix));

        if (rank == 0) ask();
        else answer();
        MPI.Finalize();
    }

    private static void ask() {
        Shape[] shapes = {new Shape("square", new double[] {2}), new Shape("box", new double[] {1, 3})};
        MPI.COMM_WORLD.Send(shapes, 0, 2, MPI.OBJECT, 1, 0);
        Shape[] doubled = new Shape[2];
        MPI.COMM_WORLD.Recv(doubled, 0, 2, MPI.OBJECT, 1, 0);
        System.out.println("rank 0 got " + Arrays.toString(doubled));
        System.out.println("rank 0 still has " + Arrays.toString(shapes));
    }

    private static void answer() {
        Status status = MPI.COMM_WORLD.Probe(0, 0);
        int count = status.Get_count(MPI.OBJECT);
        Object[] shapes = new Object[count];
        MPI.COMM_WORLD.Recv(shapes, 0, count, MPI.OBJECT, 0, 0);
        for (Object shape : shapes) {
            double[] sides = ((Shape) shape).sides();
            for (int i = 0; i < sides.length; i++) sides[i] *= 2;
        }
        MPI.COMM_WORLD.Send(shapes, 0, count, MPI.OBJECT, 0, 0);
    }
}
