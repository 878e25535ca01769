package org.jmpi.ibm.beyond.dtyp;

import java.util.Arrays;
import mpi.Datatype;
import mpi.MPI;
import mpi.Status;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;

/** Messages that fill a receive in part: Get_count tells whole items, Get_elements all elements. */
public final class Partial {
    private Partial() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Datatype triple =
                Datatype.Struct(new int[] {1, 2, 1}, new int[] {0, 2, 5}, new Datatype[] {MPI.INT, MPI.INT, MPI.UB});
        triple.Commit();
        for (int elements = 0; elements <= 9; elements++) {
            int[] room = new int[15];
            Arrays.fill(room, -1);
            Status status = Relay.move(Items.INTS.range(0, elements), 0, elements, MPI.INT, room, 0, 3, triple);
            int items = elements % 3 == 0 ? elements / 3 : MPI.UNDEFINED;
            Check.equal(items, status.Get_count(triple), "items of " + elements);
            Check.equal(items, status.count, "items of the receive, of " + elements);
            Check.equal(elements, status.Get_elements(triple), "elements");
            Check.equal(elements, status.numEls, "elements of the status");
            Check.equal(elements, status.Get_count(MPI.INT), "ints");
            int[] expected = new int[15];
            Arrays.fill(expected, -1);
            for (int k = 0; k < elements; k++) expected[k / 3 * 5 + new int[] {0, 2, 3}[k % 3]] = k;
            Check.equal(expected, room, "what a message of " + elements + " elements fills");
        }
        triple.free();
        MPI.Finalize();
    }
}
