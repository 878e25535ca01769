package org.jmpi.bench.application;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jmpi.Jmpi;
import org.jmpi.World;
import org.jmpi.bench.ProgressBar;
import org.jmpi.rpc.GlobalRef;
import org.jmpi.rpc.ObjectSpace;
import org.jmpi.rpc.OneWay;
import org.jmpi.rpc.RemoteArray;
import org.jmpi.rpc.Simple;

/**
 * Propagates a wave by remote objects. A rank reads the values that it needs from their owners: one after the other by
 * calls that wait, or all at once as elements of arrays. In the bulk version owners give them, by one call of each rank
 * that needs some.
 *
 * <p>Owners change in each half of a step what others read in the next one. So a barrier parts the halves. The bulk
 * version has none: a rank waits for the values of the others, which tell how many times they have been updated.
 */
final class Em3dByRemoteObjects implements Solution<double[]> {
    /** The values of one kind that a rank has. */
    interface Field {
        @Simple
        double value(int node);

        /** Takes the values of an owner that the rank needs, which have been updated so many times. */
        @Simple
        @OneWay
        void take(int owner, int times, double[] values);
    }

    /** Values of other ranks that have been updated equally many times. */
    private static final class Arrivals {
        private final double[][] byOwner;
        private final AtomicInteger missing;
        private final CompletableFuture<Void> all = new CompletableFuture<>();

        Arrivals(int ranks, int owners) {
            byOwner = new double[ranks][];
            missing = new AtomicInteger(owners);
            if (owners == 0) all.complete(null);
        }

        void add(int owner, double[] values) {
            byOwner[owner] = values;
            if (missing.decrementAndGet() == 0) all.complete(null);
        }
    }

    /** The nodes of one kind of this rank, and the values of the other kind that they need. */
    private final class Side implements Field {
        private final Em3dSide side;
        private final double[] values;
        private final List<GlobalRef<Field>> fields;
        private final List<RemoteArray<double[]>> arrays;
        private final List<CompletableFuture<Void>> reads = new ArrayList<>();

        /** The places of the values that each rank needs. */
        private final int[][] needed = new int[parts.ranks()][];

        private final List<Arrivals> arrivals;

        Side(Em3d.Kind own, Em3d.Kind other) {
            side = new Em3dSide(parts, me, own, other, version);
            values = side.values();
            Arrays.setAll(
                    needed,
                    rank -> IntStream.of(Em3dSide.needs(parts, own, rank, me, version))
                            .map(node -> node - parts.first(me))
                            .toArray());
            int owners = (int) IntStream.range(0, parts.ranks())
                    .filter(owner -> side.needs(owner).length > 0)
                    .count();
            arrivals = Stream.generate(() -> new Arrivals(parts.ranks(), owners))
                    .limit(steps + 1)
                    .toList();
            fields = space.exportAll(Field.class, this);
            arrays = world.allGather(space.exportArray(values));
        }

        @Override
        public double value(int node) {
            return values[node - parts.first(me)];
        }

        @Override
        public void take(int owner, int times, double[] taken) {
            arrivals.get(times).add(owner, taken);
        }

        /** Updates the nodes of this rank, when the values of other ranks have been updated so many times. */
        void update(Side nodes, int times) {
            if (version == Em3d.Version.BULK) receive(times);
            else read();
            side.update(nodes.values);
            if (version != Em3d.Version.BULK) world.barrier();
        }

        /** Sends the values of this rank, which have been updated so many times, to the ranks that need them. */
        void send(int times) {
            for (int rank = 0; rank < parts.ranks(); rank++)
                if (needed[rank].length > 0) fields.get(rank).get().take(me, times, gather(needed[rank]));
        }

        private double[] gather(int[] places) {
            double[] gathered = new double[places.length];
            for (int i = 0; i < places.length; i++) gathered[i] = values[places[i]];
            return gathered;
        }

        private void receive(int times) {
            Arrivals arrived = arrivals.get(times);
            space.await(arrived.all);
            for (int owner = 0; owner < parts.ranks(); owner++) {
                double[] taken = arrived.byOwner[owner];
                if (taken != null) System.arraycopy(taken, 0, values, side.copies(owner), taken.length);
            }
        }

        private void read() {
            for (int owner = 0; owner < parts.ranks(); owner++)
                if (owner != me) read(owner, side.needs(owner), side.copies(owner));
            reads.forEach(space::await);
            reads.clear();
        }

        private void read(int owner, int[] nodes, int place) {
            Field field = fields.get(owner).get();
            RemoteArray<double[]> array = arrays.get(owner);
            for (int i = 0; i < nodes.length; i++)
                if (version == Em3d.Version.BASE) values[place + i] = field.value(nodes[i]);
                else reads.add(array.startGet(nodes[i] - parts.first(owner), values, place + i, 1));
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
        boolean isBulk = version == Em3d.Version.BULK;
        if (isBulk) toElectric.send(0);
        for (int step = 0; step < steps; step++) {
            toElectric.update(toMagnetic, step);
            if (isBulk) toMagnetic.send(step + 1);
            toMagnetic.update(toElectric, step + 1);
            if (isBulk && step + 1 < steps) toElectric.send(step + 1);
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
