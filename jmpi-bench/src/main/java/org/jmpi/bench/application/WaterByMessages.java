package org.jmpi.bench.application;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import mpi.Datatype;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import org.jmpi.bench.ProgressBar;

/**
 * Moves molecules by messages. Each rank has a part of the molecules, and computes their forces, which needs positions
 * of molecules of other ranks, and adds forces to them. With remote objects or shared arrays a rank reads a molecule of
 * another rank; by messages the rank that has it sends it, in an order that both know.
 *
 * <p>The forces go back in one message for each molecule.
 */
final class WaterByMessages implements Solution<double[]> {
    /** How positions travel. */
    enum Version {
        /** A message each time that a rank uses a molecule of another one: for each pair of molecules. */
        ATOMIC,
        /** A message for each pair of ranks, with all molecules that one needs of the other, at the start of a step. */
        PREFETCH
    }

    private static final int READ = 1;
    private static final int WRITE = 2;
    private static final int NUMBERS = Water.NUMBERS;

    private final int me = MPI.COMM_WORLD.Rank();
    private final int ranks = MPI.COMM_WORLD.Size();
    private final Water water;
    private final Version version;
    private final Parts parts;
    private final int first;
    private final int end;
    private final Water.Motion motion;
    private final double[] energy = new double[1];

    /** Positions and forces of all molecules; those that this rank neither has nor needs are of no use. */
    private final double[] x;

    private final double[] forces;

    /** Forces from other ranks, and the molecules that they act on. */
    private final double[] incoming;

    private final List<Integer> targets = new ArrayList<>();
    private final Prequest[] reads;
    private final Prequest[] writes;

    WaterByMessages(Water water, Version version) throws Exception {
        this.water = water;
        this.version = version;
        parts = new Parts(water.molecules(), ranks);
        first = parts.first(me);
        end = parts.first(me + 1);
        x = water.start();
        forces = new double[x.length];
        motion = new Water.Motion(x.length);
        for (int rank = 0; rank < ranks; rank++) targets.addAll(of(needs(rank), me));
        incoming = new double[NUMBERS * targets.size()];
        reads = prefetch();
        writes = writes();
    }

    /** Returns the molecules of other ranks that a rank needs, in order. */
    private TreeSet<Integer> needs(int rank) {
        TreeSet<Integer> needs = new TreeSet<>();
        for (int m = parts.first(rank); m < parts.first(rank + 1); m++)
            for (int k = 0; k < water.partners(m); k++) needs.add(water.partner(m, k));
        needs.removeIf(m -> parts.owner(m) == rank);
        return needs;
    }

    /** Returns the molecules among some that a rank has. */
    private List<Integer> of(TreeSet<Integer> molecules, int rank) {
        return molecules.stream().filter(m -> parts.owner(m) == rank).toList();
    }

    private Prequest[] prefetch() throws Exception {
        List<Prequest> prepared = new ArrayList<>();
        for (int rank = 0; rank < ranks && version == Version.PREFETCH; rank++) {
            List<Integer> in = of(needs(me), rank);
            List<Integer> out = of(needs(rank), me);
            if (!in.isEmpty()) prepared.add(MPI.COMM_WORLD.Recv_init(x, 0, 1, type(in), rank, READ));
            if (!out.isEmpty()) prepared.add(MPI.COMM_WORLD.Send_init(x, 0, 1, type(out), rank, READ));
        }
        return prepared.toArray(Prequest[]::new);
    }

    private static Datatype type(List<Integer> molecules) throws Exception {
        int[] lengths = new int[molecules.size()];
        Arrays.fill(lengths, NUMBERS);
        int[] places = molecules.stream().mapToInt(m -> NUMBERS * m).toArray();
        Datatype type = Datatype.Indexed(lengths, places, MPI.DOUBLE);
        type.Commit();
        return type;
    }

    private Prequest[] writes() throws Exception {
        List<Prequest> prepared = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++)
            for (int i = 0, count = of(needs(rank), me).size(); i < count; i++)
                prepared.add(MPI.COMM_WORLD.Recv_init(
                        incoming, NUMBERS * prepared.size(), NUMBERS, MPI.DOUBLE, rank, WRITE));
        for (int m : needs(me))
            prepared.add(MPI.COMM_WORLD.Send_init(forces, NUMBERS * m, NUMBERS, MPI.DOUBLE, parts.owner(m), WRITE));
        return prepared.toArray(Prequest[]::new);
    }

    @Override
    public void run(ProgressBar progress) throws Exception {
        for (int step = 0; step < water.steps(); step++) {
            motion.predict(x, first, end);
            Prequest.Startall(reads);
            Prequest.Waitall(reads);
            interact();
            write();
            motion.correct(forces, first, end);
            progress.show(step, water.steps());
        }
    }

    /** Computes the forces of each molecule. All ranks are at their molecule with the same number. */
    private void interact() throws Exception {
        Arrays.fill(forces, 0);
        energy[0] = 0;
        for (int number = 0; number < parts.length(0) + 1; number++) {
            if (version == Version.ATOMIC) read(number);
            if (first + number < end) energy[0] += water.interact(x, first + number, forces);
        }
    }

    /** Exchanges the partners of one molecule of each rank. */
    private void read(int number) throws Exception {
        List<Request> requests = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            if (number >= parts.length(rank)) continue;
            int molecule = parts.first(rank) + number;
            for (int k = 0; k < water.partners(molecule); k++) {
                int partner = water.partner(molecule, k);
                int owner = parts.owner(partner);
                if (owner == rank) continue;
                if (rank == me) requests.add(receive(partner, owner));
                if (owner == me) requests.add(send(partner, rank));
            }
        }
        Request.Waitall(requests.toArray(Request[]::new));
    }

    private Request receive(int molecule, int rank) throws Exception {
        return MPI.COMM_WORLD.Irecv(x, NUMBERS * molecule, NUMBERS, MPI.DOUBLE, rank, READ);
    }

    private Request send(int molecule, int rank) throws Exception {
        return MPI.COMM_WORLD.Isend(x, NUMBERS * molecule, NUMBERS, MPI.DOUBLE, rank, READ);
    }

    /** Sends the forces on molecules of other ranks, and adds those on own ones. */
    private void write() throws Exception {
        Prequest.Startall(writes);
        Prequest.Waitall(writes);
        for (int i = 0; i < incoming.length; i++)
            forces[NUMBERS * targets.get(i / NUMBERS) + i % NUMBERS] += incoming[i];
    }

    @Override
    public double[] result() throws Exception {
        double[] all = new double[x.length + 1];
        int[] lengths = Arrays.stream(parts.lengths()).map(n -> NUMBERS * n).toArray();
        int[] firsts = Arrays.stream(parts.firsts()).map(n -> NUMBERS * n).toArray();
        MPI.COMM_WORLD.Gatherv(x, NUMBERS * first, lengths[me], MPI.DOUBLE, all, 0, lengths, firsts, MPI.DOUBLE, 0);
        MPI.COMM_WORLD.Reduce(energy, 0, all, x.length, 1, MPI.DOUBLE, MPI.SUM, 0);
        return all;
    }

    @Override
    public void free() throws Exception {
        for (Prequest request : reads) request.Free();
        for (Prequest request : writes) request.Free();
    }
}
