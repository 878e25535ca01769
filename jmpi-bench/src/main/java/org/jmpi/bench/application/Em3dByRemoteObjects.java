package org.jmpi.bench.application;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jmpi.Jmpi;
import org.jmpi.World;
import org.jmpi.bench.ProgressBar;
import org.jmpi.rpc.GlobalRef;
import org.jmpi.rpc.ObjectSpace;
import org.jmpi.rpc.RemoteArray;
import org.jmpi.rpc.Simple;

/**
 * Propagates a wave by remote objects. A rank reads the values that it needs from their owners: one after the other by
 * calls that wait, all at once as elements of arrays, or by one call of each owner.
 *
 * <p>Owners change in each half of a step what others read in the next one. So a barrier parts the halves. The bulk
 * version has none, and asks for values half a step in advance: a call is answered when the owner has updated them. The
 * owner updates them again when all ranks have answered the calls in between.
 */
final class Em3dByRemoteObjects implements Solution<double[]> {
    /** The values of one kind that a rank has. */
    interface Field {
        @Simple
        double value(int node);

        /** Says which values a rank needs. */
        @Simple
        void need(int rank, int[] nodes);

        /** Returns the values that a rank needs when they have been updated so many times. */
        @Simple
        CompletableFuture<double[]> values(int rank, int times);
    }

    /** The nodes of one kind of this rank, and the values of the other kind that they need. */
    private final class Side implements Field {
        private final Em3dSide side;
        private final double[] values;
        private final List<GlobalRef<Field>> fields;
        private final List<RemoteArray<double[]>> arrays;
        private final List<CompletableFuture<Void>> updated =
                Stream.generate(CompletableFuture<Void>::new).limit(steps + 1).toList();
        private final List<CompletableFuture<Void>> reads = new ArrayList<>();

        /** The values of this rank that each rank needs, by their places. */
        private final int[][] needed = new int[parts.ranks()][];

        Side(Em3d.Kind own, Em3d.Kind other) {
            side = new Em3dSide(parts, me, own, other, version);
            values = side.values();
            fields = space.exportAll(Field.class, this);
            arrays = world.allGather(space.exportArray(values));
            updated.get(0).complete(null);
            for (int owner = 0; owner < parts.ranks(); owner++)
                if (owner != me) fields.get(owner).get().need(me, side.needs(owner));
        }

        @Override
        public double value(int node) {
            return values[node - parts.first(me)];
        }

        @Override
        public void need(int rank, int[] nodes) {
            needed[rank] =
                    IntStream.of(nodes).map(node -> node - parts.first(me)).toArray();
        }

        @Override
        public CompletableFuture<double[]> values(int rank, int times) {
            return updated.get(times).thenApply(now -> gather(needed[rank]));
        }

        private double[] gather(int[] places) {
            double[] gathered = new double[places.length];
            for (int i = 0; i < places.length; i++) gathered[i] = values[places[i]];
            return gathered;
        }

        /** Updates the nodes of this rank when the values of other ranks are there. */
        void update(Side nodes, int times) {
            if (version != Em3d.Version.BULK) read(times);
            reads.forEach(space::await);
            reads.clear();
            side.update(nodes.values);
            nodes.updated.get(times).complete(null);
            if (version != Em3d.Version.BULK) world.barrier();
        }

        /** Begins to read the values of other ranks when they have been updated so many times. */
        void read(int times) {
            for (int owner = 0; owner < parts.ranks(); owner++)
                if (owner != me) read(owner, side.needs(owner), side.copies(owner), times);
        }

        private void read(int owner, int[] nodes, int place, int times) {
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
                    reads.add(field.values(me, times)
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
    private final int steps;
    private final Side toElectric;
    private final Side toMagnetic;

    Em3dByRemoteObjects(Em3d problem, Em3d.Version version) {
        this.version = version;
        parts = problem.parts();
        steps = problem.steps();
        toElectric = new Side(problem.electric(), problem.magnetic());
        toMagnetic = new Side(problem.magnetic(), problem.electric());
    }

    @Override
    public void run(ProgressBar progress) {
        if (version == Em3d.Version.BULK) toElectric.read(0);
        for (int step = 1; step <= steps; step++) {
            if (version == Em3d.Version.BULK) toMagnetic.read(step);
            toElectric.update(toMagnetic, step);
            if (version == Em3d.Version.BULK) toElectric.read(step);
            toMagnetic.update(toElectric, step);
            progress.show(step, steps);
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
