package org.jmpi.ibm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import mpi.MPI;
import org.jmpi.Jmpi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class CheckTest {
    private static void assertSays(String message, Executable check) {
        assertEquals(message, assertThrows(AssertionError.class, check).getMessage());
    }

    @Test
    void whatIsEqualPasses() {
        Check.equal(1, 1, "ints");
        Check.equal(null, null, "nulls");
        Check.equal(List.of(1), List.of(1), "lists");
        Check.equal(new int[][] {{1}, null}, new int[][] {{1}, null}, "arrays");
        Check.isTrue(true, "truth");
        Check.fails(MPI.ERR_OTHER, MPI.COMM_WORLD::Rank, "Rank before Init");
    }

    @Test
    void saysWhatWasExpectedAndWhatCame() {
        assertSays("before MPI.Init: ints: expected 1, got 2", () -> Check.equal(1, 2, "ints"));
        assertSays("before MPI.Init: data: expected 1.5, got null", () -> Check.equal(1.5, null, "data"));
        assertSays("before MPI.Init: not true: truth", () -> Check.isTrue(false, "truth"));
    }

    @Test
    void saysWhichElementsDiffer() {
        int[][] rows = {{1, 2}, {3, 4}};
        assertSays(
                "before MPI.Init: rows[1][0]: expected 3, got 5",
                () -> Check.equal(rows, new int[][] {{1, 2}, {5, 4}}, "rows"));
        assertSays(
                "before MPI.Init: rows: length: expected 2, got 1",
                () -> Check.equal(rows, new int[][] {{1, 2}}, "rows"));
        assertSays(
                "before MPI.Init: row: elements: expected int, got long",
                () -> Check.equal(new int[] {1}, new long[] {1}, "row"));
    }

    @Test
    void saysThatAnExceptionIsMissingOrOfAnotherClass() {
        assertSays(
                "before MPI.Init: call is expected to throw an MPIException of class " + MPI.ERR_RANK + ", but returns",
                () -> Check.fails(MPI.ERR_RANK, () -> {}, "call"));
        AssertionError other = assertThrows(
                AssertionError.class, () -> Check.fails(MPI.ERR_RANK, MPI.COMM_WORLD::Rank, "Rank before Init"));
        assertEquals(true, other.getMessage().endsWith("expected " + MPI.ERR_RANK + ", got " + MPI.ERR_OTHER));
    }

    @Test
    void saysAtWhichRank() {
        assertSays(
                "rank 1 of 2: rank: expected 0, got 1",
                () -> Jmpi.run(2, () -> Check.equal(0, MPI.COMM_WORLD.Rank(), "rank")));
    }
}
