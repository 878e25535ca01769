package org.jmpi.bench;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import mpi.Datatype;
import mpi.MPI;

/** An array or another buffer that travels between two ranks, and whose content can be checked after it has. */
final class Payload {
    /** What the array is made of. */
    enum Kind {
        /** {@code byte[]}. */
        BYTE(1),
        /** {@code double[]}. */
        DOUBLE(8),
        /** Bytes in a direct {@code ByteBuffer}. */
        DIRECT(1),
        /** Bytes in a {@code MemorySegment}, from JDK 22 on. */
        SEGMENT(1),
        /** Objects of an int, a double and a String, which are serialised; each counts as 32 bytes. */
        OBJECT(32);

        /** The first release of Java that has segments. */
        static final int SEGMENT_RELEASE = 22;

        private final int bytes;

        Kind(int bytes) {
            this.bytes = bytes;
        }

        /** Returns the bytes that one element counts as. */
        int bytes() {
            return bytes;
        }

        /** Returns the suffix of the names of timings. */
        String suffix() {
            return this == BYTE ? "" : "-" + name().toLowerCase(Locale.ROOT);
        }

        /** Returns how many whole elements the bytes hold, but at least one unless there are none. */
        int elements(long size) {
            return Math.toIntExact(Math.max(Math.min(1, size), size / bytes));
        }

        /** Returns whether this JVM has such memory. */
        boolean isSupported() {
            return this != SEGMENT || Runtime.version().feature() >= SEGMENT_RELEASE;
        }

        private Datatype type() {
            return switch (this) {
                case BYTE, DIRECT, SEGMENT -> MPI.BYTE;
                case DOUBLE -> MPI.DOUBLE;
                case OBJECT -> MPI.OBJECT;
            };
        }

        private Object array(int elements) {
            return switch (this) {
                case BYTE -> new byte[elements];
                case DOUBLE -> new double[elements];
                case DIRECT -> ByteBuffer.allocateDirect(elements);
                case SEGMENT -> segment(elements);
                case OBJECT -> new Item[elements];
            };
        }
    }

    /** Returns native memory as a segment; by reflection, as JMPI is compiled for a JDK that lacks the class. */
    private static Object segment(long bytes) {
        try {
            Class<?> arenas = Class.forName("java.lang.foreign.Arena");
            Object arena = arenas.getMethod("ofAuto").invoke(null);
            return arenas.getMethod("allocate", long.class, long.class).invoke(arena, Math.max(bytes, 1), Long.BYTES);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JVM has no segments of java.lang.foreign", e);
        }
    }

    private static ByteBuffer bytes(Object array) {
        if (array instanceof ByteBuffer bytes) return bytes;
        try {
            Class<?> segments = Class.forName("java.lang.foreign.MemorySegment");
            return segments.isInstance(array)
                    ? (ByteBuffer) segments.getMethod("asByteBuffer").invoke(array)
                    : null;
        } catch (ClassNotFoundException e) {
            return null;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A small object as programs send them. */
    static final class Item implements Serializable {
        private static final long serialVersionUID = 1;

        private final int id;
        private final double value;
        private final String name;

        Item(int id, double value, String name) {
            this.id = id;
            this.value = value;
            this.name = name;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Item item && id == item.id && value == item.value && name.equals(item.name);
        }

        @Override
        public int hashCode() {
            return id;
        }
    }

    /** Fill value of the JMPI paper, section 5.1. */
    private static final byte PAPER_FILL = '0';

    private final Kind kind;
    private final int elements;
    private final Object array;

    /** The content, if it is not in an array. */
    final ByteBuffer bytes;

    /** Allocates an array, empty until it is filled. */
    Payload(Kind kind, int elements) {
        this.kind = kind;
        this.elements = elements;
        array = kind.array(elements);
        bytes = bytes(array);
    }

    /** Returns the array. */
    Object array() {
        return array;
    }

    /** Returns the type of its elements. */
    Datatype type() {
        return kind.type();
    }

    /** Returns the length of the array. */
    int elements() {
        return elements;
    }

    /** Returns the bytes that the array counts as. */
    long bytes() {
        return (long) elements * kind.bytes();
    }

    /** Gives all elements the value that they have in the JMPI paper. */
    void fillAsInPaper() {
        if (bytes != null) for (int i = 0; i < elements; i++) bytes.put(i, PAPER_FILL);
        if (array instanceof byte[] octets) Arrays.fill(octets, PAPER_FILL);
        if (array instanceof double[] doubles) Arrays.fill(doubles, PAPER_FILL);
        if (array instanceof Item[] items) Arrays.fill(items, item(PAPER_FILL, 0));
    }

    /** Gives each element a value of its own; another seed gives other values. */
    void fill(int seed) {
        if (bytes != null) for (int i = 0; i < elements; i++) bytes.put(i, octet(i, seed));
        if (array instanceof byte[] octets) for (int i = 0; i < elements; i++) octets[i] = octet(i, seed);
        if (array instanceof double[] doubles) for (int i = 0; i < elements; i++) doubles[i] = real(i, seed);
        if (array instanceof Item[] items) Arrays.setAll(items, i -> item(i, seed));
    }

    /** Empties the array, so that old content is not taken for new. */
    void clear() {
        if (bytes != null) for (int i = 0; i < elements; i++) bytes.put(i, (byte) 0);
        if (array instanceof byte[] octets) Arrays.fill(octets, (byte) 0);
        if (array instanceof double[] doubles) Arrays.fill(doubles, 0);
        if (array instanceof Item[] items) Arrays.fill(items, null);
    }

    /** Returns the index of the first element that {@link #fill} would have given another value, or -1. */
    int firstDifference(int seed) {
        for (int i = 0; i < elements; i++) if (!matches(i, seed)) return i;
        return -1;
    }

    private boolean matches(int i, int seed) {
        return switch (kind) {
            case BYTE -> ((byte[]) array)[i] == octet(i, seed);
            case DIRECT, SEGMENT -> bytes.get(i) == octet(i, seed);
            case DOUBLE -> ((double[]) array)[i] == real(i, seed);
            case OBJECT -> item(i, seed).equals(((Object[]) array)[i]);
        };
    }

    /** Differs between neighbours and between places 256 and 65536 bytes apart; never 0 at the first place. */
    private static byte octet(int i, int seed) {
        return (byte) (31 * i + 17 * (i >>> 8) + 7 * (i >>> 16) + seed);
    }

    private static double real(int i, int seed) {
        return seed + i / 8.0;
    }

    private static Item item(int i, int seed) {
        return new Item(i, real(i, seed), "item " + i);
    }
}
