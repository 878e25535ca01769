package org.jmpi.ibm.beyond.errors;

import java.util.Arrays;
import java.util.List;
import mpi.Group;
import mpi.MPI;

/** Bad arguments of the calls on groups. */
public final class Groups {
    private Groups() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Rows rows = new Rows();
        Group all = MPI.COMM_WORLD.Group();
        Group freed = MPI.COMM_WORLD.Group();
        freed.free();
        for (Group bad : new Group[] {null, MPI.GROUP_NULL, freed}) pairs(rows, all, bad);
        for (Group bad : List.of(MPI.GROUP_NULL, freed)) alone(rows, bad);
        ranks(rows, all);
        ranges(rows, all);
        MPI.Finalize();
    }

    private static void pairs(Rows rows, Group all, Group bad) {
        rows.row(MPI.ERR_GROUP, "Union with a bad group", () -> Group.Union(all, bad))
                .row(MPI.ERR_GROUP, "Union of a bad group", () -> Group.Union(bad, all))
                .row(MPI.ERR_GROUP, "Intersection with a bad group", () -> Group.Intersection(all, bad))
                .row(MPI.ERR_GROUP, "Intersection of a bad group", () -> Group.Intersection(bad, all))
                .row(MPI.ERR_GROUP, "Difference with a bad group", () -> Group.Difference(all, bad))
                .row(MPI.ERR_GROUP, "Difference of a bad group", () -> Group.Difference(bad, all))
                .row(MPI.ERR_GROUP, "Compare with a bad group", () -> Group.Compare(all, bad))
                .row(MPI.ERR_GROUP, "Compare of a bad group", () -> Group.Compare(bad, all))
                .row(MPI.ERR_GROUP, "Translate_ranks to a bad group", () -> Group.Translate_ranks(all, new int[1], bad))
                .row(
                        MPI.ERR_GROUP,
                        "Translate_ranks of a bad group",
                        () -> Group.Translate_ranks(bad, new int[1], all));
    }

    private static void alone(Rows rows, Group bad) {
        rows.row(MPI.ERR_GROUP, "Size of a bad group", bad::Size)
                .row(MPI.ERR_GROUP, "Rank of a bad group", bad::Rank)
                .row(MPI.ERR_GROUP, "Incl of a bad group", () -> bad.Incl(new int[0]))
                .row(MPI.ERR_GROUP, "Excl of a bad group", () -> bad.Excl(new int[0]))
                .row(MPI.ERR_GROUP, "Range_incl of a bad group", () -> bad.Range_incl(new int[0][]))
                .row(MPI.ERR_GROUP, "Range_excl of a bad group", () -> bad.Range_excl(new int[0][]))
                .row(MPI.ERR_GROUP, "free of a bad group", bad::free);
    }

    private static void ranks(Rows rows, Group all) {
        int size = all.Size();
        rows.row(MPI.ERR_ARG, "Incl of null", () -> all.Incl(null))
                .row(MPI.ERR_ARG, "Excl of null", () -> all.Excl(null))
                .row(MPI.ERR_ARG, "Translate_ranks of null", () -> Group.Translate_ranks(all, null, all));
        for (int[] bad : new int[][] {{-1}, {size}, {0, -4}, {0, 0}})
            rows.row(MPI.ERR_RANK, "Incl of " + Arrays.toString(bad), () -> all.Incl(bad))
                    .row(MPI.ERR_RANK, "Excl of " + Arrays.toString(bad), () -> all.Excl(bad));
        for (int[] bad : new int[][] {{-1}, {size}, {0, -4}})
            rows.row(
                    MPI.ERR_RANK,
                    "Translate_ranks of " + Arrays.toString(bad),
                    () -> Group.Translate_ranks(all, bad, all));
    }

    private static void ranges(Rows rows, Group all) {
        int size = all.Size();
        range(rows, MPI.ERR_ARG, all, null);
        int[][][] arguments = {{null}, {{0, 0}}, {{0, 0, 0}}, {{0, 1, -1}}, {{1, 0, 1}}, {{0, 0, 1}, {0, 0, 1}}};
        for (int[][] bad : arguments) range(rows, MPI.ERR_ARG, all, bad);
        for (int[][] bad : new int[][][] {{{-1, 0, 1}}, {{0, size, 1}}, {{size, size, 1}}})
            range(rows, MPI.ERR_RANK, all, bad);
    }

    private static void range(Rows rows, int errorClass, Group all, int[][] bad) {
        String what = Arrays.deepToString(bad);
        rows.row(errorClass, "Range_incl of " + what, () -> all.Range_incl(bad))
                .row(errorClass, "Range_excl of " + what, () -> all.Range_excl(bad));
    }
}
