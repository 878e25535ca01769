package org.jmpi.comm.datatype;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a segment packs and unpacks, cut at every byte. */
class SegmentTest {
    private static final int GUARD = 3;

    /** Few elements, and so many that they are copied through a view. */
    private static final int[] COUNTS = {0, 1, 2, 5, 8, 9, 20};

    private static final List<IntFunction<ByteBuffer>> MEMORY =
            List.of(ByteBuffer::allocate, ByteBuffer::allocateDirect);

    static List<BasicType> types() {
        return Elements.fixedTypes();
    }

    private static Segment segment(BasicType type, Object array, int offset, int count) {
        Segment segment = new Segment();
        segment.set(new Buffer(array, offset, count, Layout.of(type)));
        return segment;
    }

    private static ByteBuffer buffer(IntFunction<ByteBuffer> memory, int bytes) {
        ByteBuffer buffer = memory.apply(bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < bytes; i++) buffer.put(i, (byte) 0x5A);
        return buffer;
    }

    @ParameterizedTest
    @MethodSource("types")
    void anyCutIsPacked(BasicType type) {
        for (int count : COUNTS)
            for (IntFunction<ByteBuffer> memory : MEMORY) {
                Object array = Elements.random(type, GUARD + count + GUARD, 1);
                byte[] wire = Elements.wire(type, array, GUARD, count);
                Segment segment = segment(type, array, GUARD, count);
                assertEquals(wire.length, segment.bytes());
                for (int from = 0; from <= wire.length; from++)
                    for (int to = from; to <= wire.length; to++)
                        assertPacked(segment, from, Arrays.copyOfRange(wire, from, to), memory);
            }
    }

    private static void assertPacked(Segment segment, int from, byte[] expected, IntFunction<ByteBuffer> memory) {
        ByteBuffer target = buffer(memory, expected.length + 2 * GUARD);
        target.position(GUARD).limit(GUARD + expected.length);
        segment.pack(from, target);
        assertEquals(GUARD + expected.length, target.position());
        target.clear();
        for (int i = 0; i < target.capacity(); i++) {
            boolean inside = i >= GUARD && i < GUARD + expected.length;
            assertEquals(inside ? expected[i - GUARD] : 0x5A, target.get(i), "byte " + i + " of a cut from " + from);
        }
    }

    @ParameterizedTest
    @MethodSource("types")
    void packingStopsAtTheEndOfTheSegment(BasicType type) {
        Object array = Elements.random(type, 20, 2);
        Segment segment = segment(type, array, 1, 9);
        ByteBuffer target = buffer(ByteBuffer::allocate, 200);
        segment.pack(0, target);
        assertEquals(9 * type.width(), target.position());
        segment.pack(segment.bytes(), target);
        assertEquals(9 * type.width(), target.position());
    }

    @ParameterizedTest
    @MethodSource("types")
    void anyTwoCutsAreUnpacked(BasicType type) {
        for (int count : COUNTS) {
            Object sent = Elements.random(type, count, 3);
            byte[] wire = Elements.wire(type, sent, 0, count);
            Object before = Elements.random(type, GUARD + count + GUARD, 4);
            Object expected = Elements.copy(before);
            System.arraycopy(sent, 0, expected, GUARD, count);
            for (int first = 0; first <= wire.length; first++)
                for (int second = first; second <= wire.length; second++) {
                    Object array = Elements.copy(before);
                    Segment segment = segment(type, array, GUARD, count);
                    unpack(segment, wire, 0, first);
                    unpack(segment, wire, first, second);
                    unpack(segment, wire, second, wire.length);
                    Elements.assertSame(type, expected, array, type + " cut at " + first + " and " + second);
                }
        }
    }

    private static void unpack(Segment segment, byte[] wire, int from, int to) {
        ByteBuffer chunk = buffer(from % 2 == 0 ? ByteBuffer::allocate : ByteBuffer::allocateDirect, to - from + GUARD);
        chunk.put(wire, from, to - from).flip();
        segment.unpack(from, chunk);
        assertFalse(chunk.hasRemaining(), "consumed up to the limit");
    }

    @ParameterizedTest
    @MethodSource("types")
    void unpackingPartOfAnElementLeavesItsOtherBytes(BasicType type) {
        int count = 12;
        Object sent = Elements.random(type, count, 5);
        byte[] wire = Elements.wire(type, sent, 0, count);
        Object before = Elements.random(type, count + 2 * GUARD, 6);
        for (int from = 0; from <= wire.length; from++)
            for (int to = from; to <= wire.length; to++) {
                Object array = Elements.copy(before);
                byte[] expected = Elements.wire(type, array, 0, count + 2 * GUARD);
                System.arraycopy(wire, from, expected, GUARD * type.width() + from, to - from);
                unpack(segment(type, array, GUARD, count), wire, from, to);
                assertArrayEquals(expected, Elements.wire(type, array, 0, count + 2 * GUARD), from + " to " + to);
            }
    }

    @ParameterizedTest
    @MethodSource("types")
    void aSegmentTakesAnotherOfItsType(BasicType type) {
        for (int count : COUNTS)
            for (int taken = 0; taken <= count * type.width(); taken++) {
                Object sent = Elements.random(type, 2 + count, 7);
                Object before = Elements.random(type, GUARD + count + GUARD, 8);
                Object array = Elements.copy(before);
                byte[] expected = Elements.wire(type, array, 0, count + 2 * GUARD);
                System.arraycopy(Elements.wire(type, sent, 2, count), 0, expected, GUARD * type.width(), taken);
                segment(type, array, GUARD, count).take(segment(type, sent, 2, count), taken);
                assertArrayEquals(expected, Elements.wire(type, array, 0, count + 2 * GUARD), count + ": " + taken);
            }
    }

    @ParameterizedTest
    @MethodSource("types")
    void aSegmentTakesChunksOfBytes(BasicType type) {
        Random random = new Random(9);
        for (int count : new int[] {1, 100, 9000, 140_000}) {
            Object sent = Elements.random(type, count, 10);
            ByteChunks chunks = new ByteChunks();
            chunks.take(segment(type, sent, 0, count), (long) count * type.width());
            Object array = Elements.random(type, GUARD + count + GUARD, 11);
            Object expected = Elements.copy(array);
            System.arraycopy(sent, 0, expected, GUARD, count);
            segment(type, array, GUARD, count).take(chunks, chunks.bytes());
            Elements.assertSame(type, expected, array, "all of " + count);
            int taken = random.nextInt(count * type.width());
            Object part = Elements.random(type, GUARD + count + GUARD, 12);
            byte[] wire = Elements.wire(type, part, 0, count + 2 * GUARD);
            System.arraycopy(Elements.wire(type, sent, 0, count), 0, wire, GUARD * type.width(), taken);
            segment(type, part, GUARD, count).take(chunks, taken);
            assertArrayEquals(wire, Elements.wire(type, part, 0, count + 2 * GUARD), taken + " bytes of " + count);
        }
    }

    @ParameterizedTest
    @MethodSource("types")
    void packedBytesAndElementsTakeEachOther(BasicType type) {
        int count = 10_000;
        Object sent = Elements.random(type, count, 13);
        byte[] packed = new byte[count * type.width()];
        segment(BasicType.PACKED, packed, 0, packed.length).take(segment(type, sent, 0, count), packed.length);
        assertArrayEquals(Elements.wire(type, sent, 0, count), packed);
        Object array = type.newArray(count);
        segment(type, array, 0, count).take(segment(BasicType.PACKED, packed, 0, packed.length), packed.length);
        Elements.assertSame(type, sent, array, "unpacked");
    }

    @ParameterizedTest
    @MethodSource("types")
    void aSegmentTakesFromItsOwnArrayAsIfFromACopy(BasicType type) {
        for (int shift = -5; shift <= 5; shift++) {
            Object array = Elements.random(type, 40, 14);
            Object expected = Elements.copy(array);
            System.arraycopy(array, 10, expected, 10 + shift, 15);
            segment(type, array, 10 + shift, 15).take(segment(type, array, 10, 15), 15L * type.width());
            Elements.assertSame(type, expected, array, "shift " + shift);
        }
    }

    @ParameterizedTest
    @MethodSource("types")
    void itemsOfSeveralElementsLieOneAfterTheOther(BasicType type) {
        Object array = Elements.random(type, 30, 15);
        Segment segment = new Segment();
        segment.set(new Buffer(array, 3, 4, Layout.contiguous(2, Layout.of(type))));
        assertEquals(8L * type.width(), segment.bytes());
        assertEquals(segment.bytes(), segment.capacity());
        assertPacked(segment, 0, Elements.wire(type, array, 3, 8), ByteBuffer::allocate);
    }
}
