package org.jmpi.bench.application;

import java.util.Arrays;
import java.util.Random;
import org.jmpi.bench.ProgressBar;

/**
 * Brings bytes of rank 0 to all ranks, several times. The result is a hash code of the bytes at each rank; all are
 * equal. The sequential solution copies the bytes to one place.
 *
 * <p>Source: "A Performance Comparison of DSM, PVM, and MPI", figure 12: 16 KB are the weights of a network, and 1024
 * KB a section of the data that it learns from.
 */
final class Broadcast implements Problem<int[]> {
    private static final int SEED = 12;

    private final byte[] bytes;
    private final int times;

    Broadcast(int length, int times) {
        bytes = new byte[length];
        new Random(SEED).nextBytes(bytes);
        this.times = times;
    }

    /** Returns the bytes of one broadcast, which callers leave as they are. */
    byte[] bytes() {
        return bytes;
    }

    /** Returns the number of broadcasts. */
    int times() {
        return times;
    }

    @Override
    public String size() {
        return times + " of " + bytes.length + " B";
    }

    @Override
    public int[] solve(ProgressBar progress) {
        byte[] copy = new byte[bytes.length];
        for (int i = 0; i < times; i++) System.arraycopy(bytes, 0, copy, 0, bytes.length);
        return new int[] {hash(copy)};
    }

    /** Compares the hash code of each rank with that of the bytes. */
    @Override
    public Check check(int[] expected, int[] result) {
        int[] all = new int[result.length];
        Arrays.fill(all, expected[0]);
        return Check.equal(all, result);
    }

    /** Returns the hash code of bytes. */
    static int hash(byte[] bytes) {
        return Arrays.hashCode(bytes);
    }
}
