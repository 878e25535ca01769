package org.jmpi.ibm.dtyp;

import java.util.ArrayList;
import java.util.List;
import mpi.Datatype;
import mpi.MPI;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.Ranks;

/** A vector, and vectors of it at several distances: a broadcast touches just their elements. */
public final class Hvec {
    private static final int BLOCKS = 2;
    private static final int BLOCK_LENGTH = 3;
    private static final int STRIDE = 4;
    private static final int VECTORS = 3;
    private static final int ROOM = 40;

    private Hvec() {}

    public static void main(String[] args) {
        MPI.Init(args);
        run(Items.INTS);
        MPI.Finalize();
    }

    public static void run(Items items) {
        Ranks.exactly(2);
        Datatype vector = Datatype.Vector(BLOCKS, BLOCK_LENGTH, STRIDE, items.type());
        vector.Commit();
        Check.equal(List.of(0, 1, 2, 4, 5, 6), elements(), "elements of the vector");
        broadcast(items, vector, elements(), "vector");
        for (int distance = vector.Extent() - 1; distance <= vector.Extent() + 2; distance++) {
            Datatype vectors = Datatype.Hvector(VECTORS, 1, distance, vector);
            vectors.Commit();
            List<Integer> touched = new ArrayList<>();
            for (int i = 0; i < VECTORS; i++) for (int element : elements()) touched.add(i * distance + element);
            broadcast(items, vectors, touched, "vectors " + distance + " elements apart");
            vectors.free();
        }
        vector.free();
    }

    private static List<Integer> elements() {
        List<Integer> elements = new ArrayList<>();
        for (int block = 0; block < BLOCKS; block++)
            for (int k = 0; k < BLOCK_LENGTH; k++) elements.add(block * STRIDE + k);
        return elements;
    }

    private static void broadcast(Items items, Datatype type, List<Integer> touched, String what) {
        Object buffer = MPI.COMM_WORLD.Rank() == 0 ? items.range(1, ROOM) : items.room(ROOM);
        MPI.COMM_WORLD.Bcast(buffer, 0, 1, type, 0);
        Object expected = items.make(ROOM, k -> k + 1);
        if (MPI.COMM_WORLD.Rank() != 0) {
            expected = items.room(ROOM);
            for (int element : touched) items.put(expected, element, element + 1);
        }
        Check.equal(expected, buffer, what);
    }
}
