package org.jmpi.ibm.beyond.errors;

import java.util.List;
import mpi.Datatype;
import mpi.MPI;
import mpi.Status;

/** Bad arguments of the calls on datatypes. */
public final class Datatypes {
    private static final int HUGE = Integer.MAX_VALUE;

    private Datatypes() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Rows rows = new Rows();
        Datatype freed = Datatype.Contiguous(2, MPI.INT);
        freed.free();
        for (Datatype bad : new Datatype[] {null, MPI.NULL, freed}) olds(rows, bad);
        for (Datatype bad : List.of(MPI.NULL, freed)) alone(rows, bad);
        counts(rows);
        arrays(rows);
        sizes(rows);
        rows.row(MPI.ERR_TYPE, "free of a predefined datatype", MPI.INT::free)
                .row(MPI.ERR_TYPE, "free of a pair", MPI.INT2::free)
                .row(MPI.ERR_TYPE, "Get_count of null", () -> new Status().Get_count(null))
                .row(MPI.ERR_TYPE, "Get_elements of a freed datatype", () -> new Status().Get_elements(freed));
        MPI.Finalize();
    }

    private static void olds(Rows rows, Datatype bad) {
        int[] one = {1};
        rows.row(MPI.ERR_TYPE, "Contiguous of a bad datatype", () -> Datatype.Contiguous(1, bad))
                .row(MPI.ERR_TYPE, "Vector of a bad datatype", () -> Datatype.Vector(1, 1, 1, bad))
                .row(MPI.ERR_TYPE, "Hvector of a bad datatype", () -> Datatype.Hvector(1, 1, 1, bad))
                .row(MPI.ERR_TYPE, "Indexed of a bad datatype", () -> Datatype.Indexed(one, one, bad))
                .row(MPI.ERR_TYPE, "Hindexed of a bad datatype", () -> Datatype.Hindexed(one, one, bad))
                .row(MPI.ERR_TYPE, "Struct of a bad datatype", () -> Datatype.Struct(one, one, new Datatype[] {bad}));
    }

    private static void alone(Rows rows, Datatype bad) {
        rows.row(MPI.ERR_TYPE, "Commit of a bad datatype", bad::Commit)
                .row(MPI.ERR_TYPE, "free of a bad datatype", bad::free)
                .row(MPI.ERR_TYPE, "Size of a bad datatype", bad::Size)
                .row(MPI.ERR_TYPE, "Extent of a bad datatype", bad::Extent)
                .row(MPI.ERR_TYPE, "Lb of a bad datatype", bad::Lb)
                .row(MPI.ERR_TYPE, "Ub of a bad datatype", bad::Ub);
    }

    private static void counts(Rows rows) {
        int[] negative = {-1};
        int[] one = {1};
        rows.row(MPI.ERR_COUNT, "Contiguous of -1", () -> Datatype.Contiguous(-1, MPI.INT))
                .row(MPI.ERR_COUNT, "Vector of -1 blocks", () -> Datatype.Vector(-1, 1, 1, MPI.INT))
                .row(MPI.ERR_COUNT, "Hvector of -1 blocks", () -> Datatype.Hvector(-1, 1, 1, MPI.INT))
                .row(MPI.ERR_ARG, "Vector of blocks of -1", () -> Datatype.Vector(1, -1, 1, MPI.INT))
                .row(MPI.ERR_ARG, "Hvector of blocks of -1", () -> Datatype.Hvector(1, -1, 1, MPI.INT))
                .row(MPI.ERR_ARG, "Indexed with a block of -1", () -> Datatype.Indexed(negative, one, MPI.INT))
                .row(MPI.ERR_ARG, "Hindexed with a block of -1", () -> Datatype.Hindexed(negative, one, MPI.INT))
                .row(
                        MPI.ERR_ARG,
                        "Struct with a block of -1",
                        () -> Datatype.Struct(negative, one, new Datatype[] {MPI.INT}));
    }

    private static void arrays(Rows rows) {
        int[] one = {1};
        Datatype[] type = {MPI.INT};
        for (int[] bad : new int[][] {null, {1, 1}})
            rows.row(MPI.ERR_ARG, "Indexed with bad lengths", () -> Datatype.Indexed(bad, one, MPI.INT))
                    .row(MPI.ERR_ARG, "Hindexed with bad lengths", () -> Datatype.Hindexed(bad, one, MPI.INT))
                    .row(MPI.ERR_ARG, "Struct with bad lengths", () -> Datatype.Struct(bad, one, type));
        for (int[] bad : new int[][] {null, {}})
            rows.row(MPI.ERR_ARG, "Indexed with bad places", () -> Datatype.Indexed(one, bad, MPI.INT))
                    .row(MPI.ERR_ARG, "Hindexed with bad places", () -> Datatype.Hindexed(one, bad, MPI.INT))
                    .row(MPI.ERR_ARG, "Struct with bad places", () -> Datatype.Struct(one, bad, type));
        rows.row(MPI.ERR_ARG, "Struct without datatypes", () -> Datatype.Struct(one, one, null))
                .row(MPI.ERR_ARG, "Struct of too few datatypes", () -> Datatype.Struct(one, one, new Datatype[0]))
                .row(
                        MPI.ERR_TYPE,
                        "Struct of two base types",
                        () -> Datatype.Struct(new int[] {1, 1}, new int[] {0, 1}, new Datatype[] {MPI.INT, MPI.LONG}));
    }

    private static void sizes(Rows rows) {
        Datatype large = Datatype.Contiguous(HUGE, MPI.BYTE);
        rows.row(MPI.ERR_ARG, "Contiguous beyond an int", () -> Datatype.Contiguous(2, large))
                .row(MPI.ERR_ARG, "Vector beyond an int", () -> Datatype.Vector(3, 1, HUGE, MPI.BYTE))
                .row(MPI.ERR_ARG, "Hvector beyond an int", () -> Datatype.Hvector(2, 1, HUGE, large))
                .row(MPI.ERR_ARG, "Indexed beyond an int", () -> Datatype.Indexed(new int[] {1}, new int[] {2}, large))
                .row(
                        MPI.ERR_ARG,
                        "Hindexed beyond an int",
                        () -> Datatype.Hindexed(new int[] {2}, new int[] {HUGE}, MPI.BYTE));
        large.free();
    }
}
