package org.jmpi.comm.communicator;

import java.util.Arrays;
import org.jmpi.comm.coll.Neighbourhood;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/**
 * The edges of one rank in a graph of which no rank knows more (MPI-4.1 section 8.5.4). There may be several edges from
 * one rank to another, and edges from a rank to itself.
 */
public final class DistGraphTopology {
    /** Stands for the weights of a graph that has none. */
    public static final int[] UNWEIGHTED = new int[0];

    /** Stands for the weights of no edges, in a graph that has weights. */
    public static final int[] WEIGHTS_EMPTY = new int[0];

    private final int[] sources;
    private final int[] sourceWeights;
    private final int[] destinations;
    private final int[] destinationWeights;

    private DistGraphTopology(int[] sources, int[] sourceWeights, int[] destinations, int[] destinationWeights) {
        this.sources = sources;
        this.sourceWeights = sourceWeights;
        this.destinations = destinations;
        this.destinationWeights = destinationWeights;
    }

    /**
     * {@return this rank's part of a graph whose ranks know their own edges} Every rank calls this.
     *
     * @param comm whose ranks are the nodes
     * @param sources the ranks that edges to this one come from
     * @param sourceWeights their weights, or {@link #UNWEIGHTED}
     * @param destinations the ranks that edges from this one lead to
     * @param destinationWeights their weights, or {@link #UNWEIGHTED}
     * @throws CommException of class ARG if an array is null or too short, a weight is negative, or some
     *     weights are given and others are not; RANK if a rank is out of range; ARG at every rank if two ranks do not
     * give as many edges
     *     from the one to the other
     */
    public static DistGraphTopology adjacent(
            Communicator comm, int[] sources, int[] sourceWeights, int[] destinations, int[] destinationWeights) {
        checkRanks("sources", sources, comm.size());
        checkWeights("sourceweights", sourceWeights, "sources", sources.length);
        checkRanks("destinations", destinations, comm.size());
        checkWeights("destweights", destinationWeights, "destinations", destinations.length);
        boolean weighted = sourceWeights != UNWEIGHTED;
        if (weighted == (destinationWeights == UNWEIGHTED))
            throw refused("one of sourceweights and destweights is UNWEIGHTED, the other is not");
        DistGraphEdges edges = new DistGraphEdges(comm, "Dist_graph_create_adjacent");
        edges.checkPaired(sources, destinations);
        edges.checkAllWeighted(weighted);
        return new DistGraphTopology(
                sources.clone(),
                first(sourceWeights, sources.length),
                destinations.clone(),
                first(destinationWeights, destinations.length));
    }

    /**
     * {@return this rank's part of a graph of which each rank gives any edges} Every rank calls this. Neighbours are in
     * the order of the ranks that gave the edges, those of one rank in its order.
     *
     * @param comm whose ranks are the nodes
     * @param sources the ranks that edges come from
     * @param degrees how many edges come from each of them
     * @param destinations the ranks that the edges of the first source lead to, of the second one and so on
     * @param weights those of the edges, or {@link #UNWEIGHTED}
     * @throws CommException of class ARG if an array is null or too short, a degree or weight is negative, or
     *     some ranks give weights and others do not; RANK if a rank is out of range
     */
    public static DistGraphTopology of(
            Communicator comm, int[] sources, int[] degrees, int[] destinations, int[] weights) {
        checkRanks("sources", sources, comm.size());
        int count = checkedDegrees(sources, degrees, destinations);
        int[] ends = Arrays.copyOf(destinations, count);
        checkRanks("destinations", ends, comm.size());
        checkWeights("weights", weights, "destinations", count);
        int[] starts = sourceOfEach(sources, degrees, count);
        DistGraphEdges edges = new DistGraphEdges(comm, "Dist_graph_create");
        boolean weighted = weights != UNWEIGHTED;
        edges.checkAllWeighted(weighted);
        DistGraphEdges.EdgeExchange toSources = edges.exchange(starts);
        DistGraphEdges.EdgeExchange toDestinations = edges.exchange(ends);
        return new DistGraphTopology(
                toDestinations.send(starts),
                weighted ? toDestinations.send(first(weights, count)) : UNWEIGHTED,
                toSources.send(ends),
                weighted ? toSources.send(first(weights, count)) : UNWEIGHTED);
    }

    /** Returns the source of each edge. */
    private static int[] sourceOfEach(int[] sources, int[] degrees, int edges) {
        int[] starts = new int[edges];
        int next = 0;
        for (int i = 0; i < sources.length; i++) {
            Arrays.fill(starts, next, next + degrees[i], sources[i]);
            next += degrees[i];
        }
        return starts;
    }

    /** {@return whether edges have weights} */
    public boolean isWeighted() {
        return sourceWeights != UNWEIGHTED;
    }

    /** {@return the ranks that edges to this one come from} */
    public int[] sources() {
        return sources.clone();
    }

    /** {@return the weights of the edges to this rank, or {@link #UNWEIGHTED}} */
    public int[] sourceWeights() {
        return copy(sourceWeights);
    }

    /** {@return the ranks that edges from this one lead to} */
    public int[] destinations() {
        return destinations.clone();
    }

    /** {@return the weights of the edges from this rank, or {@link #UNWEIGHTED}} */
    public int[] destinationWeights() {
        return copy(destinationWeights);
    }

    /** {@return the neighbours of this rank} */
    public Neighbourhood neighbourhood() {
        return Neighbourhood.ofGraph(sources, destinations);
    }

    private static int[] copy(int[] weights) {
        return first(weights, weights.length);
    }

    private static int[] first(int[] weights, int count) {
        return weights == UNWEIGHTED ? UNWEIGHTED : Arrays.copyOf(weights, count);
    }

    // ---- checks ----

    private static void checkRanks(String name, int[] ranks, int size) {
        if (ranks == null) throw refused(name + " is null");
        for (int i = 0; i < ranks.length; i++)
            if (ranks[i] < 0 || ranks[i] >= size)
                throw new CommException(
                        ErrorClass.RANK, "rank out of range: " + name + "[" + i + "]=" + ranks[i] + ", size=" + size);
    }

    private static void checkWeights(String name, int[] weights, String of, int edges) {
        if (weights == null) throw refused(name + " is null: give MPI.UNWEIGHTED for none");
        if (weights == UNWEIGHTED) return;
        if (weights.length < edges)
            throw refused(name + " too short: length=" + weights.length + ", " + of + "=" + edges);
        for (int i = 0; i < edges; i++)
            if (weights[i] < 0) throw refused("weight is negative: " + name + "[" + i + "]=" + weights[i]);
    }

    /** Returns the number of edges. */
    private static int checkedDegrees(int[] sources, int[] degrees, int[] destinations) {
        if (degrees == null) throw refused("degrees is null");
        if (destinations == null) throw refused("destinations is null");
        if (degrees.length < sources.length)
            throw refused("degrees too short: length=" + degrees.length + ", sources=" + sources.length);
        long edges = 0;
        for (int i = 0; i < sources.length; i++) {
            if (degrees[i] < 0) throw refused("degree is negative: degrees[" + i + "]=" + degrees[i]);
            edges += degrees[i];
        }
        if (edges > destinations.length)
            throw refused("destinations too short: length=" + destinations.length + ", sum of degrees=" + edges);
        return (int) edges;
    }

    private static CommException refused(String message) {
        return new CommException(ErrorClass.ARG, message);
    }
}
