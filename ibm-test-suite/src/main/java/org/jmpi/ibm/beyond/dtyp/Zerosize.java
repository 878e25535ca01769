package org.jmpi.ibm.beyond.dtyp;

import java.util.Arrays;
import mpi.Datatype;
import mpi.MPI;
import mpi.Status;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;

/** Datatypes some or all of whose blocks are empty, and messages of no items: nothing beside the others is touched. */
public final class Zerosize {
    private Zerosize() {}

    public static void main(String[] args) {
        MPI.Init(args);
        check(Datatype.Contiguous(0, MPI.INT), 3, new int[] {});
        check(Datatype.Vector(0, 2, 3, MPI.INT), 3, new int[] {});
        check(Datatype.Vector(3, 0, 3, MPI.INT), 3, new int[] {});
        check(Datatype.Hvector(2, 0, 5, MPI.INT), 1, new int[] {});
        check(Datatype.Indexed(new int[] {0, 1, 0, 2, 0}, new int[] {9, 1, 0, 3, 7}, MPI.INT), 1, new int[] {1, 3, 4});
        check(Datatype.Hindexed(new int[] {0, 1}, new int[] {0, 4}, MPI.INT), 1, new int[] {4});
        check(Datatype.Indexed(new int[0], new int[0], MPI.INT), 2, new int[] {});
        check(Datatype.Indexed(new int[] {1, 2}, new int[] {0, 3}, MPI.INT), 0, new int[] {});
        MPI.Finalize();
    }

    /** @param places the elements that one or no item touches */
    private static void check(Datatype type, int count, int[] places) {
        type.Commit();
        int[] room = new int[12];
        Arrays.fill(room, -1);
        Status status = Relay.move(Items.INTS.range(0, 12), 0, count, type, room, 0, count, type);
        int[] expected = new int[12];
        Arrays.fill(expected, -1);
        for (int place : places) expected[place] = place;
        Check.equal(expected, room, "elements of " + count + " items");
        Check.equal(places.length, status.Get_count(MPI.INT), "ints that came");
        if (type.Size() > 0) Check.equal(count, status.Get_count(type), "items that came");
        type.free();
    }
}
