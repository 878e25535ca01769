package org.jmpi.comm.datatype;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A layout arrives as it was sent, and what a peer sends that is no layout is refused at no cost. */
@Timeout(300)
class LayoutFormTest {
    private static final int TYPES = 3_000;
    private static final int LEVELS = 5;
    private static final int MUTATIONS = 8;
    private static final int MOST_RUNS = 5_000;
    private static final int CACHED = 256;
    private static final Layout INT = Layout.of(BasicType.INT);

    private static byte[] form(Layout layout) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        layout.encode(out);
        return out.toByteArray();
    }

    private static Layout decoded(byte[] form) {
        ByteBuffer in = ByteBuffer.wrap(form);
        Layout layout = Layout.decode(in, MOST_RUNS);
        assertEquals(0, in.remaining());
        return layout;
    }

    private static void assertLike(Layout expected, Layout found) {
        assertEquals(expected.type(), found.type());
        assertEquals(expected.size(), found.size());
        assertEquals(expected.extent(), found.extent());
        assertEquals(expected.lowerBound(), found.lowerBound());
        assertEquals(expected.isValue(), found.isValue());
        assertEquals(expected.runs(), found.runs());
        for (int run = 0; run < expected.runs(); run++) {
            assertEquals(expected.displacement(run), found.displacement(run));
            assertEquals(expected.length(run), found.length(run));
        }
        assertArrayEquals(form(expected), form(found));
    }

    private static RandomType random(Random random) {
        BasicType[] types = BasicType.values();
        return RandomType.over(types[random.nextInt(types.length - 1)], LEVELS, random);
    }

    @Test
    void aLayoutOfAnyKindArrivesAsItWasSent() {
        Random random = new Random(1);
        for (int i = 0; i < TYPES; i++) {
            Layout layout = random(random).layout();
            Layout found = decoded(form(layout));
            assertLike(layout, found);
            // A type made of it has the same bounds only if LB and UB have travelled.
            assertLike(Layout.contiguous(2, layout), Layout.contiguous(2, found));
        }
    }

    @Test
    void elementsAndMarksAreTheSameObjects() {
        for (BasicType type : BasicType.values()) {
            assertSame(Layout.of(type), decoded(form(Layout.of(type))));
            if (type != BasicType.NONE) assertSame(Layout.ofValue(type), decoded(form(Layout.ofValue(type))));
        }
        assertSame(Layout.LB, decoded(form(Layout.LB)));
        assertSame(Layout.UB, decoded(form(Layout.UB)));
    }

    @Test
    void aLongVectorIsShort() {
        Layout column = Layout.vector(MOST_RUNS, 1, 1_000, INT);
        assertTrue(form(column).length < 24);
        assertLike(column, decoded(form(column)));
        assertTrue(form(Layout.vector(1 << 20, 3, 5, INT)).length < 24);
    }

    @Test
    void figuresAtTheEndsOfAnInt() {
        int[] one = {1, 1};
        Layout wide = Layout.hindexed(one, new int[] {Integer.MIN_VALUE / 2 + 1, Integer.MAX_VALUE / 2}, INT);
        assertLike(wide, decoded(form(wide)));
        Layout down = Layout.hindexed(one, new int[] {Integer.MAX_VALUE - 1, 0}, INT);
        assertLike(down, decoded(form(down)));
        Layout large = Layout.contiguous(Integer.MAX_VALUE, INT);
        assertLike(large, decoded(form(large)));
    }

    private static void assertRefused(int... form) {
        byte[] bytes = new byte[form.length];
        for (int i = 0; i < form.length; i++) bytes[i] = (byte) form[i];
        IllegalArgumentException refusal =
                assertThrows(IllegalArgumentException.class, () -> Layout.decode(ByteBuffer.wrap(bytes), MOST_RUNS));
        assertTrue(refusal.getMessage().startsWith("malformed layout: "), refusal.getMessage());
    }

    @Test
    void whatIsNoLayoutIsRefused() {
        int type = BasicType.INT.ordinal();
        assertRefused();
        assertRefused(15);
        assertRefused(type | 128 | 32);
        // Bounds: cut off, in the wrong order, beyond an int, with a mark outside.
        assertRefused(type, 0);
        assertRefused(type, 2, 0, 0);
        assertRefused(type, 0, 254, 255, 255, 255, 31, 0);
        assertRefused(type, 255, 255, 255, 255, 15, 254, 255, 255, 255, 15, 0);
        assertRefused(type | 32, 0, 2, 4, 0);
        // Runs: too many groups, none in a group, too many, of nothing, too long, outside, of no type.
        assertRefused(type, 0, 8, 9, 1, 0, 1);
        assertRefused(type, 0, 8, 1, 0, 0, 1);
        assertRefused(type, 0, 254, 255, 255, 255, 15, 1, 254, 255, 255, 255, 7, 2, 1);
        assertRefused(type, 0, 8, 1, 1, 0, 0);
        assertRefused(type, 0, 8, 1, 1, 0, 5);
        assertRefused(type, 0, 8, 1, 2, 6, 1);
        assertRefused(type, 0, 8, 1, 1, 1, 1);
        assertRefused(type, 8, 16, 1, 2, 6, 1);
        assertRefused(type, 0, 128, 128, 128, 128, 8, 1, 3, 0, 128, 128, 128, 128, 4);
        assertRefused(BasicType.NONE.ordinal(), 0, 2, 1, 1, 0, 1);
        assertRefused(type, 0, 2, 255, 255, 255, 255, 255, 1);
        // A value of two elements.
        assertRefused(type | 16, 0, 4, 1, 1, 0, 2);
    }

    /** Random bytes, and forms with some bytes changed: refused, or a layout that is as good as any. */
    @Test
    void hostileBytesAreRefusedOrALayout() {
        Random random = new Random(2);
        for (int i = 0; i < TYPES * MUTATIONS; i++) {
            byte[] form = form(random(random).layout());
            if (i % 4 == 0) random.nextBytes(form);
            else
                for (int k = random.nextInt(4); k >= 0; k--)
                    form[random.nextInt(form.length)] = (byte) random.nextInt();
            if (i % 3 == 0) form[0] = (byte) (form[0] & 0x60 | random.nextInt(11));
            try {
                Layout layout = Layout.decode(ByteBuffer.wrap(form), MOST_RUNS);
                assertTrue(layout.runs() <= MOST_RUNS);
                assertLike(layout, decoded(form(layout)));
                int elements = 0;
                for (int run = 0; run < layout.runs(); run++) {
                    assertTrue(layout.length(run) > 0);
                    assertTrue(layout.low(1) <= layout.displacement(run));
                    assertTrue(layout.displacement(run) + (long) layout.length(run) <= layout.high(1));
                    elements = Math.addExact(elements, layout.length(run));
                }
                assertEquals(elements, layout.size());
            } catch (IllegalArgumentException e) {
                assertTrue(e.getMessage().startsWith("malformed layout: "), e::toString);
            }
        }
    }

    @Test
    void aLayoutTravelsOnce() {
        LayoutCache here = new LayoutCache(MOST_RUNS);
        LayoutCache there = new LayoutCache(MOST_RUNS);
        Random random = new Random(3);
        Layout[] layouts = new Layout[2 * CACHED];
        for (int i = 0; i < layouts.length; i++) {
            layouts[i] = Layout.vector(2, 1, 3 + i, INT);
            assertLike(layouts[i], there.resolve(ByteBuffer.wrap(here.refer(layouts[i]))));
            assertTrue(here.refer(layouts[i]).length <= 2);
            assertLike(layouts[i], there.resolve(ByteBuffer.wrap(here.refer(layouts[i]))));
            Layout earlier = layouts[random.nextInt(i + 1)];
            assertLike(earlier, there.resolve(ByteBuffer.wrap(here.refer(earlier))));
        }
        Layout latest = layouts[layouts.length - 1];
        assertSame(
                there.resolve(ByteBuffer.wrap(here.refer(latest))), there.resolve(ByteBuffer.wrap(here.refer(latest))));
    }

    @Test
    void aNumberOfNoLayoutIsRefused() {
        LayoutCache there = new LayoutCache(MOST_RUNS);
        for (byte[] reference : new byte[][] {{}, {4}, {-1, 127}, {-1, -1, -1, -1, -1, -1}})
            assertThrows(IllegalArgumentException.class, () -> there.resolve(ByteBuffer.wrap(reference)));
    }
}
