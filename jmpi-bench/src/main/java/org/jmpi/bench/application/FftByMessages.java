package org.jmpi.bench.application;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.bench.ProgressBar;

/**
 * Transforms by messages. P ranks have the points like cards that are dealt: rank r has r, r + P, r + 2 P, ... So both
 * points of a butterfly are at one rank while its distance is a multiple of P. Then each rank sends each other one a
 * part, in such an order that no two send to the same, and has consecutive points for the distances below P.
 *
 * <p>P is the largest power of 2 that is not above the number of ranks, and not above the root of the number of points.
 * The other ranks wait.
 */
final class FftByMessages implements Solution<double[]> {
    private static final int TAG = 1;

    private final Fft fft;
    private final int ranks;

    /** The ranks that take part; null at the others. */
    private final Intracomm some;

    private double[] mine;

    FftByMessages(Fft fft) throws Exception {
        this.fft = fft;
        ranks = fft.ranks(MPI.COMM_WORLD.Size());
        int me = MPI.COMM_WORLD.Rank();
        some = MPI.COMM_WORLD.Split(me < ranks ? 0 : MPI.UNDEFINED, me);
        mine = fft.deal(me, ranks);
    }

    @Override
    public void run(ProgressBar progress) throws Exception {
        if (some == null) return;
        int me = some.Rank();
        fft.transform(mine, me, ranks, fft.points() / 2, ranks, progress);
        mine = remap(me);
        fft.transform(mine, me * (mine.length / 2), 1, ranks / 2, 1, progress);
    }

    /** Returns the points of this rank in the blocked layout: each P-th of them comes from the same rank. */
    private double[] remap(int me) throws Exception {
        double[] remapped = new double[mine.length];
        int part = mine.length / ranks;
        Datatype everyPth = Datatype.Vector(part / 2, 2, 2 * ranks, MPI.DOUBLE);
        everyPth.Commit();
        for (int step = 0; step < ranks; step++) {
            int to = (me + step) % ranks;
            int from = (me - step + ranks) % ranks;
            some.Sendrecv(mine, to * part, part, MPI.DOUBLE, to, TAG, remapped, 2 * from, 1, everyPth, from, TAG);
        }
        return remapped;
    }

    @Override
    public double[] result() throws Exception {
        if (some == null) return mine;
        double[] all = new double[2 * fft.points()];
        some.Gather(mine, 0, mine.length, MPI.DOUBLE, all, 0, mine.length, MPI.DOUBLE, 0);
        return all;
    }

    @Override
    public void free() throws Exception {
        if (some != null) some.Free();
    }
}
