package org.jmpi.comm.datatype;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Layouts of many runs, of many levels, and messages beyond what an int counts. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class LargeLayoutsTest {
    private static final Layout INT = Layout.of(BasicType.INT);

    private static Segment segment(Object array, long offset, long count, Layout layout) {
        Segment segment = new Segment();
        segment.set(new Buffer(array, offset, count, layout));
        return segment;
    }

    private static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static int[] packedInts(Segment segment, long position, int ints) {
        ByteBuffer target = buffer(4 * ints);
        segment.pack(position, target);
        int[] values = new int[ints];
        target.flip().asIntBuffer().get(values);
        return values;
    }

    private static int[] firstInts(int count) {
        return IntStream.range(0, count).toArray();
    }

    @Test
    void aMatrixIsTransposedByAVectorOfVectors() {
        int rows = 37;
        int columns = 53;
        int[] matrix = firstInts(rows * columns);
        Layout column = Layout.vector(rows, 1, columns, INT);
        Layout transposed = Layout.hvector(columns, 1, 1, column);
        assertEquals(rows * columns, transposed.size());
        int[] expected = new int[rows * columns];
        for (int row = 0; row < rows; row++)
            for (int c = 0; c < columns; c++) expected[c * rows + row] = matrix[row * columns + c];
        assertArrayEquals(expected, packedInts(segment(matrix, 0, 1, transposed), 0, rows * columns));
        int[] back = new int[rows * columns];
        segment(back, 0, 1, transposed).take(segment(expected, 0, expected.length, INT), 4L * expected.length);
        assertArrayEquals(matrix, back);
        int[][] ofRows = new int[rows][columns];
        segment(ofRows, 0, 1, transposed).take(segment(expected, 0, expected.length, INT), 4L * expected.length);
        assertArrayEquals(
                matrix, Arrays.stream(ofRows).flatMapToInt(Arrays::stream).toArray());
    }

    /** A column whose items lie one element apart: the columns of a matrix, one after the other. */
    @Test
    void aColumnWithTheExtentOfAnElement() {
        int side = 20;
        Layout column = Layout.vector(side, 1, side, INT);
        Layout narrow = Layout.struct(new int[] {1, 1}, new int[] {0, 1}, new Layout[] {column, Layout.UB});
        assertEquals(1, narrow.extent());
        int[] matrix = firstInts(side * side);
        int[] expected = new int[side * side];
        for (int i = 0; i < expected.length; i++) expected[i] = i % side * side + i / side;
        assertArrayEquals(expected, packedInts(segment(matrix, 0, side, narrow), 0, side * side));
    }

    @Test
    @Timeout(value = 20, threadMode = SEPARATE_THREAD)
    void aMillionRunsOfOneLengthOrOfSeveral() {
        int runs = 1_000_000;
        int[] lengths = new int[runs];
        int[] displacements = new int[runs];
        for (int run = 0, at = 0; run < runs; run++) {
            lengths[run] = 1 + run % 3;
            displacements[run] = at;
            at += lengths[run] + 1;
        }
        assertAnyPlace(Layout.indexed(lengths, displacements, INT));
        assertAnyPlace(Layout.vector(runs, 2, 3, INT));
        assertAnyPlace(Layout.hvector(1000, 1, 5000, Layout.vector(1000, 1, 5, INT)));
    }

    /** Packs from many places; a walk to each of them from the start would take minutes. */
    private static void assertAnyPlace(Layout layout) {
        assertEquals(1_000_000, layout.runs());
        int[] array = firstInts((int) layout.high(2));
        Segment segment = segment(array, 0, 2, layout);
        int[] all = packedInts(segment, 0, 2 * layout.size());
        for (int run = 0, at = 0; run < layout.runs(); run++)
            for (int i = 0; i < layout.length(run); i++, at++) {
                assertEquals(layout.displacement(run) + i, all[at]);
                assertEquals(layout.displacement(run) + i + layout.extent(), all[at + layout.size()]);
            }
        Random random = new Random(1);
        for (int i = 0; i < 100_000; i++) {
            int from = random.nextInt(all.length - 5);
            assertArrayEquals(Arrays.copyOfRange(all, from, from + 5), packedInts(segment, 4L * from, 5));
        }
    }

    @Test
    void aHundredLevelsOfEverySort() {
        Layout layout = Layout.hvector(2, 1, 3, INT);
        long first = 0;
        for (int level = 0; level < 100; level++) {
            int[] one = {1};
            int[] two = {2};
            switch (level % 5) {
                case 0 -> layout = Layout.contiguous(1, layout);
                case 1 -> layout = Layout.vector(1, 1, 5, layout);
                case 2 -> layout = Layout.hindexed(one, two, layout);
                case 3 -> layout = Layout.struct(one, two, new Layout[] {layout});
                default -> layout = Layout.hvector(1, 1, 7, layout);
            }
            if (level % 5 == 2 || level % 5 == 3) first += 2;
        }
        assertEquals(80, first);
        assertEquals(80, layout.low(1));
        int[] array = firstInts(100);
        assertArrayEquals(new int[] {80, 83, 84, 87}, packedInts(segment(array, 0, 2, layout), 0, 4));
    }

    /** Items without an extent: any number of them lies in one element. */
    @Test
    void messagesBeyondTwoGibibytes() {
        Layout still =
                Layout.struct(new int[] {1, 1}, new int[] {0, 0}, new Layout[] {Layout.of(BasicType.LONG), Layout.UB});
        for (long count : new long[] {Integer.MAX_VALUE, 1L << 31, 1L << 40}) {
            long[] array = {1, 0x0102_0304_0506_0708L, 3};
            Segment segment = segment(array, 1, count, still);
            assertEquals(8 * count, segment.bytes());
            assertEquals(count, segment.items());
            for (long position : new long[] {0, (1L << 31) - 4, (1L << 32) + 3, 8 * count - 13}) {
                ByteBuffer target = buffer(13);
                segment.pack(position, target);
                for (int i = 0; i < 13; i++)
                    assertEquals(8 - (position + i) % 8, target.get(i), "byte " + i + " from " + position);
            }
            ByteBuffer chunk = buffer(8).putLong(77).flip();
            segment.unpack(8 * (count - 1), chunk);
            assertArrayEquals(new long[] {1, 77, 3}, array);
        }
    }

    @Test
    void rowsOfMoreElementsThanAnIntCounts() {
        byte[] row = new byte[1 << 20];
        byte[] last = {1, 2, 3, 4};
        byte[][] rows = new byte[3001][];
        Arrays.fill(rows, row);
        rows[3000] = last;
        Layout three = Layout.contiguous(3, Layout.of(BasicType.BYTE));
        Segment segment = segment(rows, 1, 1000 << 20, three);
        assertEquals(3000L << 20, segment.bytes());
        row[row.length - 1] = 9;
        ByteBuffer target = buffer(5);
        segment.pack((3000L << 20) - 3, target);
        assertArrayEquals(new byte[] {0, 9, 1, 0, 0}, target.array());
        segment.unpack((3000L << 20) - 2, ByteBuffer.wrap(new byte[] {7, 8}));
        assertArrayEquals(new byte[] {8, 2, 3, 4}, last);
        assertEquals(7, row[row.length - 1]);
        Layout sparse =
                Layout.struct(new int[] {1, 1}, new int[] {0, 3}, new Layout[] {Layout.of(BasicType.BYTE), Layout.UB});
        Segment column = segment(rows, 1, (1000 << 20) + 1, sparse);
        ByteBuffer one = buffer(1);
        column.pack(column.bytes() - 1, one);
        assertEquals(2, one.get(0));
    }

    @Test
    void anOffsetNearTheLargestInt() {
        byte[] row = new byte[1 << 20];
        byte[][] rows = new byte[2049][];
        Arrays.fill(rows, row);
        rows[2048] = new byte[] {5, 6, 7};
        Layout far = Layout.hindexed(new int[] {1, 1}, new int[] {1, 3}, Layout.of(BasicType.BYTE));
        ByteBuffer target = buffer(2);
        segment(rows, Integer.MAX_VALUE - 1, 1, far).pack(0, target);
        assertArrayEquals(new byte[] {0, 6}, target.array());
    }

    @Test
    void anOffsetBeyondAnInt() {
        byte[] row = new byte[1 << 20];
        byte[][] rows = new byte[4097][];
        Arrays.fill(rows, row);
        rows[4096] = new byte[] {5, 6, 7};
        Layout pair = Layout.hvector(2, 1, 2, Layout.of(BasicType.BYTE));
        ByteBuffer target = buffer(2);
        segment(rows, 1L << 32, 1, pair).pack(0, target);
        assertArrayEquals(new byte[] {5, 7}, target.array());
        Segment received = new Segment();
        received.setClipped(new UserBuffer(rows, (1L << 32) + 1, Long.MAX_VALUE >> 8, TypeHandle.predefined(pair)));
        assertEquals(1, received.elements());
        received.unpack(0, ByteBuffer.wrap(new byte[] {8}));
        assertArrayEquals(new byte[] {5, 8, 7}, rows[4096]);
    }
}
