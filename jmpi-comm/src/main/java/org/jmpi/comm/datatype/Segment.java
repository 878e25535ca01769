package org.jmpi.comm.datatype;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Consumer;
import jdk.internal.vm.annotation.Contended;
import jdk.internal.vm.annotation.DontInline;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.transport.LastView;
import org.jmpi.comm.transport.Source;

/**
 * The part of a user's memory that a message is sent from or received into: {@code count} items of a {@link Layout}
 * from {@code offset} on. The memory is an array or a buffer of {@code java.nio}: a {@code ByteBuffer} holds elements
 * of any primitive type in its byte order, another one those of its own type. A buffer's position neither counts nor
 * moves, and no element at or behind its limit is touched.
 *
 * <p>A segment belongs to a request and is set anew for each message. Its bytes are the elements in the order of the
 * type map, {@link BasicType#width} bytes each, whatever gaps lie between them.
 */
@Contended
public final class Segment implements Source, Target {
    private static final int SCRATCH_BYTES = 16 << 10;

    /** Runs of this many elements on average are copied one by one, shorter ones by way of packed bytes. */
    private static final int LONG_RUN = 16;

    /** The bytes through which short runs are copied: they stay in the first-level cache. */
    private static final ThreadLocal<ByteBuffer> SCRATCH =
            ThreadLocal.withInitial(() -> ByteBuffer.allocate(SCRATCH_BYTES).order(ByteOrder.LITTLE_ENDIAN));

    /** The array, buffer or segment of {@code java.lang.foreign} as the program gave it. */
    private Object array;

    /** The memory of the elements: the same, or a view of a segment of {@code java.lang.foreign}. */
    Object memory;

    /** The pieces of the memory, if it has several. */
    Rows rows;

    long offset;
    private long count;
    Layout layout;
    private BasicType type;
    Packer packer;
    Runs runs;
    long elements;

    /** Whether all elements are one run, which starts at {@link #first}. */
    boolean contiguous;

    long first;

    /** The last view of a segment of {@code java.lang.foreign}; null if there has been none. */
    private LastView views;

    /** The last duplicate of a buffer, for a copy into this segment; null if there has been none. */
    private LastView duplicates;

    private final Consumer<CommException> broken;

    /** Makes a segment of nothing until it is set. An access to its memory that fails throws. */
    public Segment() {
        this(null);
    }

    /**
     * Makes a segment of nothing until it is set.
     *
     * @param broken takes the failure of an access: a program may close the arena of a buffer, or lower its limit,
     *     during an operation. As many bytes travel as were announced, of undefined values
     */
    public Segment(Consumer<CommException> broken) {
        this.broken = broken;
    }

    /**
     * Sets the segment to what a program sends. If no element is in it, array and offset are not looked at.
     *
     * @param sent an array of the datatype's base type. If that is a primitive type, the array may have several
     *     dimensions: its elements count as if they were laid out row by row
     * @throws CommException of class BUFFER, COUNT, TYPE or ARG if the items are no part of the array
     */
    public void set(UserBuffer sent) {
        array = sent.array();
        offset = sent.offset();
        count = sent.count();
        layout = sent.layout();
        find(false, false);
    }

    /**
     * Sets the segment to the items of a buffer, as {@link #set(UserBuffer)} does.
     *
     * @param items which may not have been checked
     * @throws CommException as the other method does
     */
    public void set(Buffer items) {
        name(items);
        find(false, false);
    }

    /** Does the same as {@link #set(Buffer)}; refuses memory that is read-only (BUFFER). */
    void setWritten(Buffer items) {
        name(items);
        find(false, true);
    }

    /**
     * Does the same as {@link #set(UserBuffer)}; refuses memory that is read-only (BUFFER).
     *
     * @param received which all elements are written to
     * @throws CommException as the other method does
     */
    public void setWritten(UserBuffer received) {
        array = received.array();
        offset = received.offset();
        count = received.count();
        layout = received.layout();
        find(false, true);
    }

    /**
     * Sets the segment to what a program receives into, for a message whose length is not known yet: leaves out the
     * elements from the first one on that the array does not hold.
     *
     * @param received with the most items
     * @throws CommException of class BUFFER, TYPE or ARG, or of class COUNT if the count is negative or the first
     *     element would be before the array
     */
    public void setClipped(UserBuffer received) {
        array = received.array();
        offset = received.offset();
        count = received.count();
        layout = received.layout();
        find(true, true);
    }

    private void name(Buffer items) {
        array = items.array();
        offset = items.offset();
        count = items.count();
        layout = items.layout();
    }

    /**
     * Sets the segment to no elements, whatever the count.
     *
     * @param items what would be sent or received into
     * @throws CommException of class COUNT or TYPE
     */
    public void setNothing(UserBuffer items) {
        count = items.count();
        layout = items.layout();
        Memory.checkItems(this);
        count = 0;
        found(null, null, null, 0);
    }

    /** Finds the elements of what the segment names. Not inlined, so that its callers are. */
    @DontInline
    private void find(boolean clips, boolean writes) {
        Memory.checkItems(this);
        if (count == 0 || layout.size() == 0) {
            found(null, null, null, 0);
            return;
        }
        if (array == null) throw new CommException(ErrorClass.BUFFER, "buffer is null");
        BasicType elementType = layout.type();
        boolean isArray = elementType.isArray(array.getClass());
        Object found = isArray ? array : memoryOf(array);
        Rows pieces = isArray || found instanceof java.nio.Buffer ? null : Memory.rowsOf(found, elementType);
        Packer by = isArray ? elementType.packer() : Memory.packer(found, elementType, writes);
        long length = pieces == null ? Memory.length(found, elementType) : pieces.length();
        if (offset < 0 || offset > length) throw Memory.outOfRange(this, length);
        long within = layout.elementsWithin(length, offset, count);
        boolean startsBefore = within == 0 && offset + layout.displacement(0) < 0;
        if (!clips || startsBefore) Memory.checkAll(this, within, length);
        found(found, pieces, by, clips ? Math.min(within, Memory.most(layout)) : within);
    }

    /** Returns what holds the elements of what is no array: see {@link Memory#of}. */
    private Object memoryOf(Object given) {
        if (!ForeignMemory.is(given)) return given;
        if (views == null) views = new LastView();
        return ForeignMemory.buffers(given, views);
    }

    private void found(Object found, Rows pieces, Packer by, long elementsFound) {
        if (found == null) {
            array = null;
            offset = 0;
        }
        memory = found;
        rows = pieces;
        type = layout.type();
        packer = by;
        runs = layout.batchRuns();
        elements = elementsFound;
        contiguous = layout.isContiguous() || count == 1 && layout.runs() == 1;
        first = contiguous ? offset + layout.displacement(0) : 0;
    }

    /**
     * Sets the segment to what another one is, which has been set.
     *
     * @param other the same part of the same array
     */
    public void set(Segment other) {
        array = other.array;
        memory = other.memory;
        rows = other.rows;
        offset = other.offset;
        count = other.count;
        layout = other.layout;
        type = other.type;
        packer = other.packer;
        runs = other.runs;
        elements = other.elements;
        contiguous = other.contiguous;
        first = other.first;
    }

    /** Drops the reference to the array. */
    public void clear() {
        array = null;
        memory = null;
        rows = null;
    }

    /** {@return the array; null if no element is in the segment} */
    public Object array() {
        return array;
    }

    /** {@return the index of the first item's start, in elements} */
    public long offset() {
        return offset;
    }

    /** {@return the number of items, some of which a receive may leave out} */
    public long count() {
        return count;
    }

    /** {@return the number of items that have an element in the segment, the last one perhaps not all of its} */
    public long items() {
        int size = layout.size();
        return size == 0 ? 0 : (elements + size - 1) / size;
    }

    /**
     * {@return how long a message fits, for an error message: and what keeps a longer one from fitting, if the array
     * does}
     */
    public String room() {
        String room = type == BasicType.OBJECT ? elements + " objects" : bytes() + " bytes";
        if (elements == count * layout.size()) return room;
        long length = rows == null ? Memory.length(memory, type) : rows.length();
        return room + " (offset=" + offset + ", count=" + count
                + Memory.sizeOf(array, length).replace(",", ", but") + ")";
    }

    /** {@return the layout of an item} */
    public Layout layout() {
        return layout;
    }

    /** {@return the type of an element} */
    public BasicType type() {
        return type;
    }

    /** {@return the number of elements} */
    public long elements() {
        return elements;
    }

    /**
     * {@return the amount that the bytes of a message do not have: the number of objects, of values, or of items
     * without elements; else 0}
     */
    public int objects() {
        if (layout.size() == 0) return (int) count;
        return type == BasicType.OBJECT || layout.isValue() ? (int) elements : 0;
    }

    @Override
    public long bytes() {
        return elements * type.width();
    }

    @Override
    public long capacity() {
        return bytes();
    }

    // ---- bytes ----

    @Override
    @DontInline
    public void pack(long position, ByteBuffer target) {
        int room = (int) Math.min(target.remaining(), bytes() - position);
        if (room == 0) return;
        int end = target.position() + room;
        try {
            pack(position, room, target);
        } catch (RuntimeException e) {
            noteBroken(e);
            while (target.position() < end) target.put((byte) 0);
        }
    }

    private void pack(long position, int bytes, ByteBuffer target) {
        int room = bytes;
        int shift = type.shift();
        long element = position >> shift;
        int within = (int) (position - (element << shift));
        if (within != 0) {
            int part = Math.min((1 << shift) - within, room);
            putPart(element, within, part, target);
            room -= part;
            element++;
        }
        int whole = room >> shift;
        if (whole > 0) packElements(element, whole, target);
        int rest = room - (whole << shift);
        if (rest > 0) putPart(element + whole, 0, rest, target);
    }

    @Override
    @DontInline
    public void unpack(long position, ByteBuffer chunk) {
        if (!chunk.hasRemaining()) return;
        try {
            unpackAll(position, chunk);
        } catch (RuntimeException e) {
            noteBroken(e);
            chunk.position(chunk.limit());
        }
    }

    /** Notes that the program has made its memory inaccessible; any other failure of an access is one of this code. */
    private void noteBroken(RuntimeException cause) {
        if (array == null || array.getClass().isArray()) throw cause;
        CommException failure = Memory.inaccessible(cause);
        if (broken == null) throw failure;
        broken.accept(failure);
    }

    private void unpackAll(long position, ByteBuffer chunk) {
        int shift = type.shift();
        long element = position >> shift;
        int within = (int) (position - (element << shift));
        if (within != 0) {
            getPart(element, within, Math.min((1 << shift) - within, chunk.remaining()), chunk);
            element++;
        }
        int whole = chunk.remaining() >> shift;
        if (whole > 0) unpackElements(element, whole, chunk);
        int rest = chunk.remaining();
        if (rest > 0) getPart(element + whole, 0, rest, chunk);
    }

    private void packElements(long element, int number, ByteBuffer target) {
        if (contiguous && rows == null) {
            packer.pack(memory, (int) (first + element), number, target);
            return;
        }
        Walk walk = new Walk(this, element);
        for (int left = number; left > 0; ) {
            int wholeRuns = walk.wholeRuns(left);
            if (wholeRuns > 0) {
                packer.packRuns(memory, walk.start(), runs, walk.run(), walk.run() + wholeRuns, target);
                left -= walk.pass(wholeRuns);
            } else {
                int n = walk.piece(left);
                packer.pack(walk.memory(), walk.index(), n, target);
                walk.advance(n);
                left -= n;
            }
        }
    }

    private void unpackElements(long element, int number, ByteBuffer chunk) {
        if (contiguous && rows == null) {
            packer.unpack(chunk, memory, (int) (first + element), number);
            return;
        }
        Walk walk = new Walk(this, element);
        for (int left = number; left > 0; ) {
            int wholeRuns = walk.wholeRuns(left);
            if (wholeRuns > 0) {
                packer.unpackRuns(chunk, memory, walk.start(), runs, walk.run(), walk.run() + wholeRuns);
                left -= walk.pass(wholeRuns);
            } else {
                int n = walk.piece(left);
                packer.unpack(chunk, walk.memory(), walk.index(), n);
                walk.advance(n);
                left -= n;
            }
        }
    }

    private void putPart(long element, int within, int part, ByteBuffer target) {
        long bits = Walk.at(this, element).bits() >>> (8 * within);
        for (int i = 0; i < part; i++, bits >>>= 8) target.put((byte) bits);
    }

    private void getPart(long element, int within, int part, ByteBuffer chunk) {
        Walk at = Walk.at(this, element);
        long bits = at.bits();
        for (int shift = 8 * within; shift < 8 * (within + part); shift += 8)
            bits = bits & ~(0xFFL << shift) | (chunk.get() & 0xFFL) << shift;
        at.setBits(bits);
    }

    @Override
    public ByteBuffer memory(long position, LastView views) {
        if (!contiguous || !(packer instanceof ByteBufferPacker by && by.isAsTheyTravel())) return null;
        int shift = type.shift();
        int row = rows == null ? 0 : rows.rowOf(first + (position >> shift), 0);
        ByteBuffer piece = (ByteBuffer) (rows == null ? memory : rows.row(row));
        if (!piece.isDirect()) return null;
        long before = rows == null ? 0 : rows.start(row);
        long end = rows == null ? first + elements : Math.min(first + elements, rows.start(row + 1));
        return views.duplicate(piece).limit((int) (end - before << shift)).position((int)
                ((first - before << shift) + position));
    }

    /** {@return the bits of the first element, of which there is one} Those above its width are not defined. */
    public long bits() {
        return Walk.at(this, 0).bits();
    }

    /**
     * Stores the first element, of which there is one.
     *
     * @param bits of it; those above its width are ignored
     */
    public void setBits(long bits) {
        Walk.at(this, 0).setBits(bits);
    }

    // ---- in one JVM ----

    @Override
    public void take(Source source, long bytes) {
        if (bytes == 0) return;
        if (takesFragments(source, bytes)) takeFragment(source, 0, bytes);
        else copyBytes(source, 0, 0, bytes);
    }

    /**
     * {@return whether a source is elements like these, which are copied from array to array}
     *
     * @param source the payload
     * @param bytes how many of its bytes are taken
     */
    public boolean takesFragments(Source source, long bytes) {
        return source instanceof Segment from
                && from.packer == packer
                && from.hasLongRuns()
                && hasLongRuns()
                && bytes % type.width() == 0;
    }

    /**
     * Copies a part of a payload; {@link #takesFragments} was true.
     *
     * @param source the payload
     * @param position of the part's first byte, at the start of an element
     * @param bytes of the part
     */
    public void takeFragment(Source source, long position, long bytes) {
        long first = position / type.width();
        long number = bytes / type.width();
        Segment from = (Segment) source;
        try {
            copyElements(from, first, first, number);
        } catch (RuntimeException e) {
            (from.isBroken(first, number) ? from : this).noteBroken(e);
        }
    }

    /** Returns whether an access to one of these elements fails. */
    private boolean isBroken(long element, long number) {
        Walk walk = new Walk(this, element);
        try {
            for (long left = number; left > 0; left--, walk.advance(1)) {
                walk.piece(1);
                walk.bits();
            }
            return false;
        } catch (RuntimeException e) {
            return true;
        }
    }

    /** {@return whether the elements are copied faster from array to array than by way of packed bytes} */
    public boolean hasLongRuns() {
        return contiguous || layout.size() / LONG_RUN >= layout.runs();
    }

    /** Copies bytes of a payload: once if those of one side lie as they travel, else by way of packed bytes. */
    private void copyBytes(Source source, long from, long to, long bytes) {
        if (source instanceof Segment other && copyOnce(other, from, to, bytes)) return;
        ByteBuffer chunk = SCRATCH.get();
        for (long done = 0; done < bytes; done += chunk.limit()) {
            chunk.clear().limit((int) Math.min(chunk.capacity(), bytes - done));
            source.pack(from + done, chunk);
            unpack(to + done, chunk.flip());
        }
    }

    private boolean copyOnce(Segment from, long position, long to, long bytes) {
        // Not a view of the source's: other threads may read the source, too.
        if (duplicates == null) duplicates = new LastView();
        ByteBuffer written = bytesAt(to, bytes, duplicates);
        ByteBuffer read = written == null ? from.bytesAt(position, bytes, duplicates) : null;
        if (written == null && read == null) return false;
        try {
            if (written != null) from.pack(position, (int) bytes, written);
            else unpackAll(to, read);
        } catch (RuntimeException e) {
            int shift = from.type.shift();
            boolean isRead = from.isBroken(position >> shift, bytes >> shift);
            (isRead ? from : this).noteBroken(e);
        }
        return true;
    }

    /** Returns bytes of the memory if they lie there as they travel, and the memory has them; else null. */
    private ByteBuffer bytesAt(long position, long bytes, LastView view) {
        if (!isOneRun() || !(packer instanceof ByteBufferPacker by && by.isAsTheyTravel())) return null;
        ByteBuffer whole = (ByteBuffer) memory;
        long start = (first << type.shift()) + position;
        if (start + bytes > whole.limit()) return null;
        ByteBuffer duplicate = view.duplicate(whole).order(ByteOrder.LITTLE_ENDIAN);
        return duplicate.limit((int) (start + bytes)).position((int) start);
    }

    /**
     * Copies all elements of another segment, if both have as many of one type whose elements have a width.
     *
     * @param from in the same JVM
     * @return whether that is so
     */
    @DontInline
    public boolean copy(Segment from) {
        if (type.width() == 0 || type != from.type || elements != from.elements) return false;
        copy(from, 0, 0, elements);
        return true;
    }

    /**
     * Copies elements of another segment of the same type, whose elements have a width.
     *
     * @param from in the same JVM
     * @param first the number of the first element copied
     * @param to the number here of the first element written
     * @param number of elements
     */
    public void copy(Segment from, long first, long to, long number) {
        if (number == 0) return;
        if (from.packer == packer && from.hasLongRuns() && hasLongRuns()) copyElements(from, first, to, number);
        else if (number <= Packer.FEW && isOneRun() && from.isOneRun())
            copyBits(from, (int) (from.first + first), (int) (this.first + to), (int) number);
        else copyBytes(from, first * type.width(), to * type.width(), number * type.width());
    }

    /** Copies a few elements between two kinds of memory, each by one load and one store. */
    private void copyBits(Segment from, int first, int to, int number) {
        for (int i = 0; i < number; i++) packer.setBits(memory, to + i, from.packer.bits(from.memory, first + i));
    }

    private boolean isOneRun() {
        return contiguous && rows == null;
    }

    private void copyElements(Segment from, long first, long to, long number) {
        if (contiguous && rows == null && from.contiguous && from.rows == null) {
            packer.copy(from.memory, (int) (from.first + first), memory, (int) (this.first + to), (int) number);
            return;
        }
        Walk source = new Walk(from, first);
        Walk target = new Walk(this, to);
        for (long left = number; left > 0; ) {
            int n = target.piece(source.piece(left));
            packer.copy(source.memory(), source.index(), target.memory(), target.index(), n);
            source.advance(n);
            target.advance(n);
            left -= n;
        }
    }
}
