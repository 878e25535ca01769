package org.jmpi.comm.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.op.Predefined;
import org.jmpi.comm.op.Reducer;
import org.junit.jupiter.api.Test;

/** A schedule serves all operations that differ in their arrays alone, and no others. */
class ScheduleCacheTest {
    private static final Layout INT = Layout.of(BasicType.INT);
    private static final Layout PAIR = Layout.contiguous(2, INT);
    private static final int MOST = 16;

    private final ScheduleCache cache = new ScheduleCache();
    private final int[] array = new int[20];
    private int built;

    private Schedule get(ScheduleArguments arguments) {
        return cache.get(0, 2, arguments, builder -> built++);
    }

    private static ScheduleArguments arguments(int root, int[] send, int sendOffset, int[] receive, int offset) {
        Buffer from = new Buffer(send, sendOffset, 2, INT);
        return ScheduleArguments.of("Reduce", root, from, new Buffer(receive, offset, 2, INT), Predefined.SUM);
    }

    private static Schedule shaped(ScheduleCache cache, Shape shape) {
        ScheduleArguments arguments =
                new ScheduleArguments("Alltoallw", 0, new int[1], 0, shape, new int[1], 0, Shape.NONE, null, null);
        return cache.get(0, 2, arguments, builder -> {});
    }

    @Test
    void otherArraysHaveTheSameSchedule() {
        Schedule schedule = get(arguments(0, new int[9], 1, new int[9], 2));
        assertSame(schedule, get(arguments(0, new int[20], 3, new int[20], 0)));
        assertEquals(1, built);
    }

    @Test
    void otherRootsOrPlacesInOneArrayHaveAnotherSchedule() {
        List<Schedule> schedules = List.of(
                get(arguments(0, new int[9], 1, new int[9], 2)),
                get(arguments(1, new int[9], 1, new int[9], 2)),
                get(arguments(0, array, 1, array, 1)),
                get(arguments(0, array, 1, array, 5)));
        assertEquals(4, built);
        assertSame(schedules.get(3), get(arguments(0, array, 4, array, 8)));
        assertEquals(4, built);
    }

    @Test
    void anOperatorThatDoesNotCommuteHasAnotherSchedule() {
        Reducer first = new Reducer() {
            @Override
            public String name() {
                return "first";
            }

            @Override
            public boolean isCommutative() {
                return false;
            }

            @Override
            public void check(Layout layout) {}

            @Override
            public void combine(Object in, int inOffset, Object inout, int inoutOffset, int count, Layout layout) {}
        };
        Buffer buffer = new Buffer(array, 0, 2, INT);
        Schedule sum = get(ScheduleArguments.of("Scan", 0, buffer, null, Predefined.SUM));
        assertSame(sum, get(ScheduleArguments.of("Scan", 0, buffer, null, Predefined.MAX)));
        assertNotSame(sum, get(ScheduleArguments.of("Scan", 0, buffer, null, first)));
    }

    @Test
    void eachPropertyOfAShapeCounts() {
        int[] counts = {1, 2};
        int[] places = {0, 3};
        List<Shape> shapes = List.of(
                new Shape(int[].class, INT, 2, counts, places),
                new Shape(long[].class, INT, 2, counts, places),
                new Shape(int[].class, PAIR, 2, counts, places),
                new Shape(int[].class, INT, 3, counts, places),
                new Shape(int[].class, INT, 2, new int[] {2, 1}, places),
                new Shape(int[].class, INT, 2, counts, new int[] {0, 4}),
                new Shape(int[].class, INT, 2, counts, places, List.of(INT, PAIR)));
        List<Schedule> schedules =
                shapes.stream().map(shape -> shaped(cache, shape)).toList();
        assertEquals(shapes.size(), schedules.stream().distinct().count());
        for (int i = 0; i < shapes.size(); i++)
            assertSame(schedules.get(i), shaped(cache, shapes.get(i).copy()));
    }

    @Test
    void theProgramMayChangeItsArgumentsAfterwards() {
        int[] counts = {1, 2};
        Schedule schedule = shaped(cache, new Shape(int[].class, INT, 0, counts, null));
        counts[0] = 9;
        assertSame(schedule, shaped(cache, new Shape(int[].class, INT, 0, new int[] {1, 2}, null)));
        int[] places = {0, 3};
        Schedule apart = shaped(cache, new Shape(int[].class, INT, 2, null, places));
        places[1] = 9;
        assertSame(apart, shaped(cache, new Shape(int[].class, INT, 2, null, new int[] {0, 3})));
    }

    @Test
    void theSchedulesUsedLastAreKept() {
        Schedule first = get(arguments(0, new int[9], 0, new int[9], 0));
        for (int root = 1; root < MOST; root++) get(arguments(root, new int[9], 0, new int[9], 0));
        assertSame(first, get(arguments(0, new int[9], 0, new int[9], 0)));
        assertEquals(MOST, built);
        get(arguments(MOST, new int[9], 0, new int[9], 0));
        assertSame(first, get(arguments(0, new int[9], 0, new int[9], 0)));
        get(arguments(1, new int[9], 0, new int[9], 0));
        assertEquals(MOST + 2, built);
    }
}
