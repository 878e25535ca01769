package org.jmpi.comm.window;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.util.stream.IntStream;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Layout;
import org.junit.jupiter.api.Test;

/** What an origin tells a target of its layouts, and what the target keeps. */
class LayoutsTest {
    private static final Layout INT = Layout.of(BasicType.INT);

    private final Layouts origin = new Layouts();
    private final Layouts target = new Layouts();

    private Layouts.Known acquire(Layout layout) {
        return origin.acquire(layout, target::take);
    }

    private static byte[] form(Layout layout) {
        ByteArrayOutputStream form = new ByteArrayOutputStream();
        layout.encode(form);
        return form.toByteArray();
    }

    private void use(Layout layout) {
        Layouts.Known known = acquire(layout);
        assertArrayEquals(form(layout), form(target.get(known.number())));
        origin.release(known);
    }

    @Test
    void aLayoutIsToldOnce() {
        Layout layout = Layout.vector(3, 1, 2, INT);
        int number = acquire(layout).number();
        assertEquals(number, origin.acquire(layout, frame -> assertNull(frame)).number());
        assertSame(INT, target.get(acquire(INT).number()));
        assertEquals(1, target.toldCount());
    }

    @Test
    void aTargetForgetsTheOldestLayouts() {
        Layout first = Layout.vector(100, 1, 2, INT);
        use(first);
        for (int i = 0; i < 20_000; i++) use(Layout.vector(100, 1, 3, INT));
        assertTrue(target.toldCount() < Layouts.MOST_RUNS / 100, () -> target.toldCount() + " layouts");
        // One that was forgotten is told again.
        use(first);
    }

    @Test
    void aLayoutStaysWhileAnAccessUsesIt() {
        Layout first = Layout.vector(2, 1, 3, INT);
        Layouts.Known used = acquire(first);
        for (int gap = 2; gap < 10; gap++) use(Layout.vector(Layouts.MOST_RUNS, 1, gap, INT));
        assertArrayEquals(form(first), form(target.get(used.number())));
        assertEquals(2, target.toldCount());
        origin.release(used);
        use(Layout.vector(Layouts.MOST_RUNS, 1, 10, INT));
        assertNull(target.get(used.number()));
        assertEquals(1, target.toldCount());
    }

    @Test
    void aLongFormComesInParts() {
        int[] lengths = IntStream.range(0, 50_000).map(i -> 1 + i % 2).toArray();
        int[] displacements = IntStream.range(0, 50_000).map(i -> 5 * i).toArray();
        use(Layout.indexed(lengths, displacements, INT));
    }
}
