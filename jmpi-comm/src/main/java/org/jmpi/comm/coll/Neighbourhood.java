package org.jmpi.comm.coll;

/**
 * The neighbours of one rank in a topology (MPI-4.1 section 8.6). The order of neighbours is that of blocks in a
 * buffer. A neighbour is a rank, which may occur several times, or negative where the topology ends.
 */
public final class Neighbourhood {
    private final int[] sources;
    private final int[] destinations;

    /** The numbers of the blocks received, in the order in which messages from one rank are received. */
    private final int[] arrivals;

    private Neighbourhood(int[] sources, int[] destinations, int[] arrivals) {
        this.sources = sources;
        this.destinations = destinations;
        this.arrivals = arrivals;
    }

    /**
     * {@return the neighbours of a rank in a graph: the first edge from one rank to another at the one end is the first
     * at the other end, and so on}
     *
     * @param sources the ranks that edges come from
     * @param destinations the ranks that edges lead to
     */
    public static Neighbourhood ofGraph(int[] sources, int[] destinations) {
        int[] arrivals = new int[sources.length];
        for (int i = 0; i < arrivals.length; i++) arrivals[i] = i;
        return new Neighbourhood(sources.clone(), destinations.clone(), arrivals);
    }

    /**
     * {@return the neighbours of a rank in a grid} A block that is sent downwards comes from above, also where both
     * neighbours along a dimension are one rank.
     *
     * @param neighbours for each dimension, the neighbour below and the one above
     */
    public static Neighbourhood ofGrid(int[] neighbours) {
        int[] arrivals = new int[neighbours.length];
        for (int i = 0; i < arrivals.length; i++) arrivals[i] = i ^ 1;
        int[] own = neighbours.clone();
        return new Neighbourhood(own, own, arrivals);
    }

    static boolean isRank(int neighbour) {
        return neighbour >= 0;
    }

    int[] sources() {
        return sources;
    }

    int[] destinations() {
        return destinations;
    }

    int[] arrivals() {
        return arrivals;
    }

    /** Returns whether this rank sends at all. */
    boolean haveDestination() {
        for (int neighbour : destinations) if (isRank(neighbour)) return true;
        return false;
    }
}
