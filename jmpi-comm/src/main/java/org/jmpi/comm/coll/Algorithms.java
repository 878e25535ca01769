package org.jmpi.comm.coll;

import java.util.List;
import java.util.Map;
import org.jmpi.comm.coll.select.AlgorithmList;
import org.jmpi.comm.coll.select.Tuning;

/** The algorithms of all collective operations, and how they are selected. */
public final class Algorithms {
    /** The default choices. */
    public static final Tuning DEFAULT = tuning(Map.of());

    private Algorithms() {}

    /** Returns the algorithms of each operation. */
    static List<AlgorithmList<?>> ofOperations() {
        return List.of(
                Barrier.ALGORITHMS,
                Bcast.ALGORITHMS,
                Gather.ALGORITHMS,
                Gatherv.ALGORITHMS,
                Scatter.ALGORITHMS,
                Scatterv.ALGORITHMS,
                Allgather.ALGORITHMS,
                Allgatherv.ALGORITHMS,
                Alltoall.ALGORITHMS,
                Alltoallv.ALGORITHMS,
                Reduce.ALGORITHMS,
                Allreduce.ALGORITHMS,
                ReduceScatter.ALGORITHMS,
                Scan.ALGORITHMS,
                Exscan.ALGORITHMS);
    }

    /**
     * Reads settings.
     *
     * @param settings values by names, which start with {@link Tuning#PREFIX}
     * @return what they ask for
     * @throws IllegalArgumentException if there is no such setting, algorithm or number; the message names the setting,
     *     its value and the possible ones
     */
    public static Tuning tuning(Map<String, String> settings) {
        // The algorithms of an operation are 2 to 11 classes, which a rank that does not call it need not load.
        return Tuning.of(settings.isEmpty() ? List.of() : ofOperations(), settings);
    }
}
