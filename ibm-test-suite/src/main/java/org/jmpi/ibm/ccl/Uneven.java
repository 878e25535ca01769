package org.jmpi.ibm.ccl;

import java.util.function.IntBinaryOperator;
import java.util.stream.IntStream;
import org.jmpi.ibm.Items;

/**
 * Blocks of a buffer that belong to one rank each, with gaps between them.
 *
 * @param first items of rank 0's block
 * @param others items of any other rank's block
 */
record Uneven(int ranks, int first, int others) {
    /** Items from the start of a block to the start of the next. */
    static final int STRIDE = 15;

    /** Returns the items of a rank's block. */
    int count(int rank) {
        return rank == 0 ? first : others;
    }

    int[] counts() {
        return IntStream.range(0, ranks).map(this::count).toArray();
    }

    int[] displs() {
        return IntStream.range(0, ranks).map(rank -> STRIDE * rank).toArray();
    }

    Object room(Items items) {
        return items.room(STRIDE * ranks);
    }

    /** Returns a buffer with items in its blocks: the value of each depends on the rank and the place in the block. */
    Object filled(Items items, IntBinaryOperator value) {
        Object buffer = room(items);
        for (int rank = 0; rank < ranks; rank++)
            for (int k = 0; k < count(rank); k++) items.put(buffer, STRIDE * rank + k, value.applyAsInt(rank, k));
        return buffer;
    }
}
