package org.jmpi.run;

import java.util.Arrays;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

/** Two or more ranks in a ring, each of which sends from and receives into one array at the same time. */
public final class SameArrayProgram {
    private static final int TAG = 7;
    private static final int SMALL = 5;
    private static final int LARGE = 1 << 20;

    private final int rank = MPI.COMM_WORLD.Rank();
    private final int size = MPI.COMM_WORLD.Size();
    private final int left = (rank + size - 1) % size;
    private final int right = (rank + 1) % size;

    /** Runs everything. */
    public static void main(String[] args) {
        MPI.Init(args);
        SameArrayProgram program = new SameArrayProgram();
        for (int count : new int[] {SMALL, LARGE}) {
            for (int shift : new int[] {0, 1, -1, count / 2, -count / 2, count, -count - 3})
                program.shift(count, shift);
            program.halo(count);
            program.shorterThanAwaited(count);
        }
        MPI.Finalize();
    }

    private static int[] numbers(int count, int ofRank) {
        int[] numbers = new int[count];
        Arrays.setAll(numbers, i -> 31 * i + ofRank);
        return numbers;
    }

    private void check(int[] expected, int[] actual, String what) {
        int place = Arrays.mismatch(expected, actual);
        if (place < 0) return;
        throw new IllegalStateException("rank " + rank + ": wrong " + what + ": element " + place + " is "
                + actual[place] + ", not " + expected[place]);
    }

    private void shift(int count, int shift) {
        int from = 1 + Math.max(0, -shift);
        int to = from + shift;
        int[] data = numbers(count + Math.abs(shift) + 2, rank);
        int[] expected = data.clone();
        System.arraycopy(numbers(data.length, left), from, expected, to, count);
        MPI.COMM_WORLD.Sendrecv(data, from, count, MPI.INT, right, TAG, data, to, count, MPI.INT, left, TAG);
        check(expected, data, count + " elements shifted by " + shift);
    }

    /** Borders go to both neighbours and into the halo around one's own part. */
    private void halo(int count) {
        int[] field = numbers(4 * count, rank);
        int[] expected = field.clone();
        System.arraycopy(numbers(4 * count, left), 2 * count, expected, 0, count);
        System.arraycopy(numbers(4 * count, right), count, expected, 3 * count, count);
        Request[] requests = {
            MPI.COMM_WORLD.Irecv(field, 0, count, MPI.INT, left, 1),
            MPI.COMM_WORLD.Irecv(field, 3 * count, count, MPI.INT, right, 2),
            MPI.COMM_WORLD.Isend(field, count, count, MPI.INT, left, 2),
            MPI.COMM_WORLD.Isend(field, 2 * count, count, MPI.INT, right, 1)
        };
        Request.Waitall(requests);
        check(expected, field, "halo of " + count);
    }

    private void shorterThanAwaited(int count) {
        int[] room = numbers(2 * count + 1, rank);
        int[] expected = room.clone();
        System.arraycopy(numbers(count, left), 0, expected, 1, count);
        Status status = MPI.COMM_WORLD.Sendrecv(
                numbers(count, rank), 0, count, MPI.INT, right, TAG, room, 1, 2 * count, MPI.INT, left, TAG);
        check(expected, room, "room of twice " + count);
        if (status.Get_count(MPI.INT) != count) throw new IllegalStateException("count " + status.Get_count(MPI.INT));
    }
}
