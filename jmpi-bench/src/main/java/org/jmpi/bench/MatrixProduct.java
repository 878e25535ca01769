package org.jmpi.bench;

import java.util.Arrays;

/**
 * The product of two square matrices, element by element: a task is one row of the first and one column of the second,
 * and its result their inner product. The elements are small whole numbers, so that every sum is exact.
 */
public final class MatrixProduct {
    private final int size;
    private final double[][] rows;
    private final double[][] columns;
    private final double[][] results;

    /** Fills two matrices of size x size elements. */
    public MatrixProduct(int size) {
        this.size = size;
        rows = new double[size][size];
        columns = new double[size][size];
        results = new double[size][size];
        for (int i = 0; i < size; i++) {
            Arrays.fill(results[i], Double.NaN);
            for (int k = 0; k < size; k++) {
                rows[i][k] = (3 * i + 5 * k) % 11 - 5;
                columns[i][k] = (2 * i + 7 * k) % 13 - 6;
            }
        }
    }

    /** Returns the number of tasks, which have numbers from 0 on. */
    public int tasks() {
        return size * size;
    }

    /** Returns the row that a task needs. */
    public double[] row(int task) {
        return rows[task / size];
    }

    /** Returns the column that a task needs. */
    public double[] column(int task) {
        return columns[task % size];
    }

    /** Returns the result of a task. */
    public static double multiply(double[] row, double[] column) {
        return multiply(row, 0, column, 0, row.length);
    }

    static double multiply(double[] row, int rowStart, double[] column, int columnStart, int length) {
        double sum = 0;
        for (int k = 0; k < length; k++) sum += row[rowStart + k] * column[columnStart + k];
        return sum;
    }

    /** Takes the result of a task; several threads may bring those of different tasks. */
    public void put(int task, double result) {
        results[task / size][task % size] = result;
    }

    /**
     * Says whether all results are there and right: the product applied to a vector must give what the two matrices
     * give one after the other (R. Freivalds' check). The vector has no 0, so a single wrong element never passes.
     */
    public boolean isRight() {
        double[] vector = new double[size];
        for (int k = 0; k < size; k++) vector[k] = 1 + k * 37 % 89;
        double[] inner = new double[size];
        for (int j = 0; j < size; j++) for (int k = 0; k < size; k++) inner[k] += columns[j][k] * vector[j];
        for (int i = 0; i < size; i++) if (multiply(results[i], vector) != multiply(rows[i], inner)) return false;
        return true;
    }

    /** Returns a number that depends on every result and on its place. */
    public long checksum() {
        long sum = 0;
        for (int i = 0; i < size; i++)
            for (int j = 0; j < size; j++) sum += (long) results[i][j] * (1 + (i * 31L + j) % 97);
        return sum;
    }
}
