package org.jmpi.bench.application;

import java.util.Random;
import org.jmpi.bench.ProgressBar;

/**
 * Sorts ints by merging. The results of all solutions are equal.
 *
 * <p>Source: "A Performance Comparison of DSM, PVM, and MPI", which sorts 5 and 10 million.
 */
final class Mergesort implements Problem<int[]> {
    private static final int SEED = 5;

    /** Up to this length, a part is sorted by insertion. */
    private static final int SHORT = 16;

    private final int length;
    private int[] numbers;

    Mergesort(int length) {
        this.length = length;
    }

    int length() {
        return length;
    }

    /** Returns the numbers to be sorted, which callers leave as they are. Only ranks that ask for them have them. */
    int[] numbers() {
        if (numbers == null) numbers = new Random(SEED).ints(length).toArray();
        return numbers;
    }

    @Override
    public String size() {
        return length + " ints";
    }

    @Override
    public int[] solve(ProgressBar progress) {
        int[] sorted = numbers().clone();
        sort(sorted, progress);
        return sorted;
    }

    @Override
    public Check check(int[] expected, int[] result) {
        return Check.equal(expected, result);
    }

    /** Sorts an array. */
    static void sort(int[] array, ProgressBar progress) {
        sort(array, array.clone(), 0, array.length, progress);
    }

    /** Sorts a part of {@code to}. Both arrays have the same elements in that part before. */
    private static void sort(int[] to, int[] from, int start, int end, ProgressBar progress) {
        if (end - start <= SHORT) {
            insert(to, start, end);
            return;
        }
        int middle = (start + end) >>> 1;
        sort(from, to, start, middle, progress);
        sort(from, to, middle, end, progress);
        merge(from, start, middle, from, middle, end, to, start);
        progress.show(end, to.length);
    }

    private static void insert(int[] array, int start, int end) {
        for (int i = start + 1; i < end; i++) {
            int number = array[i];
            int k = i;
            for (; k > start && array[k - 1] > number; k--) array[k] = array[k - 1];
            array[k] = number;
        }
    }

    /** Merges two sorted arrays into a third. */
    static int[] merge(int[] a, int[] b) {
        int[] merged = new int[a.length + b.length];
        merge(a, 0, a.length, b, 0, b.length, merged, 0);
        return merged;
    }

    private static void merge(int[] a, int i, int endOfA, int[] b, int j, int endOfB, int[] to, int k) {
        int nextA = i;
        int nextB = j;
        int next = k;
        while (nextA < endOfA && nextB < endOfB) to[next++] = a[nextA] <= b[nextB] ? a[nextA++] : b[nextB++];
        System.arraycopy(a, nextA, to, next, endOfA - nextA);
        System.arraycopy(b, nextB, to, next + endOfA - nextA, endOfB - nextB);
    }
}
