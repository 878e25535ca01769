import mpi.MPI;

public class Shares {
    private static final int NUMBERS = 100;

    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        int size = MPI.COMM_WORLD.Size();
        int first = NUMBERS * rank / size + 1;
        int last = NUMBERS * (rank + 1) / size;
        int sum = 0;
        for (int n = first; n <= last; n++) sum += n;
        System.out.println("rank " + rank + ": " + first + " to " + last + " make " + sum);
        MPI.Finalize();
    }
}
