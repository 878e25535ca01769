package org.jmpi.ibm.beyond.ccl;

import java.lang.reflect.Array;
import java.util.function.IntUnaryOperator;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import org.jmpi.ibm.Check;

/** MAXLOC and MINLOC of all kinds of pairs: of equal values the lowest index counts, wherever it comes from. */
public final class Locations {
    private static final int PAIRS = 12;

    private Locations() {}

    public static void main(String[] args) {
        MPI.Init(args);
        check(MPI.SHORT2, short.class);
        check(MPI.INT2, int.class);
        check(MPI.LONG2, long.class);
        check(MPI.FLOAT2, float.class);
        check(MPI.DOUBLE2, double.class);
        MPI.Finalize();
    }

    /** Indices fall with the rank, so that the lowest one is not that of the first rank; values repeat. */
    private static int value(int rank, int pair) {
        return (rank + pair) % 3 - 1;
    }

    private static int index(int rank) {
        return 100 - rank;
    }

    private static void put(Object array, int at, int value) {
        if (array instanceof short[] shorts) shorts[at] = (short) value;
        else if (array instanceof int[] ints) ints[at] = value;
        else if (array instanceof long[] longs) longs[at] = value;
        else if (array instanceof float[] floats) floats[at] = value;
        else ((double[]) array)[at] = value;
    }

    private static Object pairs(Class<?> type, IntUnaryOperator rankOfPair) {
        Object array = Array.newInstance(type, 2 * PAIRS);
        for (int pair = 0; pair < PAIRS; pair++) {
            int rank = rankOfPair.applyAsInt(pair);
            put(array, 2 * pair, value(rank, pair));
            put(array, 2 * pair + 1, index(rank));
        }
        return array;
    }

    /** Returns the last of the ranks with the best value: its index is the lowest. */
    private static int best(int pair, int ranks, int sign) {
        int best = 0;
        for (int rank = 1; rank < ranks; rank++) if (sign * (value(rank, pair) - value(best, pair)) >= 0) best = rank;
        return best;
    }

    private static void check(Datatype pairType, Class<?> type) {
        Intracomm world = MPI.COMM_WORLD;
        Object own = pairs(type, pair -> world.Rank());
        for (int sign : new int[] {1, -1}) {
            Op op = sign > 0 ? MPI.MAXLOC : MPI.MINLOC;
            Object room = Array.newInstance(type, 2 * PAIRS);
            world.Allreduce(own, 0, room, 0, PAIRS, pairType, op);
            Check.equal(
                    pairs(type, pair -> best(pair, world.Size(), sign)), room, "pairs of " + type + " of all ranks");
            room = Array.newInstance(type, 2 * PAIRS);
            world.Scan(own, 0, room, 0, PAIRS, pairType, op);
            Check.equal(
                    pairs(type, pair -> best(pair, world.Rank() + 1, sign)),
                    room,
                    "pairs of " + type + " of some ranks");
        }
    }
}
