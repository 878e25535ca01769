package org.jmpi.ibm.ccl;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.ccl.Reduction.Vector;

/** Scan: the sum of the vectors of all ranks up to a rank comes to that rank. */
public final class Scan {
    private Scan() {}

    public static void main(String[] args) {
        MPI.Init(args);
        run(Items.INTS, MPI.SUM, 10_000);
        MPI.Finalize();
    }

    public static void run(Items items, Op sum, int most) {
        Intracomm world = MPI.COMM_WORLD;
        int me = world.Rank();
        Counts.upTo(most, each -> {
            new Reduction(items, new Vector(each, k -> k), new Vector(each, k -> k * (me + 1)))
                    .check((in, inOffset, out, outOffset) ->
                            world.Scan(in, inOffset, out, outOffset, each, items.type(), sum));
        });
    }
}
