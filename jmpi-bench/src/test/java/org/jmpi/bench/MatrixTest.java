package org.jmpi.bench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MatrixTest {
    private static ProgramRun matrix(int ranks, String... args) throws Exception {
        return ProgramRun.of(ranks, Matrix::options, Matrix::run, args);
    }

    private static MatrixProduct computed(int size) {
        MatrixProduct product = new MatrixProduct(size);
        IntStream.range(0, product.tasks())
                .forEach(task -> product.put(task, MatrixProduct.multiply(product.row(task), product.column(task))));
        return product;
    }

    @ParameterizedTest
    @CsvSource({"2, 40", "3, 1", "5, 2", "6, 33"})
    void theProductIsRightWhateverTheWorkers(int ranks, int size) throws Exception {
        ProgramRun run = matrix(ranks, "--samples", "--size", "" + size);
        assertArrayEquals(new int[ranks], run.codes(), run.errors());
        assertTrue(run.lines().get(1).startsWith("sample,matrix," + ranks + ",0,"), run.output());
        assertEquals("# checksum " + computed(size).checksum(), run.lines().get(2));
    }

    @Test
    void thePageForPeopleSaysWhetherItIsRight() throws Exception {
        ProgramRun run = matrix(3, "--size", "20");
        assertArrayEquals(new int[3], run.codes(), run.errors());
        assertTrue(run.lines().get(0).equals("Matrices of 20 x 20, 2 workers"), run.output());
        assertTrue(run.lines().get(2).endsWith(" correct"), run.output());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 7, 24})
    void aSingleWrongElementIsFound(int task) {
        MatrixProduct product = computed(5);
        assertTrue(product.isRight());
        product.put(task, MatrixProduct.multiply(product.row(task), product.column(task)) + 1);
        assertFalse(product.isRight());
    }

    @Test
    void aResultThatNeverCameIsFound() {
        MatrixProduct product = new MatrixProduct(3);
        for (int task = 1; task < product.tasks(); task++)
            product.put(task, MatrixProduct.multiply(product.row(task), product.column(task)));
        assertFalse(product.isRight());
    }

    @Test
    void aMasterNeedsAWorker() throws Exception {
        ProgramRun run = matrix(1);
        assertEquals(Program.USAGE, run.codes()[0]);
        assertEquals(
                "matrix: needs a master and a worker; start it with -np 2 or more",
                run.errors().trim());
    }
}
