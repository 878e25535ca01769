package org.jmpi.comm.datatype;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
            ErrorClass errorClass, String message, Object buf, long offset, long count, Layout layout) {
        CommException refusal =
                assertThrows(CommException.class, () -> segment.set(new Buffer(buf, offset, count, layout)));
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
        for (long offset : new long[] {-1, 6, Integer.MIN_VALUE, Integer.MAX_VALUE, 1L << 32, Long.MAX_VALUE})
            assertRefused(
                    ErrorClass.ARG,
                    "offset out of range: offset=" + offset + ", array length=5",
                    new int[5],
                    offset,
                    1,
                    INT);
    }

    @Test
    void noElementsGoWithAnyBuffer() {
        Layout none = Layout.struct(new int[0], new int[0], new Layout[0]);
        for (Object buf : new Object[] {null, new int[1], new double[2][], "text"})
            for (int offset : new int[] {0, -1, 6}) {
                segment.set(new Buffer(buf, offset, 0, INT));
                assertEquals(0, segment.bytes());
                segment.set(new Buffer(buf, offset, 0, Layout.of(BasicType.OBJECT)));
                assertEquals(0, segment.objects());
                segment.set(new Buffer(buf, offset, 100, none));
                assertEquals(0, segment.bytes());
                assertEquals(100, segment.objects());
            }
        assertRefused(ErrorClass.COUNT, "count is negative: -1", null, 0, -1, none);
    }

    @Test
    void itemsBeyondTheEndOfTheArrayAreRefused() {
        String beyond = "buffer too short: offset=%d, count=%d, elements needed=[%d, %d), array length=5";
        assertRefused(ErrorClass.COUNT, beyond.formatted(0, 6, 0, 6), new int[5], 0, 6, INT);
        assertRefused(ErrorClass.COUNT, beyond.formatted(3, 3, 3, 6), new int[5], 3, 3, INT);
        assertRefused(ErrorClass.COUNT, beyond.formatted(5, 1, 5, 6), new int[5], 5, 1, INT);
        String item = ", first item that does not fit=";
        assertRefused(ErrorClass.COUNT, beyond.formatted(0, 3, 0, 6) + item + 2, new int[5], 0, 3, INT2);
        int most = Integer.MAX_VALUE;
        assertRefused(ErrorClass.COUNT, beyond.formatted(1, most, 1, 1L + most), new int[5], 1, most, INT);
        assertRefused(
                ErrorClass.COUNT, beyond.formatted(1, most, 1, 1 + 2L * most) + item + 2, new int[5], 1, most, INT2);
    }

    @Test
    void theWholeArrayAndItsEndAreAllowed() {
        for (int offset = 0; offset <= 5; offset++) {
            segment.set(new Buffer(new int[5], offset, 5 - offset, INT));
            assertEquals(4L * (5 - offset), segment.bytes());
        }
        segment.set(new Buffer(new int[5], 1, 2, INT2));
        segment.set(new Buffer(new int[0], 0, 0, INT));
        assertEquals(0, segment.bytes());
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void anArrayOfAnotherTypeIsRefusedWithTheTypeThatFits(BasicType type) {
        Map<Object, BasicType> buffers = Map.of(
                new byte[1], BasicType.BYTE,
                new char[1], BasicType.CHAR,
                new short[1], BasicType.SHORT,
                new boolean[1], BasicType.BOOLEAN,
                new int[1], BasicType.INT,
                new long[1], BasicType.LONG,
                new float[1], BasicType.FLOAT,
                new double[1], BasicType.DOUBLE,
                new Object[1], BasicType.OBJECT,
                new String[1][1], BasicType.OBJECT);
        buffers.forEach((buf, fitting) -> {
            String given = buf.getClass().getTypeName();
            if (!type.arrayClass().isInstance(buf))
                assertRefused(
                        ErrorClass.TYPE,
                        "buffer is " + given + ", but datatype " + type + " needs "
                                + type.arrayClass().getTypeName() + ": the datatype of " + given + " is MPI." + fitting,
                        buf,
                        0,
                        1,
                        Layout.of(type));
        });
    }

    @Test
    void whatIsNoArrayIsRefusedWithWhatToWrite() {
        assertNoArray("pass new int[] {x} (got java.lang.Integer)", 7, BasicType.INT);
        assertNoArray("pass new double[] {x} (got java.lang.Integer)", 7, BasicType.DOUBLE);
        assertNoArray("pass new boolean[] {x} (got java.lang.Boolean)", true, BasicType.BOOLEAN);
        assertNoArray("pass text.toCharArray() (got java.lang.String)", "text", BasicType.CHAR);
        assertNoArray("pass byte[] (got java.lang.String)", "text", BasicType.BYTE);
        assertNoArray("wrap it: new Object[] {x} (got java.lang.String)", "text", BasicType.OBJECT);
        assertNoArray("wrap it: new Object[] {list} (got java.util.ArrayList)", new ArrayList<>(), BasicType.OBJECT);
        assertNoArray("pass long[] (got java.util.ArrayList)", new ArrayList<>(), BasicType.LONG);
    }

    private void assertNoArray(String mended, Object buf, BasicType type) {
        assertRefused(ErrorClass.TYPE, "the buffer must be an array: " + mended, buf, 0, 1, Layout.of(type));
    }

    @Test
    void anyArrayOfReferencesHoldsObjects() {
        Layout object = Layout.of(BasicType.OBJECT);
        for (Object buf : new Object[] {new Object[2], new String[2], new int[2][3], new Integer[2][2]}) {
            segment.set(new Buffer(buf, 1, 1, object));
            assertEquals(1, segment.objects());
            assertEquals(0, segment.bytes());
        }
    }

    @Test
    void rowsAreCountedAsOneArray() {
        int[][] rows = {{1, 2}, {}, {3, 4, 5}};
        segment.set(new Buffer(rows, 1, 2, INT2));
        assertEquals(16, segment.bytes());
        assertRefused(
                ErrorClass.COUNT,
                "buffer too short: offset=2, count=2, elements needed=[2, 6), array length=5,"
                        + " first item that does not fit=1",
                rows,
                2,
                2,
                INT2);
        assertRefused(ErrorClass.ARG, "offset out of range: offset=6, array length=5", rows, 6, 1, INT);
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
                "buffer is int[][], but datatype LONG needs long[]: the datatype of int[][] is MPI.INT",
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
    void moreObjectsThanAnIntCountsAreRefused() {
        Layout object = Layout.of(BasicType.OBJECT);
        Layout still = Layout.struct(new int[] {1, 1}, new int[] {0, 0}, new Layout[] {object, Layout.UB});
        segment.set(new Buffer(new Object[1], 0, Integer.MAX_VALUE, still));
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
    void countsWhoseFiguresExceedALongAreRefused() {
        Layout many = Layout.contiguous(1 << 30, INT);
        Layout wide = Layout.struct(new int[] {1, 1}, new int[] {0, 1 << 30}, new Layout[] {INT, Layout.UB});
        Layout downwards = Layout.struct(new int[] {1, 1}, new int[] {0, -(1 << 30)}, new Layout[] {INT, Layout.UB});
        for (Layout layout : List.of(many, wide, downwards, INT))
            for (long count : new long[] {1L << 60, 1L << 61, 1L << 62, Long.MAX_VALUE}) {
                String message = "count too large: count=" + count + ", elements of an item=" + layout.size();
                assertRefused(ErrorClass.COUNT, message, new int[5], 0, count, layout);
                assertRefused(ErrorClass.COUNT, message, null, Long.MAX_VALUE, count, layout);
            }
        assertRefused(
                ErrorClass.COUNT,
                "buffer too short: offset=2, count=1073741824, elements needed=[2, 1152921504606846978),"
                        + " array length=5, first item that does not fit=0",
                new int[5],
                2,
                1 << 30,
                many);
    }

    /** Their number travels as an int. */
    @Test
    void moreItemsWithoutElementsThanAnIntCountsAreRefused() {
        Layout none = Layout.struct(new int[0], new int[0], new Layout[0]);
        segment.set(new Buffer(null, 0, Integer.MAX_VALUE, none));
        assertEquals(Integer.MAX_VALUE, segment.objects());
        assertRefused(
                ErrorClass.COUNT, "count too large: count=2147483648, elements of an item=0", null, 0, 1L << 31, none);
    }

    // ---- what is received into ----

    private void assertHolds(long elements, Object buf, long offset, long count, Layout layout) {
        segment.setClipped(new UserBuffer(buf, offset, count, TypeHandle.predefined(layout)));
        assertEquals(elements, segment.elements());
        int size = layout.size();
        assertEquals((elements + size - 1) / size, segment.items());
    }

    @Test
    void aReceiveHoldsWhatTheArrayDoes() {
        assertHolds(5, new int[5], 0, 6, INT);
        assertHolds(2, new int[5], 3, Integer.MAX_VALUE, INT);
        assertHolds(0, new int[5], 5, 1, INT);
        assertHolds(0, new int[0], 0, 4, INT);
        assertHolds(3, new int[][] {{1}, {}, {2, 3}}, 0, 9, INT);
        assertHolds(2, new String[2], 0, Integer.MAX_VALUE, Layout.of(BasicType.OBJECT));
        assertHolds(4, new int[5], 1, 7, INT2);
        assertHolds(3, new int[5], 2, 7, INT2);
    }

    /** Elements 0, 1 and 3, 4 of each 6. */
    private static final Layout GAPS =
            Layout.struct(new int[] {2, 2, 1}, new int[] {0, 3, 6}, new Layout[] {INT, INT, Layout.UB});

    @Test
    void aReceiveOfItemsWithGapsEndsAtTheFirstElementOutsideTheArray() {
        int[] upTo = {0, 1, 2, 2, 3, 4, 4, 5, 6, 6, 7, 8, 8};
        for (int length = 0; length < upTo.length; length++) assertHolds(upTo[length], new int[length], 0, 9, GAPS);
        for (int length = 0; length < upTo.length; length++)
            assertHolds(Math.min(4, upTo[length]), new int[length + 3], 3, 1, GAPS);
    }

    @Test
    void aReceiveOfItemsThatGoDownEndsAtTheStartOfTheArray() {
        Layout down =
                Layout.struct(new int[] {1, 1, 1}, new int[] {0, 0, -2}, new Layout[] {INT, Layout.UB, Layout.LB});
        Layout backwards = Layout.hvector(1000, 1, -2, INT);
        assertEquals(2, down.extent());
        for (int offset = 0; offset < 5; offset++) assertHolds(1 + offset / 2, new int[5], offset, 1, backwards);
        Layout highFirst = Layout.hindexed(new int[] {1, 1}, new int[] {4, 0}, INT);
        assertHolds(0, new int[4], 0, 1, highFirst);
        Layout before = Layout.hindexed(new int[] {1}, new int[] {-4}, INT);
        assertHolds(1, new int[8], 4, 1, before);
        assertThrows(
                CommException.class,
                () -> segment.setClipped(new UserBuffer(new int[8], 3, 1, TypeHandle.predefined(before))));
        assertHolds(2, new int[5], 0, 3, highFirst);
    }

    @Test
    void aReceiveStillNeedsAnArrayOfItsTypeThatTheOffsetIsIn() {
        assertThrows(
                CommException.class, () -> segment.setClipped(new UserBuffer(null, 0, 1, TypeHandle.predefined(INT))));
        assertThrows(
                CommException.class,
                () -> segment.setClipped(new UserBuffer(new long[9], 0, 1, TypeHandle.predefined(INT))));
        assertThrows(
                CommException.class,
                () -> segment.setClipped(new UserBuffer(new int[9], 10, 1, TypeHandle.predefined(INT))));
        assertThrows(
                CommException.class,
                () -> segment.setClipped(new UserBuffer(new int[9], -1, 1, TypeHandle.predefined(INT))));
        assertThrows(
                CommException.class,
                () -> segment.setClipped(new UserBuffer(new int[9], 0, -1, TypeHandle.predefined(INT))));
    }
}
