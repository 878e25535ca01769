package org.jmpi.comm.communicator;

import static org.jmpi.comm.communicator.Refusals.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jmpi.comm.error.ErrorClass;
import org.junit.jupiter.api.Test;

class CartTopologyTest {
    private static final int[][] SHAPES = {
        {}, {1}, {2}, {5}, {1, 1}, {2, 3}, {3, 2}, {1, 4}, {3, 3, 2}, {2, 1, 3}, {2, 2, 2}
    };

    /** Every shape with every choice of rings. */
    private static void forEachGrid(Consumer<CartTopology> test) {
        for (int[] dims : SHAPES)
            for (boolean[] periods : choices(dims.length)) test.accept(new CartTopology(dims, periods));
    }

    private static List<boolean[]> choices(int length) {
        List<boolean[]> all = new ArrayList<>();
        for (int bits = 0; bits < 1 << length; bits++) {
            boolean[] choice = new boolean[length];
            for (int i = 0; i < length; i++) choice[i] = (bits >> i & 1) == 1;
            all.add(choice);
        }
        return all;
    }

    private static CartTopology grid(int... dims) {
        return new CartTopology(dims, new boolean[dims.length]);
    }

    private static String name(CartTopology grid) {
        return Arrays.toString(grid.dims()) + Arrays.toString(grid.periods());
    }

    @Test
    void ranksAreNumberedRowByRow() {
        CartTopology grid = grid(2, 3);
        int[][] places = {{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}};
        for (int rank = 0; rank < 6; rank++) {
            assertArrayEquals(places[rank], grid.coordinates(rank));
            assertEquals(rank, grid.rank(places[rank]));
        }
    }

    @Test
    void everyRankHasItsOwnCoordinatesAndTheyLeadBack() {
        forEachGrid(grid -> {
            TreeSet<String> places = new TreeSet<>();
            for (int rank = 0; rank < grid.size(); rank++) {
                int[] coordinates = grid.coordinates(rank);
                places.add(Arrays.toString(coordinates));
                assertEquals(rank, grid.rank(coordinates), name(grid));
            }
            assertEquals(grid.size(), places.size(), name(grid));
            assertEquals(Arrays.stream(grid.dims()).reduce(1, (a, b) -> a * b), grid.size());
        });
    }

    @Test
    void coordinatesWrapInARingAndAreRefusedElsewhere() {
        forEachGrid(grid -> {
            for (int rank = 0; rank < grid.size(); rank++)
                for (int i = 0; i < grid.dims().length; i++)
                    for (int turns = -3; turns <= 3; turns++) checkTurns(grid, rank, i, turns);
        });
    }

    private static void checkTurns(CartTopology grid, int rank, int dimension, int turns) {
        int[] coordinates = grid.coordinates(rank);
        int dim = grid.dims()[dimension];
        coordinates[dimension] += turns * dim;
        if (turns == 0 || grid.periods()[dimension]) assertEquals(rank, grid.rank(coordinates), name(grid));
        else
            assertRefused(
                    ErrorClass.ARG,
                    "coordinate out of range: coordinates[%d]=%d, dims[%d]=%d"
                            .formatted(dimension, coordinates[dimension], dimension, dim),
                    () -> grid.rank(coordinates));
    }

    @Test
    void theFarthestCoordinatesWrapToo() {
        CartTopology ring = new CartTopology(new int[] {7}, new boolean[] {true});
        assertEquals(Integer.MAX_VALUE % 7, ring.rank(new int[] {Integer.MAX_VALUE}));
        assertEquals(7 + Integer.MIN_VALUE % 7, ring.rank(new int[] {Integer.MIN_VALUE}));
    }

    /** Where so many single steps lead, one after the other; off the grid it does not come back. */
    private static int walk(CartTopology grid, int rank, int direction, int steps) {
        int[] coordinates = grid.coordinates(rank);
        int dim = grid.dims()[direction];
        for (int step = 0; step < Math.abs(steps); step++) {
            coordinates[direction] += Integer.signum(steps);
            if (!grid.periods()[direction] && (coordinates[direction] == -1 || coordinates[direction] == dim))
                return Communicator.PROC_NULL;
            coordinates[direction] = (coordinates[direction] + dim) % dim;
        }
        return grid.rank(coordinates);
    }

    @Test
    void aShiftLeadsWhereSingleStepsDo() {
        forEachGrid(grid -> {
            for (int rank = 0; rank < grid.size(); rank++)
                for (int direction = 0; direction < grid.dims().length; direction++)
                    for (int steps = -7; steps <= 7; steps++)
                        assertEquals(
                                new CartTopology.Shift(
                                        walk(grid, rank, direction, -steps), walk(grid, rank, direction, steps)),
                                grid.shift(rank, direction, steps),
                                name(grid) + " rank " + rank + " direction " + direction + " steps " + steps);
        });
    }

    @Test
    void theLongestShiftsDoNotOverflow() {
        CartTopology line = grid(7);
        CartTopology ring = new CartTopology(new int[] {7}, new boolean[] {true});
        CartTopology.Shift nobody = new CartTopology.Shift(Communicator.PROC_NULL, Communicator.PROC_NULL);
        for (int rank = 0; rank < 7; rank++)
            for (int steps : new int[] {Integer.MIN_VALUE, Integer.MIN_VALUE + 1, Integer.MAX_VALUE}) {
                assertEquals(nobody, line.shift(rank, 0, steps));
                assertEquals(ring.shift(rank, 0, steps % 7), ring.shift(rank, 0, steps));
            }
    }

    @Test
    void aMessageComesFromWhereItsSenderSendsIt() {
        forEachGrid(grid -> {
            for (int rank = 0; rank < grid.size(); rank++)
                for (int direction = 0; direction < grid.dims().length; direction++)
                    for (int steps = -7; steps <= 7; steps++) {
                        int dest = grid.shift(rank, direction, steps).dest();
                        if (dest != Communicator.PROC_NULL)
                            assertEquals(
                                    rank, grid.shift(dest, direction, steps).source());
                    }
        });
    }

    @Test
    void aGridIsDividedIntoSmallerOnesWithOneRankAtEachPlace() {
        forEachGrid(grid -> {
            for (boolean[] remain : choices(grid.dims().length)) checkSubgrids(grid, remain);
        });
    }

    private static void checkSubgrids(CartTopology grid, boolean[] remain) {
        CartTopology.Subgrids sub = grid.sub(remain);
        CartTopology small = sub.topology();
        assertArrayEquals(kept(grid.dims(), remain), small.dims());
        Map<Integer, TreeSet<Integer>> ranksOfColour = new HashMap<>();
        Map<Integer, String> placeOfColour = new HashMap<>();
        for (int rank = 0; rank < grid.size(); rank++) {
            int[] coordinates = grid.coordinates(rank);
            assertArrayEquals(kept(coordinates, remain), small.coordinates(sub.key(rank)), name(grid));
            assertTrue(ranksOfColour
                    .computeIfAbsent(sub.colour(rank), colour -> new TreeSet<>())
                    .add(sub.key(rank)));
            String place = Arrays.toString(kept(coordinates, inverse(remain)));
            assertEquals(place, placeOfColour.computeIfAbsent(sub.colour(rank), colour -> place), name(grid));
        }
        int grids = grid.size() / small.size();
        assertEquals(all(grids), ranksOfColour.keySet());
        ranksOfColour.values().forEach(ranks -> assertEquals(all(small.size()), ranks));
    }

    private static TreeSet<Integer> all(int count) {
        return new TreeSet<>(IntStream.range(0, count).boxed().toList());
    }

    private static boolean[] inverse(boolean[] remain) {
        boolean[] inverse = new boolean[remain.length];
        for (int i = 0; i < remain.length; i++) inverse[i] = !remain[i];
        return inverse;
    }

    private static int[] kept(int[] values, boolean[] remain) {
        return IntStream.range(0, values.length)
                .filter(i -> remain[i])
                .map(i -> values[i])
                .toArray();
    }

    @Test
    void aSmallerGridKeepsTheRingsOfItsDimensions() {
        CartTopology grid = new CartTopology(new int[] {2, 3, 4}, new boolean[] {true, false, true});
        CartTopology.Subgrids sub = grid.sub(new boolean[] {false, true, true});
        assertArrayEquals(new int[] {3, 4}, sub.topology().dims());
        assertArrayEquals(new boolean[] {false, true}, sub.topology().periods());
        assertEquals(1, sub.colour(grid.rank(new int[] {1, 2, 3})));
        assertEquals(11, sub.key(grid.rank(new int[] {1, 2, 3})));
        assertEquals(1, grid.sub(new boolean[3]).topology().size());
    }

    @Test
    void ranksBeyondTheGridHaveNoPlaceInIt() {
        CartTopology grid = grid(2, 3);
        for (int rank = 0; rank < 6; rank++) assertEquals(rank, grid.map(rank));
        assertEquals(Communicator.UNDEFINED, grid.map(6));
        assertEquals(Communicator.UNDEFINED, grid.map(Integer.MAX_VALUE));
        grid.checkFits(6);
        grid.checkFits(7);
        assertRefused(
                ErrorClass.TOPOLOGY, "topology larger than the communicator: 6 of 5 ranks", () -> grid.checkFits(5));
    }

    @Test
    void aGridWithoutDimensionsHasOneRank() {
        CartTopology point = grid();
        assertEquals(1, point.size());
        assertArrayEquals(new int[0], point.coordinates(0));
        assertEquals(0, point.rank(new int[0]));
        assertEquals(0, point.map(0));
        assertEquals(Communicator.UNDEFINED, point.map(1));
        assertRefused(ErrorClass.DIMS, "direction out of range: direction=0, dimensions=0", () -> point.shift(0, 0, 1));
    }

    @Test
    void aGridDoesNotChangeWithTheArraysThatItTookOrGave() {
        int[] dims = {2, 3};
        boolean[] periods = {true, false};
        CartTopology grid = new CartTopology(dims, periods);
        dims[0] = 9;
        periods[0] = false;
        grid.dims()[1] = 9;
        grid.periods()[1] = true;
        assertArrayEquals(new int[] {2, 3}, grid.dims());
        assertArrayEquals(new boolean[] {true, false}, grid.periods());
    }

    @Test
    void malformedGridsAreRefused() {
        assertRefused(ErrorClass.ARG, "dims is null", () -> new CartTopology(null, new boolean[1]));
        assertRefused(ErrorClass.ARG, "periods is null", () -> new CartTopology(new int[1], null));
        assertRefused(
                ErrorClass.ARG,
                "periods too short: length=1, dimensions=2",
                () -> new CartTopology(new int[] {2, 2}, new boolean[1]));
        for (int bad : new int[] {0, -1, Integer.MIN_VALUE})
            assertRefused(ErrorClass.DIMS, "dimension is not positive: dims[1]=" + bad, () -> grid(2, bad));
        assertRefused(ErrorClass.DIMS, "grid too large: dims=[65536, 32768]", () -> grid(65536, 32768));
        assertRefused(
                ErrorClass.DIMS,
                "grid too large: dims=[2147483647, 2147483647, 4, 4]",
                () -> grid(Integer.MAX_VALUE, Integer.MAX_VALUE, 4, 4));
        assertEquals(Integer.MAX_VALUE, grid(1, Integer.MAX_VALUE).size());
    }

    @Test
    void badRanksDirectionsAndLengthsAreRefused() {
        CartTopology grid = grid(2, 3);
        for (int bad : new int[] {-1, 6, Communicator.PROC_NULL}) {
            String message = "rank out of range: rank=" + bad + ", size=6";
            assertRefused(ErrorClass.RANK, message, () -> grid.coordinates(bad));
            assertRefused(ErrorClass.RANK, message, () -> grid.shift(bad, 0, 1));
            assertRefused(
                    ErrorClass.RANK, message, () -> grid.sub(new boolean[2]).key(bad));
            assertRefused(
                    ErrorClass.RANK, message, () -> grid.sub(new boolean[2]).colour(bad));
        }
        for (int bad : new int[] {-1, 2})
            assertRefused(
                    ErrorClass.DIMS,
                    "direction out of range: direction=" + bad + ", dimensions=2",
                    () -> grid.shift(0, bad, 1));
        assertRefused(ErrorClass.ARG, "coordinates is null", () -> grid.rank(null));
        assertRefused(ErrorClass.ARG, "coordinates too short: length=1, dimensions=2", () -> grid.rank(new int[] {0}));
        assertRefused(ErrorClass.ARG, "remain is null", () -> grid.sub(null));
        assertRefused(ErrorClass.ARG, "remain too short: length=1, dimensions=2", () -> grid.sub(new boolean[1]));
    }

    @Test
    void furtherValuesAreIgnored() {
        CartTopology grid = new CartTopology(new int[] {2, 3}, new boolean[] {true, false, true, true});
        assertArrayEquals(new boolean[] {true, false}, grid.periods());
        assertEquals(4, grid.rank(new int[] {1, 1, 7, -3}));
        assertArrayEquals(
                new int[] {3},
                grid.sub(new boolean[] {false, true, true}).topology().dims());
    }
}
