import mpi.MPI;
import mpi.Request;
import mpi.Status;

public class Primes {
    private static final int PER_RANK = 25_000;

    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        if (rank == 0) collect(MPI.COMM_WORLD.Size());
        else report(rank);
        MPI.Finalize();
    }

    private static void collect(int size) {
        int[] counts = new int[size];
        Request[] requests = new Request[size];
        requests[0] = MPI.REQUEST_NULL;
        for (int source = 1; source < size; source++)
            requests[source] = MPI.COMM_WORLD.Irecv(counts, source, 1, MPI.INT, source, 0);
        counts[0] = primesOf(0);
        int total = counts[0];
        for (int i = 1; i < size; i++) {
            Status status = Request.Waitany(requests);
            System.out.println("rank " + status.index + " found " + counts[status.index]);
            total += counts[status.index];
        }
        System.out.println("primes below " + size * PER_RANK + ": " + total);
    }

    private static void report(int rank) {
        int[] count = {primesOf(rank)};
        Request request = MPI.COMM_WORLD.Isend(count, 0, 1, MPI.INT, 0, 0);
        request.Wait();
    }

    /** Returns how many primes there are in a rank's share of the numbers. */
    private static int primesOf(int rank) {
        int count = 0;
        for (int n = rank * PER_RANK; n < (rank + 1) * PER_RANK; n++) if (isPrime(n)) count++;
        return count;
    }

    private static boolean isPrime(int n) {
        for (int d = 2; d * d <= n; d++) if (n % d == 0) return false;
        return n > 1;
    }
}
