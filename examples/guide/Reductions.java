import java.util.Arrays;
import mpi.Datatype;
import mpi.MPI;
import mpi.Op;
import mpi.User_function;

public class Reductions {
    /** Maps x to slope * x + offset; a pair of numbers in an array. */
    private static class Compose extends User_function {
        @Override
        public void Call(Object invec, int inoffset, Object inoutvec, int inoutoffset, int count, Datatype datatype) {
            long[] first = (long[]) invec;
            long[] second = (long[]) inoutvec;
            for (int i = 0; i < count; i++) {
                int in = inoffset + 2 * i;
                int inout = inoutoffset + 2 * i;
                second[inout + 1] += second[inout] * first[in + 1];
                second[inout] *= first[in];
            }
        }
    }

    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int[] bits = {1 << rank, rank % 2};
        int[] combined = new int[2];
        MPI.COMM_WORLD.Reduce(bits, 0, combined, 0, 2, MPI.INT, MPI.BOR, 0);

        double[] temperature = {20 + rank * 3 % 4, rank};
        double[] hottest = new double[2];
        MPI.COMM_WORLD.Reduce(temperature, 0, hottest, 0, 1, MPI.DOUBLE2, MPI.MAXLOC, 0);

        Op compose = new Op(new Compose(), false);
        long[] map = {rank + 1, rank};
        long[] composed = new long[2];
        MPI.COMM_WORLD.Reduce(map, 0, composed, 0, 1, MPI.LONG2, compose, 0);
        long[] sofar = new long[2];
        MPI.COMM_WORLD.Scan(map, 0, sofar, 0, 1, MPI.LONG2, compose);

        if (rank == 0) {
            System.out.println("bitwise or     " + Arrays.toString(combined));
            System.out.println("hottest        " + hottest[0] + " at rank " + (int) hottest[1]);
            System.out.println("all maps       x -> " + composed[0] + " x + " + composed[1]);
        }
        if (rank == 2) MPI.COMM_WORLD.Send(sofar, 0, 2, MPI.LONG, 0, 0);
        if (rank == 0) {
            MPI.COMM_WORLD.Recv(sofar, 0, 2, MPI.LONG, 2, 0);
            System.out.println("maps of 0 to 2 x -> " + sofar[0] + " x + " + sofar[1]);
        }
        MPI.Finalize();
    }
}
