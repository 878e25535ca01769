package org.jmpi.bench;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.datatype.Segment;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * Columns of a square matrix of doubles, row by row in one array, packed and unpacked by a segment and by loops as one
 * would write them by hand.
 *
 * <pre>
 *   matrix  . . x . . .      column   x x x x
 *           . . x . . .  -->
 *           . . x . . .
 *           . . x . . .
 * </pre>
 */
public class PackBenchmark extends MicroBenchmark {
    private static final int SIDE = 1000;

    /** One column again and again, which then is in the cache, or all in turn. */
    @Param({"1", "1000"})
    private int columns;

    /** Elements of a row that make up a column. */
    @Param({"1", "4"})
    private int width;

    private final double[] matrix = new double[SIDE * SIDE + 4];
    private final Segment segment = new Segment();
    private Layout layout;
    private double[] array;
    private ByteBuffer buffer;
    private Segment adjacent;

    @Setup
    public void fill() {
        for (int i = 0; i < matrix.length; i++) matrix[i] = i;
        layout = Layout.vector(SIDE, width, SIDE, Layout.of(BasicType.DOUBLE));
        array = new double[SIDE * width];
        buffer = ByteBuffer.allocateDirect(SIDE * width * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        adjacent = new Segment();
        adjacent.set(new Buffer(array, 0, array.length, Layout.of(BasicType.DOUBLE)));
    }

    @Benchmark
    public void packBySegment() {
        for (int column = 0; column < columns; column++) {
            segment.set(new Buffer(matrix, column, 1, layout));
            segment.pack(0, buffer.clear());
        }
    }

    @Benchmark
    public void packByLoopToBuffer() {
        for (int column = 0; column < columns; column++) {
            buffer.clear();
            for (int row = 0; row < SIDE; row++)
                if (width == 1) buffer.putDouble(matrix[row * SIDE + column]);
                else for (int i = 0; i < width; i++) buffer.putDouble(matrix[row * SIDE + column + i]);
        }
    }

    @Benchmark
    public void packByLoopToArray() {
        for (int column = 0; column < columns; column++)
            for (int row = 0, at = 0; row < SIDE; row++)
                if (width == 1) array[at++] = matrix[row * SIDE + column];
                else for (int i = 0; i < width; i++) array[at++] = matrix[row * SIDE + column + i];
    }

    @Benchmark
    public void unpackBySegment() {
        for (int column = 0; column < columns; column++) {
            segment.set(new Buffer(matrix, column, 1, layout));
            segment.unpack(0, buffer.clear());
        }
    }

    @Benchmark
    public void unpackByLoopFromBuffer() {
        for (int column = 0; column < columns; column++) {
            buffer.clear();
            for (int row = 0; row < SIDE; row++)
                if (width == 1) matrix[row * SIDE + column] = buffer.getDouble();
                else for (int i = 0; i < width; i++) matrix[row * SIDE + column + i] = buffer.getDouble();
        }
    }

    @Benchmark
    public void unpackByLoopFromArray() {
        for (int column = 0; column < columns; column++)
            for (int row = 0, at = 0; row < SIDE; row++)
                if (width == 1) matrix[row * SIDE + column] = array[at++];
                else for (int i = 0; i < width; i++) matrix[row * SIDE + column + i] = array[at++];
    }

    /** What a message between two ranks of one JVM does. */
    @Benchmark
    public void takeBySegment() {
        for (int column = 0; column < columns; column++) {
            segment.set(new Buffer(matrix, column, 1, layout));
            adjacent.take(segment, segment.bytes());
        }
    }
}
