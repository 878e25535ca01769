package org.jmpi.comm.window;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.datatype.Memory;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.datatype.UserBuffer;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.progress.ProgressEngine;

/**
 * The memory of one rank in a window, as this process reaches it: the rank's own, that of a rank in the same JVM, or
 * memory that both have mapped. The handlers of frames use it in the same way.
 */
final class WindowMemory {
    /** The displacements that stay free between two pieces of attached memory, so that none runs into the next. */
    private static final long GAP = 64;

    /**
     * A piece of memory.
     *
     * @param given the program's object
     * @param memory the same; or a view of bytes, which starts with the piece
     * @param offset of the piece in the memory, in elements
     */
    private record Part(Object given, Object memory, long offset, Extent extent) {
        static Part of(UserBuffer base, int unit) {
            if (base.count() < 0) throw new CommException(ErrorClass.SIZE, "size is negative: " + base.count());
            Object given = base.array();
            if (given == null && base.count() > 0)
                throw new CommException(ErrorClass.BUFFER, "base is null: size=" + base.count());
            if (given == null) return new Part(null, new byte[0], 0, new Extent(0, unit, null));
            Object memory = Memory.of(given);
            BasicType type = Memory.primitiveType(memory);
            if (type == null)
                throw new CommException(
                        ErrorClass.TYPE,
                        "a window has elements of a primitive type: base is "
                                + given.getClass().getTypeName());
            check(new Buffer(memory, base.offset(), base.count(), Layout.of(type)).written());
            if (!(memory instanceof ByteBuffer whole)) {
                BasicType elements = memory instanceof ByteBuffer[] ? null : type;
                return new Part(given, memory, base.offset(), new Extent(base.count(), unit, elements));
            }
            ByteBuffer view = slice(whole, (int) base.offset(), (int) (base.offset() + base.count()));
            return new Part(given, view, 0, new Extent(base.count(), unit, null));
        }

        private static void check(Buffer base) {
            long length = base.arrayLength();
            if (base.offset() >= 0 && base.offset() <= length && base.count() > length - base.offset())
                throw new CommException(
                        ErrorClass.SIZE,
                        "base is shorter than the window: offset=" + base.offset() + ", size=" + base.count()
                                + ", length of the base=" + length);
            base.check("base");
        }

        /** Sets a buffer to the items of an access. */
        void locate(TargetItems items, Buffer target) {
            long start = offset + extent.start(items);
            if (extent.type() != null) {
                target.set(memory, start, items.count(), items.layout());
                return;
            }
            BasicType type = items.layout().type();
            int within = (int) (start & type.width() - 1);
            Object aligned = within == 0 ? memory : shifted(within);
            target.set(aligned, start >> type.shift(), items.count(), items.layout());
        }

        private Object shifted(int bytes) {
            if (memory instanceof ByteBuffer view) return slice(view, bytes, view.limit());
            throw new CommException(
                    ErrorClass.DISP, "in a memory beyond 2 GiB an element starts at a multiple of its bytes");
        }
    }

    private static ByteBuffer slice(ByteBuffer memory, int from, int end) {
        ByteOrder order = memory.order();
        return memory.duplicate().limit(end).position(from).slice().order(order);
    }

    /** The whole memory; null if memory is attached. */
    private final Part whole;

    /** The attached memory, by the displacement of its first element. */
    private final ConcurrentSkipListMap<Long, Part> attached = new ConcurrentSkipListMap<>();

    /** Guarded by this. */
    private long nextDisplacement = GAP;

    private final MemoryLock lock;

    private WindowMemory(Part whole, ByteBuffer lock) {
        this.whole = whole;
        this.lock = new MemoryLock(lock);
    }

    /**
     * Returns memory that a program or the library has allocated.
     *
     * @param lock {@link MemoryLock#BYTES} zero bytes, which all share that access the memory
     */
    static WindowMemory of(UserBuffer base, int unit, ByteBuffer lock) {
        return new WindowMemory(Part.of(base, unit), lock);
    }

    /** Returns memory that is attached piece by piece. */
    static WindowMemory dynamic(ByteBuffer lock) {
        return new WindowMemory(null, lock);
    }

    Extent extent() {
        return whole == null ? Extent.DYNAMIC : whole.extent;
    }

    /** Returns the bytes that the library has allocated, up to the end of the first piece. */
    ByteBuffer bytes() {
        ByteBuffer first = whole.memory instanceof ByteBuffer[] pieces ? pieces[0] : (ByteBuffer) whole.memory;
        return slice(first, 0, first.limit());
    }

    /** Returns some of the bytes that the library has allocated. */
    ByteBuffer bytes(long offset, int bytes) {
        long size = whole.extent.size();
        if (bytes < 0) throw new CommException(ErrorClass.SIZE, "size is negative: " + bytes);
        if (offset < 0 || offset > size - bytes)
            throw new CommException(
                    ErrorClass.ARG, "outside of the memory: offset=" + offset + ", bytes=" + bytes + ", size=" + size);
        if (!(whole.memory instanceof ByteBuffer[] pieces))
            return slice((ByteBuffer) whole.memory, (int) offset, (int) offset + bytes);
        int within = (int) (offset % WindowMaker.PIECE);
        if (within + (long) bytes > WindowMaker.PIECE)
            throw new CommException(
                    ErrorClass.ARG,
                    "memory beyond 2 GiB has pieces of 1 GiB, and this part is in two: offset=" + offset + ", bytes="
                            + bytes);
        return slice(pieces[(int) (offset / WindowMaker.PIECE)], within, within + bytes);
    }

    // ---- attached memory ----

    /** Attaches memory; returns the displacement of its first element. */
    synchronized long attach(UserBuffer base) {
        Part part = Part.of(base, 1);
        for (Part other : attached.values())
            if (part.given != null && other.given == part.given)
                throw new CommException(ErrorClass.RMA_ATTACH, "the memory is attached: " + part.given);
        long first = nextDisplacement;
        nextDisplacement += (base.count() + 2 * GAP - 1) / GAP * GAP;
        attached.put(first, part);
        return first;
    }

    synchronized void detach(Object base) {
        for (Map.Entry<Long, Part> each : attached.entrySet())
            if (base != null && each.getValue().given == base) {
                attached.remove(each.getKey());
                return;
            }
        throw new CommException(ErrorClass.RMA_ATTACH, "the memory is not attached: " + base);
    }

    /** Sets a buffer to the items of an access. */
    void locate(TargetItems items, Buffer target) {
        if (whole != null) {
            whole.locate(items, target);
            return;
        }
        Map.Entry<Long, Part> found = part(items);
        found.getValue().locate(within(found, items), target);
    }

    private Map.Entry<Long, Part> part(TargetItems items) {
        Map.Entry<Long, Part> found = attached.floorEntry(items.disp());
        if (found == null) throw new CommException(ErrorClass.RMA_RANGE, "no memory is attached there: " + items);
        return found;
    }

    private static TargetItems within(Map.Entry<Long, Part> part, TargetItems items) {
        return new TargetItems(items.disp() - part.getKey(), items.count(), items.layout());
    }

    /** Returns where an access starts, in elements of the memory; in bytes if these may be of any type. */
    long start(TargetItems items) {
        if (whole != null) return whole.extent.start(items);
        Map.Entry<Long, Part> found = part(items);
        return found.getKey() + found.getValue().extent.start(within(found, items));
    }

    /** Returns the length of an element of an access, in the unit of {@link #start}. */
    int width(TargetItems items) {
        Extent extent = whole != null ? whole.extent : part(items).getValue().extent;
        return extent.type() == null ? items.layout().type().width() : 1;
    }

    // ---- atomic accesses ----

    /** Does the same as {@link MemoryLock#lock}. */
    void lock(ProgressEngine engine, int rank) {
        lock.lock(engine, rank);
    }

    void unlock() {
        lock.unlock();
    }

    /**
     * Replaces an element if it equals another one.
     *
     * @param target one element
     * @param expected the bits of the other element
     * @param replacement the bits of the new one
     * @param engine of the calling rank
     * @param rank the calling rank, in the world
     * @return the bits as they were
     */
    long compareAndSwap(Segment target, long expected, long replacement, ProgressEngine engine, int rank) {
        int above = Long.SIZE - Byte.SIZE * target.type().width();
        lock.lock(engine, rank);
        try {
            long before = target.bits();
            if ((before ^ expected) << above == 0) target.setBits(replacement);
            return before;
        } finally {
            lock.unlock();
        }
    }
}
