package org.jmpi.comm.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import java.util.function.Supplier;
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
        return new ScheduleArguments("Reduce", root, Predefined.SUM)
                .sends(from)
                .receives(new Buffer(receive, offset, 2, INT));
    }

    private Schedule get(Blocks blocks) {
        return get(new ScheduleArguments("Alltoallw", 0, null).sends(blocks).receives(new Buffer(array, 0, 0, INT)));
    }

    private static Blocks varying(Layout layout, int[] counts, int... places) {
        return Blocks.varying(new Buffer(new int[9], 0, 0, layout), counts, places);
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
            public void combine(Buffer in, Buffer inout) {}
        };
        Buffer buffer = new Buffer(array, 0, 2, INT);
        Schedule sum = get(new ScheduleArguments("Scan", 0, Predefined.SUM).sends(buffer));
        assertSame(sum, get(new ScheduleArguments("Scan", 0, Predefined.MAX).sends(buffer)));
        assertNotSame(sum, get(new ScheduleArguments("Scan", 0, first).sends(buffer)));
    }

    @Test
    void eachPropertyOfBlocksCounts() {
        List<Supplier<Blocks>> all = List.of(
                () -> Blocks.equal(new Buffer(new int[9], 0, 2, INT)),
                () -> Blocks.equal(new Buffer(new long[9], 0, 2, INT)),
                () -> Blocks.equal(new Buffer(new int[9], 0, 2, PAIR)),
                () -> Blocks.equal(new Buffer(new int[9], 0, 3, INT)),
                () -> varying(INT, new int[] {1, 2}, 0, 3),
                () -> varying(INT, new int[] {2, 1}, 0, 3),
                () -> varying(INT, new int[] {1, 2}, 0, 4),
                () -> varying(INT, new int[] {1, 2}, 0, 3)
                        .setEach(new Buffer(array, 0, 0, null), new int[] {1, 2}, new int[] {0, 3}, new Layout[] {
                            INT, PAIR
                        }),
                () -> varying(INT, new int[] {1, 2}, 0, 3)
                        .setEach(new Buffer(array, 0, 0, null), new int[] {1, 2}, new int[] {0, 3}, new Layout[] {
                            INT, INT
                        }));
        List<Schedule> schedules = all.stream().map(blocks -> get(blocks.get())).toList();
        assertEquals(all.size(), schedules.stream().distinct().count());
        for (int i = 0; i < all.size(); i++)
            assertSame(schedules.get(i), get(all.get(i).get()));
    }

    @Test
    void theItemsOfEachRanksBlockCount() {
        Buffer buffer = new Buffer(array, 0, 3, INT);
        int[] counts = {1, 2};
        Schedule first = get(new ScheduleArguments("Reduce_scatter", 0, Predefined.SUM)
                .sends(buffer)
                .inBlocks(counts));
        counts[0] = 9;
        assertNotSame(
                first,
                get(new ScheduleArguments("Reduce_scatter", 0, Predefined.SUM)
                        .sends(buffer)
                        .inBlocks(counts)));
        assertSame(
                first,
                get(new ScheduleArguments("Reduce_scatter", 0, Predefined.SUM)
                        .sends(buffer)
                        .inBlocks(new int[] {1, 2})));
    }

    @Test
    void theProgramMayChangeItsArgumentsAfterwards() {
        int[] counts = {1, 2};
        int[] places = {0, 3};
        Schedule schedule = get(varying(INT, counts, places));
        counts[0] = 9;
        places[1] = 9;
        assertSame(schedule, get(varying(INT, new int[] {1, 2}, 0, 3)));
    }

    @Test
    void oneObjectServesOneCallAfterAnother() {
        ScheduleArguments arguments = new ScheduleArguments("Bcast", 0, null).sends(new Buffer(array, 0, 2, INT));
        Schedule first = get(arguments);
        ScheduleArguments kept = arguments.copy();
        arguments.begin("Bcast", 1, Predefined.SUM);
        assertNotSame(first, get(arguments));
        assertSame(first, get(kept));
        assertSame(array, kept.send());
        assertNull(arguments.send());
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
