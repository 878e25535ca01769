package org.jmpi.ibm.beyond.pt2pt;

import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;

/** Sendrecv between parts of one array that overlap: what is sent is what the array held before. */
public final class Overlaps {
    private static final int TAG = 1;

    private Overlaps() {}

    public static void main(String[] args) {
        MPI.Init(args);
        for (int count : new int[] {1, 10, 100_000})
            for (int shift : new int[] {0, 1, count / 2, count}) {
                check(count, 0, shift);
                check(count, shift, 0);
            }
        MPI.Finalize();
    }

    private static void check(int count, int from, int to) {
        Intracomm world = MPI.COMM_WORLD;
        int left = (world.Rank() + world.Size() - 1) % world.Size();
        int right = (world.Rank() + 1) % world.Size();
        int length = count + Math.max(from, to) + 1;
        Object array = Items.INTS.range(world.Rank() * length, length);
        world.Sendrecv(array, from, count, MPI.INT, right, TAG, array, to, count, MPI.INT, left, TAG);
        Object expected = Items.INTS.range(world.Rank() * length, length);
        System.arraycopy(Items.INTS.range(left * length + from, count), 0, expected, to, count);
        Check.equal(expected, array, "array after " + count + " from " + from + " to " + to);
    }
}
