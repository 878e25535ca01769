import java.util.Arrays;
import java.util.Random;
import mpi.Intracomm;
import mpi.MPI;

/**
 * Sorts numbers that are distributed among the ranks. Afterwards each rank has a sorted part, and rank 0 the smallest
 * numbers.
 *
 * <p>Shows Alltoall and Alltoallv: each rank sends blocks of different lengths to all ranks.
 *
 * <p>Run it: {@code ./jmpirun -np 4 examples/SampleSort.java [NUMBERS_PER_RANK]}
 */
public class SampleSort {
    public static void main(String[] args) {
        String[] own = MPI.Init(args);
        int count = own.length > 0 ? Integer.parseInt(own[0]) : 1_000_000;
        int[] sorted = sort(MPI.COMM_WORLD, numbers(MPI.COMM_WORLD.Rank(), count));

        int[] lengths = new int[MPI.COMM_WORLD.Size()];
        MPI.COMM_WORLD.Gather(new int[] {sorted.length}, 0, 1, MPI.INT, lengths, 0, 1, MPI.INT, 0);
        if (MPI.COMM_WORLD.Rank() == 0) System.out.println("sorted parts of " + Arrays.toString(lengths) + " numbers");
        MPI.Finalize();
    }

    static int[] numbers(int rank, int count) {
        return new Random(rank).ints(count).toArray();
    }

    static int[] sort(Intracomm comm, int[] mine) {
        int size = comm.Size();
        int[] numbers = mine.clone();
        Arrays.sort(numbers);
        int[] limits = limits(comm, numbers);

        int[] sendStarts = new int[size];
        int[] sendCounts = new int[size];
        for (int rank = 0, start = 0; rank < size; rank++) {
            int end = rank < size - 1 ? firstAbove(numbers, limits[rank]) : numbers.length;
            sendStarts[rank] = start;
            sendCounts[rank] = end - start;
            start = end;
        }

        // Each rank tells every other how many numbers will come, before they come.
        int[] recvCounts = new int[size];
        comm.Alltoall(sendCounts, 0, 1, MPI.INT, recvCounts, 0, 1, MPI.INT);
        int[] recvStarts = new int[size];
        for (int rank = 1; rank < size; rank++) recvStarts[rank] = recvStarts[rank - 1] + recvCounts[rank - 1];
        int[] part = new int[Arrays.stream(recvCounts).sum()];
        comm.Alltoallv(numbers, 0, sendCounts, sendStarts, MPI.INT, part, 0, recvCounts, recvStarts, MPI.INT);
        Arrays.sort(part);
        return part;
    }

    /** Returns the largest number of each part but the last: evenly spaced samples of all ranks decide. */
    private static int[] limits(Intracomm comm, int[] sorted) {
        int size = comm.Size();
        int[] samples = new int[size];
        if (sorted.length > 0)
            for (int i = 0; i < size; i++) samples[i] = sorted[(int) ((long) sorted.length * i / size)];
        int[] all = new int[size * size];
        comm.Allgather(samples, 0, size, MPI.INT, all, 0, size, MPI.INT);
        Arrays.sort(all);
        int[] limits = new int[size - 1];
        for (int i = 0; i < limits.length; i++) limits[i] = all[(i + 1) * size];
        return limits;
    }

    /** Returns the index of the first number that is larger than a limit. */
    private static int firstAbove(int[] sorted, int limit) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] <= limit) low = middle + 1;
            else high = middle;
        }
        return low;
    }
}
