package org.jmpi.ibm.beyond.errors;

import java.util.List;
import mpi.Datatype;
import mpi.MPI;

/**
 * A buffer that no call takes.
 *
 * @param what is wrong with it
 * @param errorClass says so
 */
record BadBuffer(String what, int errorClass, Object array, int offset, int count, Datatype type) {
    /** A call that is given a buffer among other things. */
    @FunctionalInterface
    interface Taker {
        void take(Object array, int offset, int count, Datatype type);
    }

    /** Adds a row for each bad buffer. */
    static void rows(Rows rows, String name, Taker call) {
        roomRows(rows, name, call);
        int[] ints = new int[8];
        add(rows, name, call, new BadBuffer("array too short", MPI.ERR_COUNT, ints, 3, 6, MPI.INT));
        add(rows, name, call, new BadBuffer("array too short for pairs", MPI.ERR_COUNT, ints, 0, 5, MPI.INT2));
    }

    /**
     * Adds a row for each buffer that a receive does not take either, whose array may hold fewer items than the count.
     */
    static void roomRows(Rows rows, String name, Taker call) {
        for (BadBuffer bad : rooms()) add(rows, name, call, bad);
    }

    private static void add(Rows rows, String name, Taker call, BadBuffer bad) {
        rows.row(
                bad.errorClass,
                name + " of a buffer: " + bad.what,
                () -> call.take(bad.array, bad.offset, bad.count, bad.type));
    }

    private static List<BadBuffer> rooms() {
        Datatype uncommitted = Datatype.Contiguous(2, MPI.INT);
        Datatype freed = Datatype.Contiguous(2, MPI.INT);
        freed.Commit();
        freed.free();
        Datatype backwards = Datatype.Hindexed(new int[] {1}, new int[] {-4}, MPI.INT);
        backwards.Commit();
        int[] ints = new int[8];
        return List.of(
                new BadBuffer("null", MPI.ERR_BUFFER, null, 0, 3, MPI.INT),
                new BadBuffer("a row is null", MPI.ERR_BUFFER, new int[][] {{1, 2, 3}, null}, 0, 3, MPI.INT),
                new BadBuffer("negative offset", MPI.ERR_ARG, ints, -1, 3, MPI.INT),
                new BadBuffer("offset beyond the array", MPI.ERR_ARG, ints, 9, 1, MPI.INT),
                new BadBuffer("negative count", MPI.ERR_COUNT, ints, 0, -1, MPI.INT),
                new BadBuffer("elements before the array", MPI.ERR_COUNT, ints, 3, 1, backwards),
                new BadBuffer("no datatype", MPI.ERR_TYPE, ints, 0, 3, null),
                new BadBuffer("void datatype", MPI.ERR_TYPE, ints, 0, 3, MPI.NULL),
                new BadBuffer("datatype of other elements", MPI.ERR_TYPE, ints, 0, 3, MPI.DOUBLE),
                new BadBuffer("datatype not committed", MPI.ERR_TYPE, ints, 0, 1, uncommitted),
                new BadBuffer("datatype freed", MPI.ERR_TYPE, ints, 0, 1, freed),
                new BadBuffer("marker of a bound", MPI.ERR_TYPE, ints, 0, 1, MPI.LB),
                new BadBuffer("no array", MPI.ERR_TYPE, "text", 0, 1, MPI.INT));
    }
}
