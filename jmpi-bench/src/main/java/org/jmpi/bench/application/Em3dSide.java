package org.jmpi.bench.application;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The nodes of one kind that a rank has, and the values of the other kind that they need: first all those of the rank
 * itself, then copies of those of other ranks, rank by rank.
 */
final class Em3dSide {
    private final Parts parts;
    private final int rank;
    private final double[] values;
    private final int[][] needs;

    /** Where the copies of each rank's values begin, and where all end. */
    private final int[] starts;

    private final int[][] places;
    private final double[][] weights;

    Em3dSide(Parts parts, int rank, Em3d.Kind own, Em3d.Kind other, Em3d.Version version) {
        this.parts = parts;
        this.rank = rank;
        needs = new int[parts.ranks()][];
        starts = new int[parts.ranks() + 1];
        starts[0] = parts.length(rank);
        for (int owner = 0; owner < parts.ranks(); owner++) {
            needs[owner] = needs(parts, own, rank, owner, version);
            starts[owner + 1] = starts[owner] + needs[owner].length;
        }
        values = new double[starts[parts.ranks()]];
        System.arraycopy(other.values(), parts.first(rank), values, 0, parts.length(rank));
        weights = Arrays.copyOfRange(own.weights(), parts.first(rank), parts.first(rank + 1));
        places = new int[parts.length(rank)][];
        int[] next = starts.clone();
        for (int i = 0; i < places.length; i++)
            places[i] = Arrays.stream(own.neighbours()[parts.first(rank) + i])
                    .map(node -> place(node, version, next))
                    .toArray();
    }

    /** Returns the nodes of an owner that a rank needs: in order, or once for each edge. */
    static int[] needs(Parts parts, Em3d.Kind kind, int rank, int owner, Em3d.Version version) {
        if (rank == owner) return new int[0];
        IntStream ends = IntStream.range(parts.first(rank), parts.first(rank + 1))
                .flatMap(node -> Arrays.stream(kind.neighbours()[node]))
                .filter(node -> parts.owner(node) == owner);
        return version == Em3d.Version.BASE
                ? ends.toArray()
                : ends.distinct().sorted().toArray();
    }

    private int place(int node, Em3d.Version version, int[] next) {
        int owner = parts.owner(node);
        if (owner == rank) return node - parts.first(rank);
        if (version == Em3d.Version.BASE) return next[owner]++;
        return starts[owner] + Arrays.binarySearch(needs[owner], node);
    }

    double[] values() {
        return values;
    }

    /** Returns the nodes of an owner that are needed, in the order of their copies. */
    int[] needs(int owner) {
        return needs[owner];
    }

    /** Returns where the copies of an owner's values begin. */
    int copies(int owner) {
        return starts[owner];
    }

    /** Updates the nodes of the rank. */
    void update(double[] nodes) {
        for (int i = 0; i < places.length; i++) nodes[i] -= Em3d.sum(weights[i], places[i], values);
    }
}
