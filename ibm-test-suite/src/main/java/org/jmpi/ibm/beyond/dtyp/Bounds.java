package org.jmpi.ibm.beyond.dtyp;

import java.util.Arrays;
import mpi.Datatype;
import mpi.MPI;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;

/** Markers of bounds decide how far items are apart, not what they cover; they hold through every constructor. */
public final class Bounds {
    private Bounds() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Datatype wide = struct(new int[] {0, 0, 5}, MPI.LB, MPI.INT, MPI.UB);
        check(wide, 0, 5, 0, 5, 10);
        check(Datatype.Contiguous(2, wide), 0, 10, 0, 5, 10, 15, 20, 25);
        check(Datatype.Vector(2, 1, 2, wide), 0, 15, 0, 10, 15, 25, 30, 40);
        Datatype narrow = struct(new int[] {0, 2, 1}, MPI.INT, MPI.INT, MPI.UB);
        check(narrow, 0, 1, 0, 2, 1, 3, 2, 4);
        Datatype shifted = struct(new int[] {-2, 1, 2}, MPI.LB, MPI.INT, MPI.UB);
        check(shifted, -2, 2, 1, 5, 9);
        MPI.Finalize();
    }

    private static Datatype struct(int[] places, Datatype... types) {
        int[] ones = new int[types.length];
        Arrays.fill(ones, 1);
        return Datatype.Struct(ones, places, types);
    }

    /** @param places the elements of three items, in the order in which they travel */
    private static void check(Datatype type, int lower, int upper, int... places) {
        type.Commit();
        Check.equal(lower, type.Lb(), "lower bound");
        Check.equal(upper, type.Ub(), "upper bound");
        Check.equal(upper - lower, type.Extent(), "extent");
        int[] packed = new int[places.length];
        Relay.move(Items.INTS.range(0, 50), 0, 3, type, packed, 0, places.length, MPI.INT);
        Check.equal(places, packed, "elements of three items");
    }
}
