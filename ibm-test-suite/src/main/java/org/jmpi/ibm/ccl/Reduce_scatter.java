package org.jmpi.ibm.ccl;

import java.util.stream.IntStream;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.ccl.Reduction.Vector;

/** Reduce_scatter: of the sum of all vectors, each rank gets its part. */
public final class Reduce_scatter {
    private Reduce_scatter() {}

    public static void main(String[] args) {
        MPI.Init(args);
        run(Items.INTS, MPI.SUM, 10_000);
        MPI.Finalize();
    }

    public static void run(Items items, Op sum, int most) {
        Intracomm world = MPI.COMM_WORLD;
        int me = world.Rank();
        int ranks = world.Size();
        Counts.upTo(most, each -> {
            int[] counts = IntStream.range(0, ranks).map(rank -> each).toArray();
            new Reduction(items, new Vector(ranks * each, k -> k), new Vector(each, k -> ranks * (me * each + k)))
                    .check((in, inOffset, out, outOffset) ->
                            world.Reduce_scatter(in, inOffset, out, outOffset, counts, items.type(), sum));
        });
    }
}
