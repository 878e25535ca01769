package org.jmpi.bench.application;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jmpi.Jmpi;
import org.jmpi.World;
import org.jmpi.bench.ProgressBar;
import org.jmpi.rpc.GlobalRef;
import org.jmpi.rpc.ObjectSpace;
import org.jmpi.rpc.RemoteArray;
import org.jmpi.rpc.Simple;

/**
 * Propagates a wave by remote objects. A rank reads the values that it needs from their owners: one at a time by calls
 * that wait, one at a time but all at once from arrays, or by one call of each owner. After each half of a step is a
 * barrier, since owners change the values in the next half.
 */
final class Em3dByRemoteObjects implements Solution<double[]> {
    /** The values of one kind that a rank has. */
    interface Field {
        @Simple
        double value(int node);

        @Simple
        CompletableFuture<double[]> values(int[] nodes);
    }

    /** The nodes of one kind of this rank, and the values of the other kind that they need. */
    private final class Side implements Field {
        private final Em3dSide side;
        private final double[] values;
        private final List<GlobalRef<Field>> fields;
        private final List<RemoteArray<double[]>> arrays;

        Side(Em3d.Kind own, Em3d.Kind other) {
            side = new Em3dSide(parts, me, own, other, version);
            values = side.values();
            fields = space.exportAll(Field.class, this);
            arrays = world.allGather(space.exportArray(values));
        }

        @Override
        public double value(int node) {
            return values[node - parts.first(me)];
        }

        @Override
        public CompletableFuture<double[]> values(int[] nodes) {
            return CompletableFuture.completedFuture(
                    IntStream.of(nodes).mapToDouble(this::value).toArray());
        }

        /** Reads the values of other ranks, and updates the nodes of this rank. */
        void update(double[] nodes) {
            List<CompletableFuture<Void>> reads = new ArrayList<>();
            for (int owner = 0; owner < parts.ranks(); owner++)
                if (side.needs(owner).length > 0) read(owner, side.needs(owner), side.copies(owner), reads);
            reads.forEach(space::await);
            side.update(nodes);
            world.barrier();
        }

        private void read(int owner, int[] nodes, int place, List<CompletableFuture<Void>> reads) {
            Field field = fields.get(owner).get();
            RemoteArray<double[]> array = arrays.get(owner);
            switch (version) {
                case BASE:
                    for (int i = 0; i < nodes.length; i++) values[place + i] = field.value(nodes[i]);
                    break;
                case GHOST:
                    for (int i = 0; i < nodes.length; i++)
                        reads.add(array.startGet(nodes[i] - parts.first(owner), values, place + i, 1));
                    break;
                default:
                    reads.add(field.values(nodes)
                            .thenAccept(read -> System.arraycopy(read, 0, values, place, read.length)));
            }
        }

        /** Reads the values of all ranks. */
        void collect(double[] all, int start) {
            for (int rank = 0; rank < parts.ranks(); rank++)
                arrays.get(rank).get(0, all, start + parts.first(rank), parts.length(rank));
        }

        void drop() {
            fields.get(me).drop();
            arrays.get(me).drop();
        }
    }

    private final ObjectSpace space = ObjectSpace.open();
    private final World world = Jmpi.world();
    private final int me = space.rank();
    private final Em3d.Version version;
    private final Parts parts;
    private final Side toElectric;
    private final Side toMagnetic;

    Em3dByRemoteObjects(Em3d problem, Em3d.Version version) {
        this.version = version;
        parts = problem.parts();
        toElectric = new Side(problem.electric(), problem.magnetic());
        toMagnetic = new Side(problem.magnetic(), problem.electric());
    }

    @Override
    public void run(ProgressBar progress) {
        for (int step = 0; step < Em3d.STEPS; step++) {
            toElectric.update(toMagnetic.values);
            toMagnetic.update(toElectric.values);
            progress.show(step, Em3d.STEPS);
        }
    }

    @Override
    public double[] result() {
        double[] all = new double[2 * parts.elements()];
        if (me == 0) toMagnetic.collect(all, 0);
        if (me == 0) toElectric.collect(all, parts.elements());
        return all;
    }

    @Override
    public void free() {
        world.barrier();
        toElectric.drop();
        toMagnetic.drop();
    }
}
