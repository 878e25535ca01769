package org.jmpi.comm.control;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Names sets of ranks. */
public final class RankNames {
    private RankNames() {}

    /**
     * {@return such as {@code ranks 1, 3 to 7}}
     *
     * @param ranks in the world; at least one
     */
    public static String of(BitSet ranks) {
        List<String> runs = new ArrayList<>();
        for (int first = ranks.nextSetBit(0); first >= 0; ) {
            int end = ranks.nextClearBit(first);
            if (end - first < 3) for (int rank = first; rank < end; rank++) runs.add("" + rank);
            else runs.add(first + " to " + (end - 1));
            first = ranks.nextSetBit(end);
        }
        return (ranks.cardinality() == 1 ? "rank " : "ranks ") + String.join(", ", runs);
    }
}
