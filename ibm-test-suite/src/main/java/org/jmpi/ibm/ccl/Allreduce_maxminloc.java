package org.jmpi.ibm.ccl;

import java.lang.reflect.Array;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import org.jmpi.ibm.Check;

/** Allreduce with MAXLOC and MINLOC, on pairs of a value and a rank, in every type of pair. */
public final class Allreduce_maxminloc {
    private static final int PAIRS = 10;

    private Allreduce_maxminloc() {}

    public static void main(String[] args) {
        MPI.Init(args);
        reduce(MPI.INT2, int.class);
        reduce(MPI.LONG2, long.class);
        reduce(MPI.SHORT2, short.class);
        reduce(MPI.FLOAT2, float.class);
        reduce(MPI.DOUBLE2, double.class);
        MPI.Finalize();
    }

    private static void reduce(Datatype type, Class<?> component) {
        int last = MPI.COMM_WORLD.Size() - 1;
        reduce(type, component, MPI.MAXLOC, last, "MAXLOC of " + component);
        reduce(type, component, MPI.MINLOC, 0, "MINLOC of " + component);
    }

    private static void reduce(Datatype type, Class<?> component, Op op, int winner, String what) {
        Intracomm world = MPI.COMM_WORLD;
        Object pairs = pairs(component, world.Rank());
        Object result = Array.newInstance(component, 2 * PAIRS);
        world.Allreduce(pairs, 0, result, 0, PAIRS, type, op);
        Check.equal(pairs(component, winner), result, what);
    }

    /** Returns the pairs of a rank: its values grow with it. */
    private static Object pairs(Class<?> component, int rank) {
        Object pairs = Array.newInstance(component, 2 * PAIRS);
        for (int i = 0; i < PAIRS; i++) {
            Array.setShort(pairs, 2 * i, (short) (rank + i));
            Array.setShort(pairs, 2 * i + 1, (short) rank);
        }
        return pairs;
    }
}
