package org.jmpi.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GridTest {
    private static final Region WHOLE = Region.parse(Region.WHOLE_SET);

    @Test
    void thePaperHasSquareTasksOf400Points() {
        Grid grid = Grid.of(512, 400, WHOLE);
        assertEquals(20, grid.taskWidth());
        assertEquals(20, grid.taskHeight());
        assertEquals(26 * 26, grid.tasks());
        assertEquals(new Grid.Tile(500, 500, 12, 12), grid.tile(26 * 26 - 1));
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1",
        "1, 400",
        "2, 3",
        "5, 4",
        "7, 1",
        "7, 2",
        "20, 400",
        "21, 400",
        "19, 400",
        "64, 100",
        "64, 97",
        "33, 1000000",
        "100, 401",
        "101, 399",
        "512, 400",
        "512, 262144",
        "512, 1000"
    })
    void tasksCoverEveryPointOnce(int size, int pointsPerTask) {
        Grid grid = Grid.of(size, pointsPerTask, WHOLE);
        int[] covered = new int[size * size];
        for (int task = 0; task < grid.tasks(); task++) {
            Grid.Tile tile = grid.tile(task);
            assertTrue(tile.points() >= 1 && tile.points() <= grid.pointsPerTask(), () -> tile.toString());
            for (int i = 0; i < tile.points(); i++) {
                covered[(tile.top() + i / tile.width()) * size + tile.left() + i % tile.width()]++;
            }
        }
        assertTrue(grid.pointsPerTask() <= pointsPerTask);
        for (int i = 0; i < covered.length; i++) assertEquals(1, covered[i], "point " + i);
    }

    @Test
    void theUpperLeftPointIsTheCornerOfTheRegion() {
        Grid grid = Grid.of(10, 4, new Region(-2, -1, 0, 1));
        assertEquals(-2, grid.x(0));
        assertEquals(1, grid.y(0));
        assertEquals(-1, grid.x(5));
        assertEquals(0, grid.y(5));
    }
}
