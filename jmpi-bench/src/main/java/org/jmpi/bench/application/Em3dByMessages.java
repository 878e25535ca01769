package org.jmpi.bench.application;

import java.util.ArrayList;
import java.util.List;
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
    private static final int TAG = 1;

    private final int me = MPI.COMM_WORLD.Rank();
    private final Em3d.Version version;
    private final Parts parts;
    private final int steps;
    private final Em3dSide toElectric;
    private final Em3dSide toMagnetic;
    private final Prequest[] magneticTransfers;
    private final Prequest[] electricTransfers;

    Em3dByMessages(Em3d problem, Em3d.Version version) throws Exception {
        this.version = version;
        parts = problem.parts();
        steps = problem.steps();
        toElectric = new Em3dSide(parts, me, problem.electric(), problem.magnetic(), version);
        toMagnetic = new Em3dSide(parts, me, problem.magnetic(), problem.electric(), version);
        magneticTransfers = transfers(problem.electric(), toElectric);
        electricTransfers = transfers(problem.magnetic(), toMagnetic);
    }

    /** Prepares the requests for the values that a kind needs. */
    private Prequest[] transfers(Em3d.Kind kind, Em3dSide side) throws Exception {
        List<Prequest> prepared = new ArrayList<>();
        for (int rank = 0; rank < parts.ranks(); rank++) {
            int place = side.copies(rank);
            int in = side.needs(rank).length;
            int[] out = Em3dSide.needs(parts, kind, rank, me, version);
            if (version == Em3d.Version.BULK) {
                if (in > 0) prepared.add(receive(side, place, in, rank));
                if (out.length > 0) prepared.add(sendAll(side, out, rank));
            } else {
                for (int i = 0; i < in; i++) prepared.add(receive(side, place + i, 1, rank));
                for (int node : out)
                    prepared.add(
                            MPI.COMM_WORLD.Send_init(side.values(), node - parts.first(me), 1, MPI.DOUBLE, rank, TAG));
            }
        }
        return prepared.toArray(Prequest[]::new);
    }

    private static Prequest receive(Em3dSide side, int place, int count, int rank) throws Exception {
        return MPI.COMM_WORLD.Recv_init(side.values(), place, count, MPI.DOUBLE, rank, TAG);
    }

    private Prequest sendAll(Em3dSide side, int[] nodes, int rank) throws Exception {
        int[] lengths = IntStream.generate(() -> 1).limit(nodes.length).toArray();
        int[] displacements =
                IntStream.of(nodes).map(node -> node - parts.first(me)).toArray();
        Datatype type = Datatype.Indexed(lengths, displacements, MPI.DOUBLE);
        type.Commit();
        return MPI.COMM_WORLD.Send_init(side.values(), 0, 1, type, rank, TAG);
    }

    @Override
    public void run(ProgressBar progress) throws Exception {
        for (int step = 0; step < steps; step++) {
            exchange(magneticTransfers);
            toElectric.update(toMagnetic.values());
            exchange(electricTransfers);
            toMagnetic.update(toElectric.values());
            progress.show(step, steps);
        }
    }

    private static void exchange(Prequest[] transfers) throws Exception {
        Prequest.Startall(transfers);
        Prequest.Waitall(transfers);
    }

    @Override
    public double[] result() throws Exception {
        double[] all = new double[2 * parts.elements()];
        gather(toMagnetic.values(), all, 0);
        gather(toElectric.values(), all, parts.elements());
        return all;
    }

    private void gather(double[] values, double[] all, int start) throws Exception {
        int[] lengths = parts.lengths();
        MPI.COMM_WORLD.Gatherv(
                values, 0, parts.length(me), MPI.DOUBLE, all, start, lengths, parts.firsts(), MPI.DOUBLE, 0);
    }

    @Override
    public void free() throws Exception {
        for (Prequest request : magneticTransfers) request.Free();
        for (Prequest request : electricTransfers) request.Free();
    }
}
