package org.jmpi.bench.application;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.MPI;
import mpi.Prequest;
import org.jmpi.bench.ProgressBar;

/**
 * Propagates a wave by messages. With remote objects or shared arrays a rank reads the values that it needs; by
 * messages the rank that has a value sends it. As the graph stays the same, both ranks prepare their requests once.
 */
final class Em3dByMessages implements Solution<double[]> {
    /** How values travel. */
    enum Version {
        /** A message for each edge that leads to another rank. */
        BASE,
        /** A message for each node that a rank needs of another one, however many edges lead there. */
        GHOST,
        /** A message for each pair of ranks, with all those nodes. */
        BULK
    }

    /** A value of another rank that a rank needs; the key is different for values that travel apart. */
    private record Need(int node, int key) {}

    /** What this rank knows of one kind of nodes. */
    private final class Side {
        private final double[] values;
        private final int[][] places;
        private final double[][] weights;
        private final Prequest[] transfers;

        /** Takes this rank's nodes of one kind, and those of the other kind that they need. */
        Side(Em3d.Kind own, Em3d.Kind other) throws Exception {
            Set<Need> needs = needs(me, own);
            values = new double[parts.length(me) + needs.size()];
            System.arraycopy(other.values(), parts.first(me), values, 0, parts.length(me));
            Map<Integer, Integer> placeOf = new HashMap<>();
            for (Need need : needs) placeOf.put(need.key, parts.length(me) + placeOf.size());
            places = IntStream.range(parts.first(me), parts.first(me + 1))
                    .mapToObj(node -> IntStream.range(0, own.neighbours()[node].length)
                            .map(k -> place(own, node, k, placeOf))
                            .toArray())
                    .toArray(int[][]::new);
            weights = IntStream.range(parts.first(me), parts.first(me + 1))
                    .mapToObj(node -> own.weights()[node])
                    .toArray(double[][]::new);
            transfers = transfers(own, needs);
        }

        private int place(Em3d.Kind own, int node, int k, Map<Integer, Integer> placeOf) {
            int neighbour = own.neighbours()[node][k];
            if (parts.owner(neighbour) == me) return neighbour - parts.first(me);
            return placeOf.get(key(node, k, neighbour));
        }

        private Prequest[] transfers(Em3d.Kind own, Set<Need> needs) throws Exception {
            List<Prequest> prepared = new ArrayList<>();
            int place = parts.length(me);
            for (int rank = 0; rank < parts.ranks(); rank++) {
                if (rank == me) continue;
                int[] out = owned(needs(rank, own), me);
                int[] in = owned(needs, rank);
                if (version == Version.BULK) {
                    if (in.length > 0) prepared.add(receive(place, in.length, rank));
                    if (out.length > 0) prepared.add(sendAll(out, rank));
                } else {
                    for (int i = 0; i < in.length; i++) prepared.add(receive(place + i, 1, rank));
                    for (int node : out)
                        prepared.add(
                                MPI.COMM_WORLD.Send_init(values, node - parts.first(me), 1, MPI.DOUBLE, rank, TAG));
                }
                place += in.length;
            }
            return prepared.toArray(Prequest[]::new);
        }

        private Prequest receive(int place, int count, int rank) throws Exception {
            return MPI.COMM_WORLD.Recv_init(values, place, count, MPI.DOUBLE, rank, TAG);
        }

        private Prequest sendAll(int[] nodes, int rank) throws Exception {
            int[] lengths = IntStream.generate(() -> 1).limit(nodes.length).toArray();
            int[] displacements =
                    IntStream.of(nodes).map(node -> node - parts.first(me)).toArray();
            Datatype type = Datatype.Indexed(lengths, displacements, MPI.DOUBLE);
            type.Commit();
            return MPI.COMM_WORLD.Send_init(values, 0, 1, type, rank, TAG);
        }

        /** Gets the values of other ranks, and updates the nodes of this rank. */
        void update(double[] nodes) throws Exception {
            Prequest.Startall(transfers);
            Prequest.Waitall(transfers);
            for (int i = 0; i < places.length; i++) nodes[i] -= Em3d.sum(weights[i], places[i], values);
        }
    }

    private static final int TAG = 1;

    private final int me = MPI.COMM_WORLD.Rank();
    private final Version version;
    private final Parts parts;
    private final Side toElectric;
    private final Side toMagnetic;

    Em3dByMessages(Em3d problem, Version version) throws Exception {
        this.version = version;
        parts = problem.parts();
        toElectric = new Side(problem.electric(), problem.magnetic());
        toMagnetic = new Side(problem.magnetic(), problem.electric());
    }

    private int key(int node, int k, int neighbour) {
        return version == Version.BASE ? node << Byte.SIZE | k : neighbour;
    }

    /** Returns the values that a rank needs for one kind, in the order of the ranks that have them. */
    private Set<Need> needs(int rank, Em3d.Kind kind) {
        List<Need> needs = new ArrayList<>();
        for (int node = parts.first(rank); node < parts.first(rank + 1); node++) {
            int[] neighbours = kind.neighbours()[node];
            for (int k = 0; k < neighbours.length; k++)
                if (parts.owner(neighbours[k]) != rank) needs.add(new Need(neighbours[k], key(node, k, neighbours[k])));
        }
        needs.sort(Comparator.comparing(need -> parts.owner(need.node)));
        return new LinkedHashSet<>(needs);
    }

    /** Returns the nodes among some needs that a rank has. */
    private int[] owned(Set<Need> needs, int rank) {
        return needs.stream()
                .mapToInt(Need::node)
                .filter(node -> parts.owner(node) == rank)
                .toArray();
    }

    /** The values that one kind needs begin with this rank's own values of the other kind. */
    @Override
    public void run(ProgressBar progress) throws Exception {
        for (int step = 0; step < Em3d.STEPS; step++) {
            toElectric.update(toMagnetic.values);
            toMagnetic.update(toElectric.values);
            progress.show(step, Em3d.STEPS);
        }
    }

    @Override
    public double[] result() throws Exception {
        double[] all = new double[2 * parts.elements()];
        gather(toMagnetic.values, all, 0);
        gather(toElectric.values, all, parts.elements());
        return all;
    }

    private void gather(double[] values, double[] all, int start) throws Exception {
        int[] lengths = parts.lengths();
        MPI.COMM_WORLD.Gatherv(
                values, 0, parts.length(me), MPI.DOUBLE, all, start, lengths, parts.firsts(), MPI.DOUBLE, 0);
    }

    @Override
    public void free() throws Exception {
        for (Prequest request : toElectric.transfers) request.Free();
        for (Prequest request : toMagnetic.transfers) request.Free();
    }
}
