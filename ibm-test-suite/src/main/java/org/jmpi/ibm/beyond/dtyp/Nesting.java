package org.jmpi.ibm.beyond.dtyp;

import mpi.Datatype;
import mpi.MPI;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;

/** Datatypes a hundred levels deep, of each constructor in turn: they describe what a single one would. */
public final class Nesting {
    private static final int LEVELS = 100;

    private Nesting() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Datatype type = Datatype.Vector(2, 1, 3, MPI.INT);
        for (int level = 0; level < LEVELS; level++) {
            Datatype outer = wrap(level, type);
            type.free();
            type = outer;
        }
        Datatype twice = Datatype.Hvector(2, 1, 6, type);
        twice.Commit();
        Check.equal(4, twice.Size(), "elements");
        int[] room = new int[10];
        Relay.move(Items.INTS.range(0, 10), 0, 1, twice, room, 0, 1, twice);
        Check.equal(new int[] {0, 0, 0, 3, 0, 0, 6, 0, 0, 9}, room, "elements of nested datatypes");
        twice.free();
        type.free();
        doubled();
        MPI.Finalize();
    }

    private static Datatype wrap(int level, Datatype type) {
        int[] one = {1};
        int[] zero = {0};
        return switch (level % 6) {
            case 0 -> Datatype.Contiguous(1, type);
            case 1 -> Datatype.Vector(1, 1, 7, type);
            case 2 -> Datatype.Hvector(1, 1, 7, type);
            case 3 -> Datatype.Indexed(one, zero, type);
            case 4 -> Datatype.Hindexed(one, zero, type);
            default -> Datatype.Struct(one, zero, new Datatype[] {type});
        };
    }

    /**
     * Each level doubles the items and leaves a gap as long as they are: 2 to the power of 10 elements in 3 to its
     * power.
     */
    private static void doubled() {
        Datatype type = Datatype.Contiguous(1, MPI.INT);
        int length = 1;
        for (int level = 0; level < 10; level++, length *= 3) type = Datatype.Hvector(2, 1, 2 * length, type);
        type.Commit();
        Check.equal(1 << 10, type.Size(), "elements");
        Check.equal(length, type.Extent(), "extent");
        int[] packed = new int[1 << 10];
        Relay.move(Items.INTS.range(0, length), 0, 1, type, packed, 0, packed.length, MPI.INT);
        for (int k = 0; k < packed.length; k++) Check.equal(cantor(k), packed[k], "element " + k);
        type.free();
    }

    /** Returns a number whose ternary digits are twice another one's binary ones. */
    private static int cantor(int k) {
        return k == 0 ? 0 : 3 * cantor(k / 2) + 2 * (k % 2);
    }
}
