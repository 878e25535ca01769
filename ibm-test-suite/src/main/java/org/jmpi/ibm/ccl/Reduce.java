package org.jmpi.ibm.ccl;

import java.util.function.IntBinaryOperator;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.ccl.Reduction.Vector;

/** Reduce: the sum of all vectors comes to one rank, in the middle, and to no other. */
public final class Reduce {
    private Reduce() {}

    public static void main(String[] args) {
        MPI.Init(args);
        run(Items.INTS, MPI.SUM, 10_000);
        MPI.Finalize();
    }

    public static void run(Items items, Op sum, int most) {
        Reduction.checkSum(items, sum);
        run(items, sum, most, (k, ranks) -> k * ranks);
    }

    /** @param result what is made of an item at place k of so many ranks */
    static void run(Items items, Op op, int most, IntBinaryOperator result) {
        Intracomm world = MPI.COMM_WORLD;
        int ranks = world.Size();
        int root = ranks / 2;
        Counts.upTo(most, each -> {
            Vector reduced = new Vector(each, k -> result.applyAsInt(k, ranks));
            new Reduction(items, new Vector(each, k -> k), world.Rank() == root ? reduced : Vector.NONE)
                    .check((in, inOffset, out, outOffset) ->
                            world.Reduce(in, inOffset, out, outOffset, each, items.type(), op, root));
        });
    }
}
