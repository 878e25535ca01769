package org.jmpi.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OrbitTest {
    private static final Region WHOLE = Region.parse(Region.WHOLE_SET);

    /** Sum of the paper's picture, as C programs with the plain loop have it. */
    private static final long SUM_OF_PAPER = 65_002_188;

    private static long sum(Grid grid, int limit) {
        int[] iterations = new int[grid.pointsPerTask()];
        long sum = 0;
        for (int task = 0; task < grid.tasks(); task++) {
            Grid.Tile tile = grid.tile(task);
            Orbit.compute(grid, tile, limit, iterations, 0);
            for (int i = 0; i < tile.points(); i++) sum += iterations[i];
        }
        return sum;
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 1000",
        "-1, 0, 1000",
        "-2, 0, 1000",
        "0, 1, 1000",
        "0.25, 0, 1000",
        "1, 0, 3",
        "3, 0, 1",
        "2, 0, 2",
        "-2.5, 0, 1",
        "2, 2, 1"
    })
    void countsTheIterationsOfKnownPoints(double cx, double cy, int iterations) {
        assertEquals(iterations, Orbit.iterations(cx, cy, 1000));
    }

    @Test
    void neverExceedsTheLimit() {
        for (int limit = 1; limit < 20; limit++) {
            assertEquals(limit, Orbit.iterations(-0.5, 0.1, limit));
            assertTrue(Orbit.iterations(0.4, 0.3, limit) <= limit);
        }
    }

    @Test
    void theSetIsSymmetricToTheRealAxis() {
        Grid grid = Grid.of(128, 400, WHOLE);
        for (int row = 0; row <= 64; row++) {
            for (int column = 0; column < 128; column++) {
                int above = Orbit.iterations(grid.x(column), grid.y(row), 500);
                assertEquals(above, Orbit.iterations(grid.x(column), -grid.y(row), 500));
            }
        }
    }

    @Test
    void thePictureOfThePaperHasTheSumOfOtherPrograms() {
        assertEquals(SUM_OF_PAPER, sum(Grid.of(512, 400, WHOLE), 1000));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 99, 400, 1000, 10_000})
    void theSumDoesNotDependOnTheTasks(int pointsPerTask) {
        assertEquals(sum(Grid.of(100, 1, WHOLE), 200), sum(Grid.of(100, pointsPerTask, WHOLE), 200));
    }

    @Test
    void computesFromTheOffsetOnAndNotBeyond() {
        Grid grid = Grid.of(10, 25, WHOLE);
        int[] result = new int[2 + 25 + 1];
        result[0] = result[1] = result[27] = -7;
        Orbit.compute(grid, grid.tile(3), 50, result, 2);
        assertEquals(-7, result[1]);
        assertEquals(-7, result[27]);
        assertEquals(Orbit.iterations(grid.x(5), grid.y(5), 50), result[2]);
        assertEquals(Orbit.iterations(grid.x(9), grid.y(9), 50), result[26]);
    }

    @Test
    void escapeTimesFallSmoothlyAwayFromTheSet() {
        double last = Orbit.escape(0.3, 0).time();
        for (double x = 0.301; x < 2; x += 0.001) {
            double time = Orbit.escape(x, 0).time();
            assertTrue(time < last && last - time < 0.2, "at " + x + ": " + last + " -> " + time);
            last = time;
        }
    }

    @Test
    void theDistanceIsABoundAtMostFourTimesTooLarge() {
        for (double distance : new double[] {0.001, 0.01, 0.1}) {
            double bound = Orbit.escape(-2 - distance, 0).distance(); // the set ends at -2
            assertTrue(bound >= distance && bound <= 4 * distance, distance + ": " + bound);
        }
    }
}
