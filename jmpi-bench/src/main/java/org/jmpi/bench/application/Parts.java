package org.jmpi.bench.application;

import java.util.stream.IntStream;

/**
 * Elements that are dealt to ranks in parts of consecutive ones, as long as each other or longer by one.
 *
 * @param elements number of elements
 * @param ranks number of ranks
 */
record Parts(int elements, int ranks) {
    /** Returns the first element of a rank. */
    int first(int rank) {
        return (int) ((long) elements * rank / ranks);
    }

    /** Returns the number of elements of a rank. */
    int length(int rank) {
        return first(rank + 1) - first(rank);
    }

    /** Returns the rank that has an element. */
    int owner(int element) {
        return (int) (((element + 1L) * ranks - 1) / elements);
    }

    /** Returns the first element of each rank, as Scatterv and Gatherv take them. */
    int[] firsts() {
        return IntStream.range(0, ranks).map(this::first).toArray();
    }

    /** Returns the number of elements of each rank, as Scatterv and Gatherv take them. */
    int[] lengths() {
        return IntStream.range(0, ranks).map(this::length).toArray();
    }
}
