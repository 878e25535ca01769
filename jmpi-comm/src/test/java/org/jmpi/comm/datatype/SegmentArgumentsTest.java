package org.jmpi.comm.datatype;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a segment refuses, and how it says so. */
class SegmentArgumentsTest {
    private static final Layout INT = Layout.of(BasicType.INT);
    private static final Layout INT2 = Layout.contiguous(2, Layout.of(BasicType.INT));

    private final Segment segment = new Segment();

    private void assertRefused(
            ErrorClass errorClass, String message, Object buf, int offset, int count, Layout layout) {
        CommException refusal = assertThrows(CommException.class, () -> segment.set(buf, offset, count, layout));
        assertEquals(message, refusal.getMessage());
        assertEquals(errorClass, refusal.errorClass());
    }

    @Test
    void nothingIsNoBufferAndNoDatatype() {
        assertRefused(ErrorClass.BUFFER, "buffer is null", null, 0, 1, INT);
        assertRefused(ErrorClass.TYPE, "datatype is null", new int[1], 0, 1, null);
    }

    @Test
    void aNegativeCountIsRefused() {
        assertRefused(ErrorClass.COUNT, "count is negative: -1", new int[5], 0, -1, INT);
        assertRefused(
                ErrorClass.COUNT, "count is negative: " + Integer.MIN_VALUE, new int[5], 0, Integer.MIN_VALUE, INT);
    }

    @Test
    void anOffsetOutsideTheArrayIsRefused() {
        for (int offset : new int[] {-1, 6, Integer.MIN_VALUE, Integer.MAX_VALUE})
            for (int count : new int[] {0, 1})
                assertRefused(
                        ErrorClass.ARG,
                        "offset out of range: offset=" + offset + ", array length=5",
                        new int[5],
                        offset,
                        count,
                        INT);
    }

    @Test
    void itemsBeyondTheEndOfTheArrayAreRefused() {
        String beyond = "buffer too short: offset=%d, count=%d, elements needed=[%d, %d), array length=5";
        assertRefused(ErrorClass.COUNT, beyond.formatted(0, 6, 0, 6), new int[5], 0, 6, INT);
        assertRefused(ErrorClass.COUNT, beyond.formatted(3, 3, 3, 6), new int[5], 3, 3, INT);
        assertRefused(ErrorClass.COUNT, beyond.formatted(5, 1, 5, 6), new int[5], 5, 1, INT);
        assertRefused(ErrorClass.COUNT, beyond.formatted(0, 3, 0, 6), new int[5], 0, 3, INT2);
        int most = Integer.MAX_VALUE;
        assertRefused(ErrorClass.COUNT, beyond.formatted(1, most, 1, 1L + most), new int[5], 1, most, INT);
        assertRefused(ErrorClass.COUNT, beyond.formatted(1, most, 1, 1 + 2L * most), new int[5], 1, most, INT2);
    }

    @Test
    void theWholeArrayAndItsEndAreAllowed() {
        for (int offset = 0; offset <= 5; offset++) {
            segment.set(new int[5], offset, 5 - offset, INT);
            assertEquals(4L * (5 - offset), segment.bytes());
        }
        segment.set(new int[5], 1, 2, INT2);
        segment.set(new int[0], 0, 0, INT);
        assertEquals(0, segment.bytes());
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void anArrayOfAnotherTypeIsRefusedByItsName(BasicType type) {
        List<Object> buffers = List.of(
                new byte[1],
                new char[1],
                new short[1],
                new boolean[1],
                new int[1],
                new long[1],
                new float[1],
                new double[1],
                new Object[1],
                new String[1][1],
                "text",
                7);
        for (Object buf : buffers) {
            if (type.arrayClass().isInstance(buf)) continue;
            assertRefused(
                    ErrorClass.TYPE,
                    "buffer is " + (buf.getClass().isArray() ? "" : "no array but ")
                            + buf.getClass().getTypeName() + ", but datatype " + type + " needs "
                            + type.arrayClass().getTypeName(),
                    buf,
                    0,
                    1,
                    Layout.of(type));
        }
    }

    @Test
    void anyArrayOfReferencesHoldsObjects() {
        Layout object = Layout.of(BasicType.OBJECT);
        for (Object buf : new Object[] {new Object[2], new String[2], new int[2][3], new Integer[2][2]}) {
            segment.set(buf, 1, 1, object);
            assertEquals(1, segment.objects());
            assertEquals(0, segment.bytes());
        }
    }

    @Test
    void rowsAreCountedAsOneArray() {
        int[][] rows = {{1, 2}, {}, {3, 4, 5}};
        segment.set(rows, 1, 2, INT2);
        assertEquals(16, segment.bytes());
        assertRefused(
                ErrorClass.COUNT,
                "buffer too short: offset=2, count=2, elements needed=[2, 6), array length=5",
                rows,
                2,
                2,
                INT2);
        assertRefused(ErrorClass.ARG, "offset out of range: offset=6, array length=5", rows, 6, 0, INT);
        assertRefused(ErrorClass.BUFFER, "row of the buffer is null: index=[1]", new int[][] {{1}, null}, 0, 1, INT);
        assertRefused(
                ErrorClass.BUFFER,
                "row of the buffer is null: index=[0][2]",
                new int[][][] {{{1}, {2}, null}},
                0,
                1,
                INT);
        assertRefused(
                ErrorClass.TYPE,
                "buffer is int[][], but datatype LONG needs long[]",
                rows,
                0,
                1,
                Layout.of(BasicType.LONG));
    }

    @Test
    void boundsAloneAreNotSent() {
        for (Layout marker : List.of(Layout.LB, Layout.UB))
            assertRefused(
                    ErrorClass.TYPE, "LB and UB mark bounds: there are no items of them", new int[1], 0, 1, marker);
    }

    @Test
    void itemsWithoutElementsGoWithAnyArray() {
        Layout nothing = Layout.struct(new int[0], new int[0], new Layout[0]);
        for (Object buf : new Object[] {new int[1], new Object[0], new double[2][], new byte[0][0]}) {
            segment.set(buf, 5, 100, nothing);
            assertEquals(0, segment.bytes());
            assertEquals(100, segment.objects());
        }
        assertRefused(
                ErrorClass.TYPE,
                "buffer is no array but java.lang.String, but datatype NONE needs an array",
                "",
                0,
                1,
                nothing);
        assertRefused(ErrorClass.BUFFER, "buffer is null", null, 0, 1, nothing);
    }

    @Test
    void moreObjectsThanAnIntCountsAreRefused() {
        Layout object = Layout.of(BasicType.OBJECT);
        Layout still = Layout.struct(new int[] {1, 1}, new int[] {0, 0}, new Layout[] {object, Layout.UB});
        segment.set(new Object[1], 0, Integer.MAX_VALUE, still);
        assertEquals(Integer.MAX_VALUE, segment.objects());
        Layout twice = Layout.hvector(2, 1, 0, object);
        Layout stillTwice = Layout.struct(new int[] {1, 1}, new int[] {0, 0}, new Layout[] {twice, Layout.UB});
        assertRefused(
                ErrorClass.COUNT,
                "count too large: count=1073741824, elements of an item=2",
                new Object[1],
                0,
                1 << 30,
                stillTwice);
    }

    @Test
    void aRefusalLeavesTheSegmentAsItWas() {
        int[] array = {1, 2, 3};
        segment.set(array, 1, 2, INT);
        assertThrows(CommException.class, () -> segment.set(new int[1], 0, 2, INT2));
        assertEquals(8, segment.bytes());
        assertEquals(BasicType.INT, segment.type());
    }
}
