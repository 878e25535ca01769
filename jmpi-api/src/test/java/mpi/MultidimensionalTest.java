package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.lang.reflect.Array;
import java.util.Arrays;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Messages from and into arrays of several dimensions, whose elements count as if their rows lay one after the other.
 */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class MultidimensionalTest {
    private static final int TAG = 13;

    /** Cuts an array into rows of these lengths, repeated as long as there are elements. */
    private static Object[] rows(Object flat, int... lengths) {
        int rows = 0;
        for (int at = 0; at < Array.getLength(flat); rows++) at += lengths[rows % lengths.length];
        Object[] cut = (Object[]) Array.newInstance(flat.getClass(), rows);
        for (int row = 0, at = 0; row < rows; row++) {
            int length = Math.min(lengths[row % lengths.length], Array.getLength(flat) - at);
            cut[row] = Array.newInstance(flat.getClass().getComponentType(), length);
            System.arraycopy(flat, at, cut[row], 0, length);
            at += length;
        }
        return cut;
    }

    private static Object[] planes(Object[] rows) {
        Object[] planes = (Object[]) Array.newInstance(rows.getClass(), 3);
        planes[0] = Arrays.copyOf(rows, 1);
        planes[1] = Arrays.copyOf(rows, 0);
        planes[2] = Arrays.copyOfRange(rows, 1, rows.length);
        return planes;
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OBJECT")
    void rowsToAdjacentElementsAndBack(Kind kind) {
        Jmpi.run(2, () -> {
            for (int count : new int[] {0, 1, 20, 30_000}) {
                Object flat = kind.data(2, count, 5);
                Object[] plane = rows(flat, 3, 0, 7, 1);
                Object[] space = planes(plane);
                if (Talk.rank() == 0) {
                    for (Object buffer : new Object[] {flat, plane, space})
                        for (int i = 0; i < 3; i++) MPI.COMM_WORLD.Send(buffer, 2, count, kind.type, 1, TAG);
                    continue;
                }
                Object guards = kind.guards(2, count);
                for (int i = 0; i < 3; i++) {
                    Object room = kind.guards(2, count);
                    Object[] roomOfRows = rows(guards, 5, 2, 0);
                    Object[] roomOfPlanes = planes(rows(guards, 1, 9));
                    for (Object buffer : new Object[] {room, roomOfRows, roomOfPlanes}) {
                        Status status = MPI.COMM_WORLD.Recv(buffer, 2, count, kind.type, 0, TAG);
                        kind.assertStatus(status, 0, TAG, count, kind + " x " + count);
                    }
                    Kind.assertSame(flat, room, "flat");
                    assertTrue(Arrays.deepEquals(rows(flat, 5, 2, 0), roomOfRows), "rows");
                    assertTrue(Arrays.deepEquals(planes(rows(flat, 1, 9)), roomOfPlanes), "planes");
                }
            }
        });
    }

    @Test
    void columnsOfAMatrix() {
        Jmpi.run(2, () -> {
            int side = 200;
            Datatype column = Datatype.Vector(side, 1, side, MPI.DOUBLE);
            column.Commit();
            double[][] matrix = new double[side][side];
            for (int row = 0; row < side; row++) for (int c = 0; c < side; c++) matrix[row][c] = row + c * 1000;
            if (Talk.rank() == 0) {
                for (int c = 0; c < side; c++) MPI.COMM_WORLD.Send(matrix, c, 1, column, 1, TAG);
            } else {
                double[][] transposed = new double[side][side];
                double[][] copy = new double[side][side];
                for (int c = 0; c < side; c++) {
                    boolean asRow = c % 2 == 0;
                    if (asRow) MPI.COMM_WORLD.Recv(transposed[c], 0, side, MPI.DOUBLE, 0, TAG);
                    else MPI.COMM_WORLD.Recv(copy, c, 1, column, 0, TAG);
                    for (int row = 0; row < side; row++) {
                        assertEquals(asRow ? matrix[row][c] : 0, transposed[c][row]);
                        assertEquals(asRow ? 0 : matrix[row][c], copy[row][c]);
                    }
                }
            }
        });
    }

    @Test
    void arraysAsObjectsAreSentRowByRow() {
        Jmpi.run(2, () -> {
            int[][] rows = {{1}, {2, 3}, null, {}};
            if (Talk.rank() == 0) MPI.COMM_WORLD.Send(rows, 0, 4, MPI.OBJECT, 1, TAG);
            else {
                int[][] room = new int[5][];
                Status status = MPI.COMM_WORLD.Recv(room, 1, 4, MPI.OBJECT, 0, TAG);
                assertEquals(4, status.Get_count(MPI.OBJECT));
                assertArrayEquals(new int[][] {null, {1}, {2, 3}, null, {}}, room);
            }
        });
    }

    @Test
    void collectivesOverRows() {
        Jmpi.run(3, () -> {
            int me = Talk.rank();
            int[][] all = new int[3][2];
            MPI.COMM_WORLD.Gather(new int[][] {{me}, {10 * me}}, 0, 2, MPI.INT, all, 0, 2, MPI.INT, 1);
            if (me == 1) assertArrayEquals(new int[][] {{0, 0}, {1, 10}, {2, 20}}, all);
            MPI.COMM_WORLD.Bcast(all, 1, 4, MPI.INT, 1);
            assertArrayEquals(new int[][] {{0, 0}, {1, 10}, {2, me == 1 ? 20 : 0}}, all);
            long[][] sum = new long[2][2];
            MPI.COMM_WORLD.Allreduce(new long[][] {{me, 1}, {2}}, 0, sum, 1, 3, MPI.LONG, MPI.SUM);
            assertArrayEquals(new long[][] {{0, 3}, {3, 6}}, sum);
        });
    }

    @Test
    void whatIsNoArrayOfTheType() {
        Jmpi.run(1, () -> {
            Comm world = MPI.COMM_WORLD;
            double[][] matrix = {{1}, null};
            int[][][] space = {{{}}, {{}, {}, null}};
            Talk.assertFails(
                    MPI.ERR_BUFFER, () -> world.Send(matrix, 0, 1, MPI.DOUBLE, 0, TAG), "row of the buffer", "[1]");
            Talk.assertFails(MPI.ERR_BUFFER, () -> world.Recv(space, 0, 1, MPI.INT, 0, TAG), "[1][2]");
            Talk.assertFails(MPI.ERR_BUFFER, () -> world.Recv(new int[2][2][], 0, 1, MPI.INT, 0, TAG), "index=[0][0]");
            Talk.assertFails(MPI.ERR_TYPE, () -> world.Send(matrix, 0, 1, MPI.INT, 0, TAG), "double[][]", "int[]");
            Talk.assertFails(
                    MPI.ERR_TYPE, () -> world.Send(new Object[] {new int[1]}, 0, 1, MPI.INT, 0, TAG), "Object[]");
            int[][] ragged = {{1, 2}, {}, {3}};
            Talk.assertFails(
                    MPI.ERR_COUNT,
                    () -> world.Send(ragged, 1, 3, MPI.INT, 0, TAG),
                    "offset=1",
                    "count=3",
                    "array length=3");
            Talk.assertFails(MPI.ERR_ARG, () -> world.Send(ragged, 4, 1, MPI.INT, 0, TAG), "offset=4", "length=3");
        });
    }
}
