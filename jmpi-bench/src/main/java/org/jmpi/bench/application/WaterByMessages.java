package org.jmpi.bench.application;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
    private static final int READ = 1;
    private static final int WRITE = 2;
    private static final int NUMBERS = Water.NUMBERS;

    private final int me = MPI.COMM_WORLD.Rank();
    private final int ranks = MPI.COMM_WORLD.Size();
    private final Water water;
    private final Water.Version version;
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

    WaterByMessages(Water water, Water.Version version) throws Exception {
        this.water = water;
        this.version = version;
        parts = new Parts(water.molecules(), ranks);
        first = parts.first(me);
        end = parts.first(me + 1);
        x = water.start();
        forces = new double[x.length];
        motion = new Water.Motion(x.length);
        for (int rank = 0; rank < ranks; rank++) targets.addAll(needs(rank, me));
        incoming = new double[NUMBERS * targets.size()];
        reads = prefetch();
        writes = writes();
    }

    /** Returns the molecules of a rank that another one needs, in order. */
    private List<Integer> needs(int other, int rank) {
        return List.copyOf(water.needs(parts, other).subSet(parts.first(rank), parts.first(rank + 1)));
    }

    private Prequest[] prefetch() throws Exception {
        List<Prequest> prepared = new ArrayList<>();
        for (int rank = 0; rank < ranks && version == Water.Version.PREFETCH; rank++) {
            List<Integer> in = needs(me, rank);
            List<Integer> out = needs(rank, me);
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
            for (int i = 0, count = needs(rank, me).size(); i < count; i++)
                prepared.add(MPI.COMM_WORLD.Recv_init(
                        incoming, NUMBERS * prepared.size(), NUMBERS, MPI.DOUBLE, rank, WRITE));
        for (int m : water.needs(parts, me))
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
            if (version == Water.Version.ATOMIC) read(number);
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
