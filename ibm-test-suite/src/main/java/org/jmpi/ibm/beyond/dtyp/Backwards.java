package org.jmpi.ibm.beyond.dtyp;

import mpi.Datatype;
import mpi.MPI;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;

/** Negative strides and displacements, and blocks that are not in the order of the array. */
public final class Backwards {
    private Backwards() {}

    public static void main(String[] args) {
        MPI.Init(args);
        check(Datatype.Vector(4, 1, -1, MPI.INT), 5, 5, 4, 3, 2);
        check(Datatype.Vector(3, 2, -3, MPI.INT), 6, 6, 7, 3, 4, 0, 1);
        check(Datatype.Hvector(3, 1, -2, MPI.INT), 8, 8, 6, 4);
        check(Datatype.Indexed(new int[] {1, 2, 1}, new int[] {4, -3, 0}, MPI.INT), 4, 8, 1, 2, 4);
        check(Datatype.Hindexed(new int[] {2, 1}, new int[] {-1, -4}, MPI.INT), 7, 6, 7, 3);
        Datatype pair = Datatype.Vector(2, 1, -2, MPI.INT);
        check(Datatype.Contiguous(2, pair), 4, 4, 2, 7, 5);
        MPI.Finalize();
    }

    /** @param places the elements that an item at an offset covers, in the order in which they travel */
    private static void check(Datatype type, int offset, int... places) {
        type.Commit();
        Check.equal(places.length, type.Size(), "elements");
        int[] packed = new int[places.length];
        Relay.move(Items.INTS.range(0, 10), offset, 1, type, packed, 0, places.length, MPI.INT);
        Check.equal(places, packed, "elements in the order in which they travel");
        int[] room = new int[10];
        Relay.move(Items.INTS.range(100, places.length), 0, places.length, MPI.INT, room, offset, 1, type);
        int[] expected = new int[10];
        for (int k = 0; k < places.length; k++) expected[places[k]] = 100 + k;
        Check.equal(expected, room, "elements where they are received");
        type.free();
    }
}
