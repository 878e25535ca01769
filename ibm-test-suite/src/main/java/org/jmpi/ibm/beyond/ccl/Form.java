package org.jmpi.ibm.beyond.ccl;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import mpi.Datatype;
import mpi.MPI;

/**
 * How items lie in an array of ints: between guards, with gaps where the datatype has some.
 *
 * @param type what an item is
 * @param extent elements from one item to the next
 * @param places where an item's elements lie, in the order in which they travel
 */
public record Form(Datatype type, int extent, List<Integer> places) {
    /** Single ints. */
    public static final Form INTS = new Form(MPI.INT, 1, List.of(0));

    static final int OFFSET = 2;
    private static final int FILL = -1;

    /** Returns items of three ints out of five, not in the order of the array. */
    static Form gaps() {
        Datatype type =
                Datatype.Struct(new int[] {1, 2, 1}, new int[] {3, 0, 5}, new Datatype[] {MPI.INT, MPI.INT, MPI.UB});
        type.Commit();
        return new Form(type, 5, List.of(3, 0, 1));
    }

    int elements() {
        return places.size();
    }

    /** Returns an array for so many items. */
    int[] room(int items) {
        int[] array = new int[OFFSET + items * extent + OFFSET];
        Arrays.fill(array, FILL);
        return array;
    }

    /** Returns an array of items, each of whose elements is what a function gives for 0, 1 and so on. */
    int[] filled(int items, IntUnaryOperator value) {
        int[] array = room(items);
        put(array, 0, items, value);
        return array;
    }

    /** Puts items into an array from one on. */
    void put(int[] array, int first, int items, IntUnaryOperator value) {
        for (int k = 0; k < items * elements(); k++)
            array[OFFSET + (first + k / elements()) * extent + places.get(k % elements())] = value.applyAsInt(k);
    }
}
