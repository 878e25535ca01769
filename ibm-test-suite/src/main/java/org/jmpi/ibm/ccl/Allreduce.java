package org.jmpi.ibm.ccl;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.ccl.Reduction.Vector;

/** Allreduce: the sum of all vectors comes to every rank. */
public final class Allreduce {
    private Allreduce() {}

    public static void main(String[] args) {
        MPI.Init(args);
        run(Items.INTS, MPI.SUM, 10_000);
        MPI.Finalize();
    }

    public static void run(Items items, Op sum, int most) {
        Intracomm world = MPI.COMM_WORLD;
        int ranks = world.Size();
        Counts.upTo(most, each -> {
            new Reduction(items, new Vector(each, k -> k), new Vector(each, k -> k * ranks))
                    .check((in, inOffset, out, outOffset) ->
                            world.Allreduce(in, inOffset, out, outOffset, each, items.type(), sum));
        });
    }
}
