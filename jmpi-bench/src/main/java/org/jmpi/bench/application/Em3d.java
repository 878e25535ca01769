package org.jmpi.bench.application;

import java.util.Random;
import org.jmpi.bench.ProgressBar;

/**
 * Propagates an electromagnetic wave through a graph (EM3D). Half of the nodes are values of the electric field, half
 * of the magnetic one. In each step each electric node subtracts a weighted sum of its magnetic neighbours, and then
 * each magnetic node one of its electric neighbours. The result is the electric values, then the magnetic ones.
 *
 * <p>The nodes are dealt to ranks in parts of consecutive ones, and a given percentage of the edges leads to other
 * ranks: so the graph depends on the number of ranks. Every solution adds a sum in the same order, so the results are
 * equal.
 *
 * <p>Source: "MRPC: A High Performance RPC System for MPMD Parallel Computing", section 5.2: 800 nodes of degree 20,
 * with 10 to 100 % remote edges. It does not say how many steps.
 */
final class Em3d implements Problem<double[]> {
    private static final int SEED = 52;

    /** How a rank gets values of other ranks. */
    enum Version {
        /** Each by itself, for each edge that leads to another rank. */
        BASE,
        /** Each by itself, for each node that the rank needs, however many edges lead there. */
        GHOST,
        /** All those of a rank together. */
        BULK
    }

    /** Nodes of one kind: their values, and for each the numbers and weights of its neighbours of the other kind. */
    record Kind(double[] values, int[][] neighbours, double[][] weights) {
        /** Returns the same nodes with values that may be changed. */
        Kind copy() {
            return new Kind(values.clone(), neighbours, weights);
        }
    }

    private final int nodes;
    private final int degree;
    private final int remotePercent;
    private final int steps;
    private final Parts parts;
    private final Kind electric;
    private final Kind magnetic;

    /**
     * Makes a graph.
     *
     * @param nodes number of all nodes, even, and at least two for each rank
     * @param degree number of neighbours of a node
     * @param remotePercent percentage of the edges that lead to other ranks, if there are several ranks
     * @param ranks number of ranks
     * @param steps number of steps
     */
    Em3d(int nodes, int degree, int remotePercent, int ranks, int steps) {
        this.nodes = nodes;
        this.degree = degree;
        this.remotePercent = remotePercent;
        this.steps = steps;
        parts = new Parts(nodes / 2, ranks);
        Random random = new Random(SEED);
        electric = kind(random);
        magnetic = kind(random);
    }

    private Kind kind(Random random) {
        int count = nodes / 2;
        int[][] neighbours = new int[count][degree];
        double[][] weights = new double[count][];
        for (int node = 0; node < count; node++) {
            for (int k = 0; k < degree; k++) neighbours[node][k] = neighbour(parts.owner(node), random);
            weights[node] = random.doubles(degree, -0.5 / degree, 0.5 / degree).toArray();
        }
        return new Kind(random.doubles(count, -1, 1).toArray(), neighbours, weights);
    }

    private int neighbour(int rank, Random random) {
        boolean remote = parts.ranks() > 1 && random.nextInt(100) < remotePercent;
        int other = remote ? (rank + 1 + random.nextInt(parts.ranks() - 1)) % parts.ranks() : rank;
        return parts.first(other) + random.nextInt(parts.length(other));
    }

    /** Returns which rank has which nodes, the same for both kinds. */
    Parts parts() {
        return parts;
    }

    int steps() {
        return steps;
    }

    Kind electric() {
        return electric;
    }

    Kind magnetic() {
        return magnetic;
    }

    @Override
    public String size() {
        return nodes + " nodes " + remotePercent + "% remote";
    }

    @Override
    public double[] solve(ProgressBar progress) {
        Kind e = electric.copy();
        Kind m = magnetic.copy();
        for (int step = 0; step < steps; step++) {
            update(e, m);
            update(m, e);
            progress.show(step, steps);
        }
        double[] result = new double[nodes];
        System.arraycopy(e.values, 0, result, 0, nodes / 2);
        System.arraycopy(m.values, 0, result, nodes / 2, nodes / 2);
        return result;
    }

    private static void update(Kind to, Kind from) {
        for (int node = 0; node < to.values.length; node++)
            to.values[node] -= sum(to.weights[node], to.neighbours[node], from.values);
    }

    /** Returns the weighted sum of the values at some places. */
    static double sum(double[] weights, int[] places, double[] values) {
        double sum = 0;
        for (int k = 0; k < places.length; k++) sum += weights[k] * values[places[k]];
        return sum;
    }

    @Override
    public Check check(double[] expected, double[] result) {
        return Check.equal(expected, result);
    }
}
