package org.jmpi.comm.datatype;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Three thousand nested types, compared with their type maps element by element. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class RandomTypesTest {
    private static final int TYPES = 3_000;
    private static final int LEVELS = 5;
    private static final int GUARD = 3;

    private static final BasicType[] BASES = Arrays.stream(BasicType.values())
            .filter(type -> type != BasicType.NONE)
            .toArray(BasicType[]::new);

    /** Items of a type in an array, and in the same array cut into rows. */
    private static final class Items {
        final BasicType base;
        final Layout layout;
        final int count;
        final int offset;
        final List<Integer> places = new ArrayList<>();
        final Object array;

        Items(BasicType base, RandomType type, int count, Random random) {
            this.base = base;
            this.layout = type.layout();
            this.count = count;
            List<Long> elements = type.map().elements();
            long extent = type.map().extent();
            List<Long> relative = new ArrayList<>();
            for (int item = 0; item < count; item++)
                for (long element : elements) relative.add(item * extent + element);
            long low = relative.stream().mapToLong(place -> place).min().orElse(0);
            long high = relative.stream().mapToLong(place -> place).max().orElse(-1) + 1;
            offset = (int) Math.max(0, GUARD - low);
            for (long place : relative) places.add((int) (offset + place));
            array = Elements.random(base, (int) Math.max(offset, offset + high) + GUARD, random.nextLong());
        }

        Segment segment(Object buffer) {
            Segment segment = new Segment();
            segment.set(new Buffer(buffer, offset, count, layout));
            return segment;
        }

        /** Returns the elements that travel, one after the other. */
        Object inOrder() {
            Object elements = base.newArray(places.size());
            for (int i = 0; i < places.size(); i++) Array.set(elements, i, Array.get(array, places.get(i)));
            return elements;
        }

        /** Returns what the array becomes when the first of these elements are received. */
        Object after(Object elements, int number) {
            Object changed = Elements.copy(array);
            for (int i = 0; i < number; i++) Array.set(changed, places.get(i), Array.get(elements, i));
            return changed;
        }
    }

    private static void forEachType(Check check) {
        for (int seed = 0; seed < TYPES; seed++) {
            Random random = new Random(seed);
            BasicType base = BASES[seed % BASES.length];
            RandomType type = RandomType.over(base, LEVELS, random);
            try {
                check.check(base, type, random);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + ": " + type.text() + ": " + e.getMessage(), e);
            }
        }
    }

    @FunctionalInterface
    private interface Check {
        void check(BasicType base, RandomType type, Random random);
    }

    @Test
    void figures() {
        forEachType((base, type, random) -> {
            Layout layout = type.layout();
            TypeMap map = type.map();
            assertEquals(map.elements().size(), layout.size(), "size");
            assertEquals(map.lowerBound(), layout.lowerBound(), "lower bound");
            assertEquals(map.upperBound(), layout.upperBound(), "upper bound");
            assertEquals(map.extent(), layout.extent(), "extent");
            List<Long> covered = new ArrayList<>();
            for (int run = 0; run < layout.runs(); run++) {
                if (run > 0)
                    assertNotEquals(layout.displacement(run - 1) + layout.length(run - 1), layout.displacement(run));
                for (int i = 0; i < layout.length(run); i++) covered.add((long) layout.displacement(run) + i);
            }
            assertEquals(map.elements(), covered);
            Items items = new Items(base, type, random.nextInt(4), random);
            long low = items.places.stream().mapToLong(i -> i).min().orElse(items.offset);
            long high = items.places.stream().mapToLong(i -> i + 1).max().orElse(items.offset);
            assertEquals(low - items.offset, layout.low(items.count));
            assertEquals(high - items.offset, layout.high(items.count));
        });
    }

    @Tag("full")
    @Test
    void packingAndUnpackingInPieces() {
        forEachType((base, type, random) -> {
            if (base == BasicType.OBJECT) return;
            Items items = new Items(base, type, random.nextInt(6), random);
            Object sent = items.inOrder();
            byte[] wire = Elements.wire(base, sent, 0, Array.getLength(sent));
            for (Object buffer : List.of(items.array, rows(base, items.array, random))) {
                Segment segment = items.segment(buffer);
                assertEquals(wire.length, segment.bytes());
                assertArrayEquals(wire, packed(segment, random), "packed");
            }
            Object received = Elements.random(base, Array.getLength(sent), random.nextLong());
            byte[] arriving = Elements.wire(base, received, 0, Array.getLength(received));
            Object expected = items.after(received, Array.getLength(received));
            Object flat = Elements.copy(items.array);
            unpack(items.segment(flat), arriving, random);
            Elements.assertSame(base, expected, flat, "unpacked");
            Object rows = rows(base, items.array, random);
            unpack(items.segment(rows), arriving, random);
            Elements.assertSame(base, expected, flattened(base, rows), "unpacked into rows");
        });
    }

    private static byte[] packed(Segment segment, Random random) {
        int bytes = (int) segment.bytes();
        ByteBuffer all = buffer(bytes, random);
        while (all.position() < bytes) {
            all.limit(Math.min(bytes, all.position() + 1 + random.nextInt(1 + bytes / 2)));
            int end = all.limit();
            segment.pack(all.position(), all);
            assertEquals(end, all.position());
        }
        byte[] copy = new byte[bytes];
        all.flip().get(copy);
        return copy;
    }

    private static void unpack(Segment segment, byte[] bytes, Random random) {
        ByteBuffer all = buffer(bytes.length, random).put(bytes).flip();
        while (all.position() < bytes.length) {
            all.limit(Math.min(bytes.length, all.position() + 1 + random.nextInt(1 + bytes.length / 2)));
            int end = all.limit();
            segment.unpack(all.position(), all);
            assertEquals(end, all.position());
        }
    }

    private static ByteBuffer buffer(int bytes, Random random) {
        ByteBuffer buffer = random.nextBoolean() ? ByteBuffer.allocate(bytes) : ByteBuffer.allocateDirect(bytes);
        return buffer.order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Returns an array of two or three dimensions with the same elements in rows of any lengths, empty ones among them.
     */
    private static Object rows(BasicType base, Object array, Random random) {
        List<Object> rows = new ArrayList<>();
        int length = Array.getLength(array);
        for (int at = 0; at < length; ) {
            Object row = base.newArray(Math.min(length - at, random.nextInt(random.nextBoolean() ? 4 : 40)));
            System.arraycopy(array, at, row, 0, Array.getLength(row));
            rows.add(row);
            at += Array.getLength(row);
        }
        Class<?> rowClass = base.arrayClass();
        Object[] plane = rows.toArray((Object[]) Array.newInstance(rowClass, 0));
        if (random.nextBoolean()) return plane;
        int cut = random.nextInt(plane.length + 1);
        Object[] space = (Object[]) Array.newInstance(plane.getClass(), 3);
        space[0] = Arrays.copyOf(plane, cut);
        space[1] = Array.newInstance(rowClass, 0);
        space[2] = Arrays.copyOfRange(plane, cut, plane.length);
        return space;
    }

    private static Object flattened(BasicType base, Object array) {
        List<Object> rows = new ArrayList<>();
        collect(base, array, rows);
        Object flat = base.newArray(rows.stream().mapToInt(Array::getLength).sum());
        int at = 0;
        for (Object row : rows) {
            System.arraycopy(row, 0, flat, at, Array.getLength(row));
            at += Array.getLength(row);
        }
        return flat;
    }

    private static void collect(BasicType base, Object part, List<Object> rows) {
        if (part.getClass() == base.arrayClass()) rows.add(part);
        else for (Object each : (Object[]) part) collect(base, each, rows);
    }

    @Tag("full")
    @Test
    void takingFromAnotherLayout() {
        forEachType((base, type, random) -> {
            if (base == BasicType.OBJECT) return;
            RandomType other = RandomType.over(base, LEVELS, random);
            Items from = new Items(base, type, random.nextInt(8), random);
            Items to = new Items(base, other, random.nextInt(8), random);
            int most = Math.min(from.places.size(), to.places.size()) * base.width();
            for (int bytes : new int[] {most, most == 0 ? 0 : random.nextInt(most)}) {
                Object source = random.nextBoolean() ? rows(base, from.array, random) : from.array;
                Object target = random.nextBoolean() ? rows(base, to.array, random) : Elements.copy(to.array);
                to.segment(target).take(from.segment(source), bytes);
                assertTaken(from, to, bytes, flattened(base, target));
            }
        });
    }

    private static void assertTaken(Items from, Items to, int bytes, Object actual) {
        int width = from.base.width();
        Object expected = to.after(from.inOrder(), bytes / width);
        if (bytes % width == 0) {
            Elements.assertSame(from.base, expected, actual, bytes + " bytes taken");
            return;
        }
        int cut = to.places.get(bytes / width);
        byte[] wanted = Elements.wire(from.base, expected, 0, Array.getLength(expected));
        byte[] last = Elements.wire(from.base, from.inOrder(), bytes / width, 1);
        System.arraycopy(last, 0, wanted, cut * width, bytes % width);
        assertArrayEquals(wanted, Elements.wire(from.base, actual, 0, Array.getLength(actual)), bytes + " bytes taken");
    }

    @Test
    void objectsInTheOrderOfTheTypeMap() {
        ObjectCodec codec = new JavaObjectCodec(new ObjectFilter(null));
        forEachType((base, type, random) -> {
            if (base != BasicType.OBJECT) return;
            Items items = new Items(base, type, random.nextInt(4), random);
            Segment segment = items.segment(items.array);
            boolean empty = type.layout().size() == 0;
            assertEquals(empty ? items.count : items.places.size(), segment.objects());
            ByteChunks bytes = ObjectMessage.encode(codec, segment);
            Object[] decoded = new Object[items.places.size()];
            ObjectMessage.decode(codec, bytes, decoded, 0, decoded.length);
            assertArrayEquals((Object[]) items.inOrder(), decoded);
            Object[] others = (Object[]) Elements.random(base, decoded.length, random.nextLong());
            ByteChunks arriving = ObjectMessage.encode(codec, others, 0, others.length);
            int number = random.nextInt(others.length + 1);
            Object[] expected = (Object[]) items.after(others, number);
            ObjectMessage.decode(codec, arriving, segment, number);
            assertArrayEquals(expected, (Object[]) items.array);
        });
    }

    @Test
    void theTypesAreOfAllSorts() {
        boolean[] seen = new boolean[6];
        forEachType((base, type, random) -> {
            Layout layout = type.layout();
            seen[0] |= layout.extent() < 0;
            seen[1] |= layout.size() == 0;
            seen[2] |= layout.runs() > 64;
            seen[3] |= layout.lowerBound() > 0 && layout.low(1) < 0;
            seen[4] |= layout.isContiguous() && type.text().contains("struct");
            seen[5] |= type.text().chars().filter(c -> c == '(').count() >= LEVELS;
        });
        for (int i = 0; i < seen.length; i++) assertTrue(seen[i], "sort " + i);
    }
}
