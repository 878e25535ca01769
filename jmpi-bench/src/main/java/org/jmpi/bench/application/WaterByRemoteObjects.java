package org.jmpi.bench.application;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;
import org.jmpi.Jmpi;
import org.jmpi.World;
import org.jmpi.bench.ProgressBar;
import org.jmpi.rpc.Atomic;
import org.jmpi.rpc.GlobalRef;
import org.jmpi.rpc.ObjectSpace;
import org.jmpi.rpc.RemoteArray;
import org.jmpi.rpc.Simple;

/**
 * Moves molecules by remote objects. A rank reads molecules of other ranks when it computes the forces of its own, or
 * copies them from arrays at the start of a step. It adds the forces by a call for each of these molecules.
 */
final class WaterByRemoteObjects implements Solution<double[]> {
    private static final int NUMBERS = Water.NUMBERS;

    /** The molecules of a rank. */
    interface Molecules {
        @Atomic
        double[] position(int molecule);

        @Atomic
        CompletableFuture<Void> push(int molecule, double[] force);

        @Simple
        double energy();
    }

    /** Those of this rank. */
    private final class Own implements Molecules {
        @Override
        public double[] position(int molecule) {
            return part(x, molecule);
        }

        @Override
        public CompletableFuture<Void> push(int molecule, double[] force) {
            for (int i = 0; i < NUMBERS; i++) pushes[NUMBERS * molecule + i] += force[i];
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public double energy() {
            return energy;
        }
    }

    private final ObjectSpace space = ObjectSpace.open();
    private final World world = Jmpi.world();
    private final int me = space.rank();
    private final Water water;
    private final Water.Version version;
    private final Parts parts;
    private final int first;
    private final int end;
    private final SortedSet<Integer> needs;
    private final Water.Motion motion;
    private double energy;

    /** Positions and forces of all molecules; those that this rank neither has nor needs are of no use. */
    private final double[] x;

    private final double[] forces;

    /** The forces from other ranks on molecules of this rank. */
    private final double[] pushes;

    private final List<GlobalRef<Molecules>> molecules;
    private final List<RemoteArray<double[]>> positions;

    WaterByRemoteObjects(Water water, Water.Version version) {
        this.water = water;
        this.version = version;
        parts = new Parts(water.molecules(), space.size());
        first = parts.first(me);
        end = parts.first(me + 1);
        needs = water.needs(parts, me);
        x = water.start();
        forces = new double[x.length];
        pushes = new double[x.length];
        motion = new Water.Motion(x.length);
        molecules = space.exportAll(Molecules.class, new Own());
        positions = world.allGather(space.exportArray(x));
    }

    private static double[] part(double[] numbers, int molecule) {
        return Arrays.copyOfRange(numbers, NUMBERS * molecule, NUMBERS * (molecule + 1));
    }

    private Molecules owner(int molecule) {
        return molecules.get(parts.owner(molecule)).get();
    }

    /** No rank reads a position before its owner has moved the molecule, or uses a force before all are there. */
    @Override
    public void run(ProgressBar progress) {
        for (int step = 0; step < water.steps(); step++) {
            motion.predict(x, first, end);
            world.barrier();
            if (version == Water.Version.PREFETCH) prefetch();
            interact();
            push();
            world.barrier();
            for (int i = NUMBERS * first; i < NUMBERS * end; i++) forces[i] += pushes[i];
            Arrays.fill(pushes, 0);
            motion.correct(forces, first, end);
            progress.show(step, water.steps());
        }
    }

    /** Copies the molecules that this rank needs: those of one owner are consecutive. */
    private void prefetch() {
        List<CompletableFuture<Void>> copies = new ArrayList<>();
        for (RemoteArray<double[]> array : positions) {
            SortedSet<Integer> some = needs.subSet(parts.first(array.rank()), parts.first(array.rank() + 1));
            if (some.isEmpty()) continue;
            int place = NUMBERS * some.first();
            copies.add(array.startGet(place, x, place, NUMBERS * some.size()));
        }
        copies.forEach(space::await);
    }

    private void interact() {
        Arrays.fill(forces, 0);
        energy = 0;
        for (int molecule = first; molecule < end; molecule++) {
            if (version == Water.Version.ATOMIC) read(molecule);
            energy += water.interact(x, molecule, forces);
        }
    }

    private void read(int molecule) {
        for (int k = 0; k < water.partners(molecule); k++) {
            int partner = water.partner(molecule, k);
            if (parts.owner(partner) == me) continue;
            System.arraycopy(owner(partner).position(partner), 0, x, NUMBERS * partner, NUMBERS);
        }
    }

    private void push() {
        List<CompletableFuture<Void>> pushed = new ArrayList<>();
        for (int molecule : needs) pushed.add(owner(molecule).push(molecule, part(forces, molecule)));
        pushed.forEach(space::await);
    }

    @Override
    public double[] result() {
        double[] all = new double[x.length + 1];
        for (int rank = 0; rank < space.size() && me == 0; rank++) {
            int place = NUMBERS * parts.first(rank);
            positions.get(rank).get(place, all, place, NUMBERS * parts.length(rank));
            all[x.length] += molecules.get(rank).get().energy();
        }
        return all;
    }

    @Override
    public void free() {
        world.barrier();
        molecules.get(me).drop();
        positions.get(me).drop();
    }
}
