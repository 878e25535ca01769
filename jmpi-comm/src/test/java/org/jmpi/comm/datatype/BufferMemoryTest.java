package org.jmpi.comm.datatype;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Timeout.ThreadMode.SEPARATE_THREAD;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.transport.LastView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;

/** Segments of {@code java.nio} buffers, compared with segments of arrays that hold the same elements. */
@Timeout(value = 60, threadMode = SEPARATE_THREAD)
class BufferMemoryTest {
    private static final int TYPES = 600;
    private static final int LEVELS = 3;
    private static final int MARGIN = 40;

    private static final Layout INT = Layout.of(BasicType.INT);

    private record Items(BasicType base, Layout layout, int offset, int count, Object array) {
        Segment of(Object memory) {
            Segment segment = new Segment();
            segment.setWritten(new Buffer(memory, offset, count, layout));
            return segment;
        }
    }

    private static Items items(BasicType base, Random random) {
        Layout layout = RandomType.over(base, LEVELS, random).layout();
        int count = random.nextInt(12);
        int offset = (int) (MARGIN - Math.min(0, layout.low(count)));
        int length = (int) (offset + Math.max(0, layout.high(count)) + random.nextInt(MARGIN));
        return new Items(base, layout, offset, count, Elements.random(base, length, random.nextLong()));
    }

    private static byte[] packed(Segment segment, Random random) {
        ByteBuffer all = ByteBuffer.allocate((int) segment.bytes()).order(ByteOrder.LITTLE_ENDIAN);
        while (all.position() < all.capacity()) {
            all.limit(Math.min(all.capacity(), all.position() + 1 + random.nextInt(1 + all.capacity() / 2)));
            segment.pack(all.position(), all);
            assertFalse(all.hasRemaining());
        }
        return all.array();
    }

    private static void unpack(Segment segment, byte[] wire, Random random) {
        ByteBuffer all = ByteBuffer.wrap(wire).order(ByteOrder.LITTLE_ENDIAN);
        while (all.position() < wire.length) {
            all.limit(Math.min(wire.length, all.position() + 1 + random.nextInt(1 + wire.length / 2)));
            segment.unpack(all.position(), all);
            assertFalse(all.hasRemaining());
        }
    }

    private static byte[] wire(Items items, Object array) {
        return Elements.wire(items.base, array, 0, Array.getLength(array));
    }

    @Test
    void everyKindOfBufferPacksAndUnpacksAsAnArrayDoes() {
        for (int seed = 0; seed < TYPES; seed++) {
            Random random = new Random(seed);
            List<BasicType> bases = Elements.fixedTypes();
            Items items = items(bases.get(seed % bases.size()), random);
            byte[] sent = packed(items.of(items.array), random);
            byte[] arriving = new byte[sent.length];
            random.nextBytes(arriving);
            if (items.base == BasicType.BOOLEAN) for (int i = 0; i < arriving.length; i++) arriving[i] &= 1;
            Object expected = Elements.copy(items.array);
            unpack(items.of(expected), arriving, random);
            for (BufferMemory memory : BufferMemory.all(items.base, items.array)) {
                Segment segment = items.of(memory.buffer());
                assertArrayEquals(sent, packed(segment, random), "seed " + seed + ", " + memory);
                unpack(segment, arriving, random);
                assertArrayEquals(wire(items, expected), memory.wire(), "seed " + seed + ", " + memory);
                assertTrue(memory.isUntouchedOutside(), "seed " + seed + ", " + memory);
            }
        }
    }

    /** Only a direct buffer of bytes holds elements as they travel, one after the other. */
    @Test
    void theMemoryThatAChannelUsesHoldsWhatTravels() {
        LastView views = new LastView();
        int found = 0;
        for (int seed = 0; seed < TYPES / 6; seed++) {
            Random random = new Random(seed);
            List<BasicType> bases = Elements.fixedTypes();
            BasicType base = bases.get(seed % bases.size());
            Items items = seed % 3 == 0
                    ? items(base, random)
                    : new Items(base, Layout.of(base), 3, MARGIN, Elements.random(base, 2 * MARGIN, seed));
            for (BufferMemory memory : BufferMemory.all(base, items.array)) {
                Segment segment = items.of(memory.buffer());
                byte[] sent = packed(segment, random);
                boolean travels = memory.buffer() instanceof ByteBuffer bytes
                        && bytes.isDirect()
                        && (bytes.order() == ByteOrder.LITTLE_ENDIAN || base.width() == 1);
                boolean isOneRun = items.layout.isContiguous() || items.count == 1 && items.layout.runs() == 1;
                for (int position = 0; position < sent.length; position += 1 + random.nextInt(9)) {
                    ByteBuffer view = segment.memory(position, views);
                    String message = "seed " + seed + ", " + memory + " at " + position;
                    assertEquals(travels && isOneRun, view != null, message);
                    if (view == null) continue;
                    found++;
                    byte[] rest = new byte[view.remaining()];
                    view.get(rest);
                    assertArrayEquals(Arrays.copyOfRange(sent, position, sent.length), rest, message);
                }
                assertTrue(memory.isUntouchedOutside(), "seed " + seed + ", " + memory);
            }
        }
        assertTrue(found > TYPES, "views: " + found);
    }

    @Test
    void elementsAreCopiedBetweenAnyTwoKinds() {
        for (int seed = 0; seed < TYPES / 6; seed++) {
            Random random = new Random(seed);
            List<BasicType> bases = Elements.fixedTypes();
            Items items = items(bases.get(seed % bases.size()), random);
            Object others = Elements.random(items.base, Array.getLength(items.array), random.nextLong());
            Object expected = Elements.copy(others);
            take(items.of(expected), items.of(items.array));
            List<Object> sources = new ArrayList<>(List.of(items.array));
            for (BufferMemory from : BufferMemory.all(items.base, items.array)) sources.add(from.buffer());
            for (Object from : sources) {
                for (BufferMemory to : BufferMemory.all(items.base, others)) {
                    take(items.of(to.buffer()), items.of(from));
                    assertArrayEquals(wire(items, expected), to.wire(), "seed " + seed + ", " + from + " to " + to);
                }
                Object target = Elements.copy(others);
                take(items.of(target), items.of(from));
                assertArrayEquals(wire(items, expected), wire(items, target), "seed " + seed + ", " + from);
            }
        }
    }

    private static void take(Segment to, Segment from) {
        if (from.type().width() > 0) assertTrue(to.copy(from));
        to.take(from, from.bytes());
    }

    private static void assertRefused(
            ErrorClass errorClass, String message, java.nio.Buffer memory, int offset, int count) {
        Segment segment = new Segment();
        CommException refusal = assertThrows(
                CommException.class,
                () -> segment.setClipped(new UserBuffer(memory, offset, count, TypeHandle.predefined(INT))));
        assertEquals(message, refusal.getMessage());
        assertEquals(errorClass, refusal.errorClass());
    }

    @Test
    @EnabledForJreRange(minVersion = 22)
    void aSegmentOfForeignMemoryIsViewedOnce() throws ReflectiveOperationException {
        Class<?> arenas = Class.forName("java.lang.foreign.Arena");
        Object arena = arenas.getMethod("ofAuto").invoke(null);
        Object[] foreign = new Object[2];
        for (int i = 0; i < foreign.length; i++)
            foreign[i] = arenas.getMethod("allocate", long.class).invoke(arena, 64L);
        Segment segment = new Segment();
        segment.set(new Buffer(foreign[0], 0, 16, INT));
        Object view = segment.memory;
        segment.clear();
        segment.set(new Buffer(foreign[0], 2, 3, INT));
        assertSame(view, segment.memory);
        segment.set(new Buffer(foreign[1], 2, 3, INT));
        assertNotSame(view, segment.memory);
    }

    @Test
    void aBufferOfAnotherTypeIsRefused() {
        assertRefused(
                ErrorClass.TYPE,
                "buffer is java.nio.DoubleBuffer, but datatype INT needs int[], java.nio.IntBuffer or"
                        + " java.nio.ByteBuffer",
                ByteBuffer.allocateDirect(64).asDoubleBuffer(),
                0,
                1);
        CommException objects = assertThrows(
                CommException.class,
                () -> new Segment().set(new Buffer(ByteBuffer.allocate(8), 0, 1, Layout.of(BasicType.OBJECT))));
        assertEquals(ErrorClass.TYPE, objects.errorClass());
        assertTrue(objects.getMessage().contains("objects travel in arrays only"), objects.getMessage());
        assertThrows(
                CommException.class,
                () -> new Segment().set(new Buffer(IntBuffer.allocate(8), 0, 1, Layout.of(BasicType.BYTE))));
    }

    @Test
    void aReadOnlyBufferIsSentButNotWritten() {
        IntBuffer memory = IntBuffer.wrap(new int[] {1, 2}).asReadOnlyBuffer();
        assertRefused(ErrorClass.BUFFER, "buffer to receive into is read-only: " + memory, memory, 0, 2);
        Segment sent = new Segment();
        sent.set(new Buffer(memory, 1, 1, INT));
        assertArrayEquals(new byte[] {2, 0, 0, 0}, packed(sent, new Random(1)));
    }

    @Test
    void theLimitEndsABuffer() {
        ByteBuffer memory = ByteBuffer.allocate(64).limit(19);
        assertRefused(ErrorClass.ARG, "offset out of range: offset=5, elements up to its limit=4", memory, 5, 1);
        CommException tooShort =
                assertThrows(CommException.class, () -> new Segment().set(new Buffer(memory, 2, 3, INT)));
        assertEquals(ErrorClass.COUNT, tooShort.errorClass());
        assertEquals(
                "buffer too short: offset=2, count=3, elements needed=[2, 5), elements up to its limit=4",
                tooShort.getMessage());
        Segment clipped = new Segment();
        clipped.setClipped(new UserBuffer(memory, 2, 3, TypeHandle.predefined(INT)));
        assertEquals(2, clipped.elements());
        assertEquals("8 bytes (offset=2, count=3, but elements up to its limit=4)", clipped.room());
    }

    @Test
    void aBufferThatBecomesShorterFailsItsOperationAndNothingElse() {
        List<CommException> failures = new ArrayList<>();
        ByteBuffer memory = ByteBuffer.allocateDirect(400).order(ByteOrder.LITTLE_ENDIAN);
        Segment broken = new Segment(failures::add);
        broken.set(new Buffer(memory, 0, 100, INT));
        memory.limit(40);
        assertEquals(400, packed(broken, new Random(2)).length, "as many bytes as announced");
        assertEquals(ErrorClass.BUFFER, failures.get(0).errorClass());
        unpack(broken, new byte[400], new Random(3));
        assertTrue(failures.size() > 1, "the unpacking failed, too");

        failures.clear();
        Segment intact = new Segment();
        intact.set(new Buffer(ByteBuffer.allocateDirect(400).order(ByteOrder.LITTLE_ENDIAN), 0, 100, INT));
        intact.take(broken, 400);
        assertEquals(1, failures.size(), "a failure of the source's operation");
        broken.take(intact, 400);
        assertEquals(2, failures.size(), "a failure of the target's operation");
        assertThrows(CommException.class, () -> packed(segmentOf(memory), new Random(4)));
    }

    private static Segment segmentOf(ByteBuffer memory) {
        memory.limit(400);
        Segment segment = new Segment();
        segment.set(new Buffer(memory, 0, 100, INT));
        memory.limit(40);
        return segment;
    }
}
