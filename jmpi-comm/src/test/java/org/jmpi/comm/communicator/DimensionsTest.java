package org.jmpi.comm.communicator;

import static org.jmpi.comm.communicator.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jmpi.comm.error.ErrorClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How many ranks each dimension of a grid gets. */
class DimensionsTest {
    private static final Comparator<int[]> BALANCE = Comparator.<int[]>comparingInt(
                    dims -> dims[0] - dims[dims.length - 1])
            .thenComparing(Arrays::compare);

    private static int[] ints(String text) {
        return text == null
                ? new int[0]
                : Arrays.stream(text.split(" ")).mapToInt(Integer::parseInt).toArray();
    }

    @ParameterizedTest
    @CsvSource({
        "6, 0 0, 3 2",
        "6, 2 0, 2 3",
        "6, 0 0 0, 3 2 1",
        "6, 0 3 0, 2 3 1",
        "6, 3 2, 3 2",
        "6, 1 0 1, 1 6 1",
        "1, 0 0 0, 1 1 1",
        "7, 0 0, 7 1",
        "60, 0 0 0, 5 4 3",
        "16, 0 0 0, 4 2 2",
        "24, 0 2 0, 4 2 3",
        "36, 0 0 0, 4 3 3",
        "1024, 0 0 0 0, 8 8 4 4",
        "3600, 0 0 0 0, 10 10 6 6",
        "4620, 0 0 0, 22 15 14",
        "2147483647, 0 0, 2147483647 1",
        "2147395600, 0 0, 46340 46340",
        "1, , ",
    })
    void ranksAreSpreadOverTheFreeDimensions(int nodes, String given, String expected) {
        int[] dims = ints(given);
        int[] before = dims.clone();
        assertArrayEquals(ints(expected), CartTopology.dimensions(nodes, dims));
        assertArrayEquals(before, dims);
    }

    /** All grids of so many ranks, their dimensions in non-increasing order. */
    private static List<int[]> grids(int nodes, int dimensions) {
        List<int[]> all = new ArrayList<>();
        collect(nodes, new int[dimensions], 0, all);
        return all;
    }

    private static void collect(int rest, int[] begun, int place, List<int[]> all) {
        if (place == begun.length) {
            if (rest == 1) all.add(begun.clone());
            return;
        }
        int most = place == 0 ? rest : begun[place - 1];
        for (int dim = 1; dim <= Math.min(most, rest); dim++) {
            if (rest % dim != 0) continue;
            begun[place] = dim;
            collect(rest / dim, begun, place + 1, all);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void noGridIsBetterBalanced(int dimensions) {
        // Of the large ones the best grid is not the one with the smallest largest dimension.
        int[] large = {3600, 3960, 4620, 4680, 7488, 7800};
        for (int nodes : IntStream.concat(IntStream.rangeClosed(1, 1000), Arrays.stream(large))
                .toArray()) {
            int[] best = grids(nodes, dimensions).stream().min(BALANCE).orElseThrow();
            int[] found = CartTopology.dimensions(nodes, new int[dimensions]);
            assertArrayEquals(best, found, nodes + ": " + Arrays.toString(best) + ", " + Arrays.toString(found));
        }
    }

    @Test
    void givenDimensionsStayAndTheOthersShareTheRest() {
        for (int nodes = 1; nodes <= 64; nodes++)
            for (int first = 1; first <= nodes; first++)
                for (int third = 1; third <= nodes; third++) {
                    int[] dims = {first, 0, third, 0};
                    int ranks = nodes;
                    if (nodes % (first * third) != 0) {
                        String message = "nodes do not fill a grid of the given dims: nodes=" + nodes + ", dims="
                                + Arrays.toString(dims);
                        assertRefused(ErrorClass.DIMS, message, () -> CartTopology.dimensions(ranks, dims));
                        continue;
                    }
                    int[] free = CartTopology.dimensions(nodes / (first * third), new int[2]);
                    assertArrayEquals(new int[] {first, free[0], third, free[1]}, CartTopology.dimensions(nodes, dims));
                }
    }

    @Test
    void manyDimensionsOfManyRanksAreFoundAtOnce() {
        int[] rich = {1 << 30, 735_134_400, 1_396_755_360, 1_930_399_884, 461_607_930, 1_073_741_789};
        for (int nodes : rich)
            for (int dimensions : new int[] {2, 3, 4, 6, 10, 16, 31, 1000}) {
                int[] found = assertTimeoutPreemptively(
                        Duration.ofSeconds(60), () -> CartTopology.dimensions(nodes, new int[dimensions]));
                long product = 1;
                for (int i = 0; i < dimensions; i++) {
                    product *= found[i];
                    assertTrue(i == 0 || found[i] <= found[i - 1], Arrays.toString(found));
                }
                assertEquals(nodes, product);
            }
    }

    @Test
    void whatIsNoGridIsRefused() {
        assertRefused(ErrorClass.ARG, "dims is null", () -> CartTopology.dimensions(6, null));
        for (int nodes : new int[] {0, -1, Integer.MIN_VALUE})
            assertRefused(
                    ErrorClass.DIMS,
                    "number of nodes is not positive: nodes=" + nodes,
                    () -> CartTopology.dimensions(nodes, new int[2]));
        assertRefused(
                ErrorClass.DIMS,
                "dimension is negative: dims[1]=-3",
                () -> CartTopology.dimensions(6, new int[] {9, -3}));
        assertRefused(
                ErrorClass.DIMS,
                "dimension is negative: dims[2]=-1",
                () -> CartTopology.dimensions(6, new int[] {Integer.MAX_VALUE, Integer.MAX_VALUE, -1}));
        int[][] none = {{4, 0}, {7}, {3}, {2, 0, 2}, {1, 1}, {}, {1 << 16, 1 << 16, 1 << 16, 1 << 16, 0}};
        for (int[] dims : none)
            assertRefused(
                    ErrorClass.DIMS,
                    "nodes do not fill a grid of the given dims: nodes=6, dims=" + Arrays.toString(dims),
                    () -> CartTopology.dimensions(6, dims));
    }
}
