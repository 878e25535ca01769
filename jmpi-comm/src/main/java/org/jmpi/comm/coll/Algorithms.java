package org.jmpi.comm.coll;

import java.util.List;
import java.util.Map;
import org.jmpi.comm.coll.select.AlgorithmList;
import org.jmpi.comm.coll.select.Tuning;

/** The algorithms of all collective operations, and how they are selected. */
public final class Algorithms {
    /** The algorithms of each operation. */
    static final List<AlgorithmList<?>> OF_OPERATIONS = List.of(
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

    /** The default choices. */
    public static final Tuning DEFAULT = tuning(Map.of());

    private Algorithms() {}

    /**
     * Reads settings.
     *
     * @param settings values by names, which start with {@link Tuning#PREFIX}
     * @return what they ask for
     * @throws IllegalArgumentException if there is no such setting, algorithm or number; the message names the setting,
     *     its value and the possible ones
     */
    public static Tuning tuning(Map<String, String> settings) {
        return Tuning.of(OF_OPERATIONS, settings);
    }
}
