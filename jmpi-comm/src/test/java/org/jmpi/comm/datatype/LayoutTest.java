package org.jmpi.comm.datatype;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/** What layouts are made of, and what they tell of themselves. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class LayoutTest {
    private static final Layout INT = Layout.of(BasicType.INT);
    private static final Layout EMPTY = Layout.struct(new int[0], new int[0], new Layout[0]);

    private static int[] ints(int... values) {
        return values;
    }

    private static Layout[] layouts(Layout... values) {
        return values;
    }

    private static void assertBounds(int extent, int lower, int upper, Layout layout) {
        assertEquals(extent, layout.extent(), "extent");
        assertEquals(lower, layout.lowerBound(), "lower bound");
        assertEquals(upper, layout.upperBound(), "upper bound");
    }

    /** Pairs of displacement and length. */
    private static void assertRuns(Layout layout, int... runs) {
        assertEquals(runs.length / 2, layout.runs(), "runs");
        for (int run = 0; run < layout.runs(); run++) {
            assertEquals(runs[2 * run], layout.displacement(run), "displacement of run " + run);
            assertEquals(runs[2 * run + 1], layout.length(run), "length of run " + run);
        }
    }

    private static void assertRefused(ErrorClass errorClass, String message, Executable call) {
        CommException refusal = assertThrows(CommException.class, call);
        assertEquals(message, refusal.getMessage());
        assertEquals(errorClass, refusal.errorClass());
    }

    @Test
    void oneElementOfEachType() {
        for (BasicType type : BasicType.values()) {
            Layout layout = Layout.of(type);
            assertSame(layout, Layout.of(type));
            assertSame(type, layout.type());
            int one = type == BasicType.NONE ? 0 : 1;
            assertEquals(one, layout.size());
            assertBounds(one, 0, one, layout);
        }
    }

    @Test
    void adjacentRunsAreOne() {
        assertRuns(Layout.contiguous(5, INT), 0, 5);
        assertRuns(Layout.contiguous(3, Layout.contiguous(4, INT)), 0, 12);
        assertRuns(Layout.vector(3, 2, 2, INT), 0, 6);
        assertRuns(Layout.indexed(ints(2, 3, 1), ints(4, 6, 0), INT), 4, 5, 0, 1);
        assertRuns(Layout.struct(ints(1, 1), ints(2, 3), layouts(INT, INT)), 2, 2);
        Layout ends = Layout.hindexed(ints(1, 1), ints(0, 3), INT);
        assertRuns(Layout.contiguous(3, ends), 0, 1, 3, 2, 7, 2, 11, 1);
        assertTrue(Layout.vector(3, 2, 2, INT).isContiguous());
        assertFalse(ends.isContiguous());
    }

    @Test
    void runsStayInTheOrderOfTheTypeMap() {
        assertRuns(Layout.hvector(3, 1, -2, INT), 0, 1, -2, 1, -4, 1);
        assertRuns(Layout.indexed(ints(1, 1, 1), ints(2, 1, 0), INT), 2, 1, 1, 1, 0, 1);
        assertRuns(Layout.vector(2, 2, -1, Layout.contiguous(3, INT)), 0, 6, -3, 6);
        assertBounds(5, -4, 1, Layout.hvector(3, 1, -2, INT));
    }

    @Test
    void stridesAreInExtentsOrElements() {
        Layout three = Layout.contiguous(3, INT);
        assertRuns(Layout.vector(2, 1, 2, three), 0, 3, 6, 3);
        assertRuns(Layout.hvector(2, 1, 4, three), 0, 3, 4, 3);
        assertRuns(Layout.indexed(ints(1, 1), ints(1, 3), three), 3, 3, 9, 3);
        assertRuns(Layout.hindexed(ints(1, 1), ints(1, 5), three), 1, 3, 5, 3);
        assertRuns(Layout.struct(ints(1, 1), ints(1, 5), layouts(three, INT)), 1, 3, 5, 1);
    }

    @Test
    void boundsAreThoseOfTheEntriesOrTheMarkers() {
        Layout four = Layout.contiguous(4, INT);
        assertBounds(97, 0, 97, Layout.struct(ints(1, 1), ints(0, 97), layouts(four, Layout.UB)));
        assertBounds(98, 0, 98, Layout.struct(ints(1, 1), ints(0, 97), layouts(four, INT)));
        Layout[] marked = layouts(four, Layout.LB, Layout.UB);
        assertBounds(91, 3, 94, Layout.struct(ints(1, 1, 1), ints(0, 3, 94), marked));
        assertBounds(99, -3, 96, Layout.struct(ints(2, 1, 1), ints(0, -3, 96), marked));
        assertBounds(89, -3, 86, Layout.struct(ints(2, 1, 1), ints(2, -3, 86), marked));
        Layout[] upperFirst = layouts(four, Layout.UB, Layout.LB);
        assertBounds(100, 0, 100, Layout.struct(ints(1, 1, 1), ints(3, 100, 0), upperFirst));
        assertBounds(33, 65, 98, Layout.struct(ints(1, 1), ints(65, 97), layouts(four, INT)));
        assertBounds(91, 3, 94, Layout.struct(ints(1, 1, 1), ints(32, 3, 94), marked));
        assertBounds(99, -3, 96, Layout.struct(ints(2, 1, 1), ints(13, -3, 96), marked));
        assertBounds(89, -3, 86, Layout.struct(ints(2, 1, 1), ints(5, -3, 86), marked));
    }

    @Test
    void markersMoveAndMultiplyWithWhatHoldsThem() {
        Layout marked = Layout.struct(ints(1, 1, 1), ints(2, 0, 10), layouts(INT, Layout.LB, Layout.UB));
        assertBounds(30, 0, 30, Layout.contiguous(3, marked));
        assertBounds(30, -20, 10, Layout.vector(3, 1, -1, marked));
        assertBounds(17, 5, 22, Layout.struct(ints(1, 1), ints(5, 12), layouts(marked, marked)));
        Layout narrower = Layout.struct(ints(1, 1, 1), ints(0, 4, 8), layouts(marked, Layout.LB, Layout.UB));
        assertBounds(10, 0, 10, narrower);
        assertRuns(Layout.contiguous(2, marked), 2, 1, 12, 1);
    }

    @Test
    void anUpperBoundBelowTheLowerOneMakesItemsGoDown() {
        Layout down = Layout.struct(ints(1, 1, 1), ints(0, 0, -3), layouts(INT, Layout.LB, Layout.UB));
        assertBounds(-3, 0, -3, down);
        assertRuns(Layout.contiguous(3, down), 0, 1, -3, 1, -6, 1);
        assertEquals(-6, down.low(3));
        assertEquals(1, down.high(3));
    }

    @Test
    void layoutsOfNothing() {
        assertSame(BasicType.NONE, EMPTY.type());
        assertBounds(0, 0, 0, EMPTY);
        Layout[] nothing = {
            EMPTY,
            Layout.contiguous(0, INT),
            Layout.vector(3, 0, 7, INT),
            Layout.vector(0, 3, 7, INT),
            Layout.indexed(ints(0, 0), ints(5, -5), INT),
            Layout.contiguous(Integer.MAX_VALUE, EMPTY),
            Layout.vector(Integer.MAX_VALUE, Integer.MAX_VALUE, 2, EMPTY),
            Layout.struct(ints(2, 1), ints(5, 7), layouts(EMPTY, EMPTY)),
        };
        for (Layout layout : nothing) {
            assertEquals(0, layout.size());
            assertEquals(0, layout.runs());
            assertBounds(0, 0, 0, layout);
            assertEquals(0, layout.low(7));
            assertEquals(0, layout.high(7));
        }
        assertSame(BasicType.INT, Layout.contiguous(0, INT).type());
        assertBounds(8, -3, 5, Layout.struct(ints(1, 1), ints(-3, 5), layouts(Layout.LB, Layout.UB)));
        assertBounds(0, 5, 5, Layout.struct(ints(1), ints(5), layouts(Layout.UB)));
        Layout five = Layout.struct(ints(0, 1, 2), ints(2, 0, 2), layouts(INT, INT, INT));
        assertBounds(4, 0, 4, five);
        assertRuns(five, 0, 1, 2, 2);
    }

    @Test
    void aStructHasOneBaseType() {
        Layout[] mixed = layouts(INT, EMPTY, Layout.LB, Layout.of(BasicType.DOUBLE));
        assertRefused(
                ErrorClass.TYPE,
                "a datatype has one base type: INT and DOUBLE differ",
                () -> Layout.struct(ints(1, 1, 1, 1), ints(0, 1, 2, 3), mixed));
        Layout late = Layout.struct(ints(1, 1, 1), ints(0, 0, 0), layouts(Layout.LB, EMPTY, INT));
        assertSame(BasicType.INT, late.type());
    }

    @Test
    void whatFollowsTheBlocksDoesNotCount() {
        assertEquals(4, Layout.indexed(ints(1, 2), ints(0, 2, 50, -1), INT).extent());
        assertEquals(3, Layout.hindexed(ints(3), ints(0, 9), INT).extent());
        assertEquals(2, Layout.struct(ints(2), ints(0, 8), layouts(INT, INT)).extent());
    }

    @Test
    void wrongArgumentsAreRefusedByTheirValues() {
        assertRefused(ErrorClass.COUNT, "count is negative: -1", () -> Layout.contiguous(-1, INT));
        assertRefused(ErrorClass.COUNT, "count is negative: -2", () -> Layout.vector(-2, 1, 1, INT));
        String blocklength = "blocklength is negative: block=%d, blocklength=-3";
        assertRefused(ErrorClass.ARG, blocklength.formatted(0), () -> Layout.hvector(1, -3, 1, INT));
        assertRefused(ErrorClass.ARG, blocklength.formatted(1), () -> Layout.indexed(ints(1, -3), ints(0, 0), INT));
        assertRefused(ErrorClass.ARG, blocklength.formatted(0), () -> Layout.struct(ints(-3), ints(0), layouts(INT)));
        assertRefused(ErrorClass.ARG, "array of blocklengths is null", () -> Layout.indexed(null, ints(0), INT));
        assertRefused(ErrorClass.ARG, "array of displacements is null", () -> Layout.hindexed(ints(0), null, INT));
        assertRefused(ErrorClass.ARG, "array of datatypes is null", () -> Layout.struct(ints(0), ints(0), null));
        assertRefused(
                ErrorClass.ARG,
                "array of displacements too short: blocklengths=2, displacements=1",
                () -> Layout.indexed(ints(1, 1), ints(0), INT));
        assertRefused(
                ErrorClass.ARG,
                "array of datatypes too short: blocklengths=2, datatypes=1",
                () -> Layout.struct(ints(1, 1), ints(0, 1), layouts(INT)));
        assertRefused(ErrorClass.TYPE, "datatype is null", () -> Layout.contiguous(1, null));
        assertRefused(ErrorClass.TYPE, "datatype is null", () -> Layout.vector(1, 1, 1, null));
        assertRefused(ErrorClass.TYPE, "datatype is null", () -> Layout.hvector(1, 1, 1, null));
        assertRefused(ErrorClass.TYPE, "datatype is null", () -> Layout.indexed(ints(), ints(), null));
        assertRefused(ErrorClass.TYPE, "datatype is null", () -> Layout.hindexed(ints(), ints(), null));
        assertRefused(
                ErrorClass.TYPE,
                "datatype of block 1 is null",
                () -> Layout.struct(ints(1, 1), ints(0, 1), layouts(INT, null)));
    }

    @Test
    void figuresBeyondAnIntAreRefused() {
        int most = Integer.MAX_VALUE;
        int least = Integer.MIN_VALUE;
        Layout wide = Layout.hvector(2, 1, most - 1, INT);
        assertBounds(most, 0, most, wide);
        assertTooLarge("highest displacement", 2L * most, () -> Layout.contiguous(2, Layout.contiguous(most, INT)));
        assertTooLarge("highest displacement", 2L * most, () -> Layout.contiguous(2, wide));
        assertTooLarge("stride", (long) most * most, () -> Layout.vector(most, most, most, wide));
        assertTooLarge("stride", (long) least * most, () -> Layout.vector(2, 1, least, wide));
        assertTooLarge("highest displacement", 1L + most, () -> Layout.hvector(2, 1, most, INT));
        assertTooLarge("lowest displacement", (long) least * most, () -> Layout.indexed(ints(1), ints(least), wide));
        assertTooLarge("size", 4L * most, () -> Layout.hvector(4, most, 0, INT));
        assertTooLarge("size", (long) most * most, () -> Layout.hvector(most, most, 0, INT));
        assertTooLarge(
                "extent",
                (long) most - least,
                () -> Layout.struct(ints(1, 1), ints(least, most), layouts(Layout.LB, Layout.UB)));
    }

    private static void assertTooLarge(String what, long value, Executable call) {
        assertRefused(ErrorClass.ARG, "datatype too large: its " + what + " exceeds an int: " + value, call);
    }

    @Test
    void aHundredLevels() {
        Layout layout = INT;
        for (int level = 0; level < 100; level++)
            layout = level % 2 == 0 ? Layout.vector(1, 1, 3, layout) : Layout.hindexed(ints(1), ints(2), layout);
        assertRuns(layout, 100, 1);
        assertBounds(1, 100, 101, layout);
    }
}
