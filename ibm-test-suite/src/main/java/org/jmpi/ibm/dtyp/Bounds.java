package org.jmpi.ibm.dtyp;

import java.util.Arrays;
import mpi.Datatype;
import mpi.MPI;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;

/** Structs of blocks of four items, single items and bounds, and what their extent, lower and upper bound are. */
final class Bounds {
    private final Items items;
    private final Datatype four;

    Bounds(Items items) {
        this.items = items;
        four = Datatype.Contiguous(4, items.type());
    }

    /** One entry of a struct. */
    record Part(int length, int displacement, Datatype type) {}

    /** Some blocks of four items each. */
    Part fours(int blocks, int displacement) {
        return new Part(blocks, displacement, four);
    }

    Part item(int displacement) {
        return new Part(1, displacement, items.type());
    }

    Part lower(int displacement) {
        return new Part(1, displacement, MPI.LB);
    }

    Part upper(int displacement) {
        return new Part(1, displacement, MPI.UB);
    }

    void check(int extent, int lower, int upper, Part... parts) {
        Datatype struct = Datatype.Struct(
                Arrays.stream(parts).mapToInt(Part::length).toArray(),
                Arrays.stream(parts).mapToInt(Part::displacement).toArray(),
                Arrays.stream(parts).map(Part::type).toArray(Datatype[]::new));
        struct.Commit();
        String what = " of the struct with extent " + extent + ", from " + lower + " to " + upper;
        Check.equal(extent, struct.Extent(), "extent" + what);
        Check.equal(lower, struct.Lb(), "lower bound" + what);
        Check.equal(upper, struct.Ub(), "upper bound" + what);
        struct.free();
    }

    void free() {
        four.free();
    }
}
