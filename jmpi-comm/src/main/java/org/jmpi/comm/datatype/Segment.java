package org.jmpi.comm.datatype;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.transport.Source;

/**
 * The part of a user's array that a message is sent from or received into: {@code count} items of a {@link Layout} from
 * {@code offset} on.
 *
 * <p>A segment belongs to a request and is set anew for each message. Its bytes are the elements in the order of the type
 * map, {@link BasicType#width} bytes each, whatever gaps lie between them.
 */
public final class Segment implements Source, Target {
    private static final int SCRATCH_BYTES = 64 << 10;

    private Object array;
    private int offset;
    private Layout layout;
    private BasicType type;
    private boolean contiguous;
    private long elements;

    /** Makes a segment of nothing, until it is set. */
    public Segment() {}

    /**
     * Sets the segment.
     *
     * @param buf a one-dimensional array of the layout's base type
     * @param offset the index of the first item's start, in elements
     * @param count the number of items
     * @throws CommException of class BUFFER, COUNT, TYPE or ARG, before anything is changed, if they do not describe a part
     *     of the array
     */
    public void set(Object buf, int offset, int count, Layout layout) {
        if (layout == null) throw new CommException(ErrorClass.TYPE, "datatype is null");
        if (count < 0) throw new CommException(ErrorClass.COUNT, "count is negative: " + count);
        checkArray(buf, offset, count, layout);
        this.array = buf;
        this.offset = offset;
        this.layout = layout;
        this.type = layout.type();
        this.contiguous = layout.isContiguous();
        this.elements = (long) count * layout.size();
    }

    /** Lets go of the array. */
    public void clear() {
        array = null;
    }

    private static void checkArray(Object buf, int offset, int count, Layout layout) {
        if (buf == null) throw new CommException(ErrorClass.BUFFER, "buffer is null");
        Class<?> expected = layout.type().arrayClass();
        if (buf.getClass() != expected && !expected.isInstance(buf))
            throw new CommException(
                    ErrorClass.TYPE,
                    "buffer is " + buf.getClass().getTypeName() + ", but datatype " + layout.type() + " needs "
                            + expected.getTypeName());
        int length = Array.getLength(buf);
        if (offset < 0 || offset > length)
            throw new CommException(
                    ErrorClass.ARG, "offset out of range: offset=" + offset + ", array length=" + length);
        if (count > 0) checkExtent(offset, count, layout, length);
    }

    private static void checkExtent(int offset, int count, Layout layout, int length) {
        long first = offset + (long) layout.lowerBound();
        long lastItem = offset + (count - 1L) * layout.extent();
        long end = lastItem;
        for (int run = 0; run < layout.runs(); run++) {
            first = Math.min(first, offset + (long) layout.displacement(run));
            end = Math.max(end, lastItem + layout.displacement(run) + layout.length(run));
        }
        if (first < 0 || end > length)
            throw new CommException(
                    ErrorClass.COUNT,
                    "buffer too short: offset=" + offset + ", count=" + count + ", elements needed=[" + first + ", "
                            + end + "), array length=" + length);
    }

    public Object array() {
        return array;
    }

    public int offset() {
        return offset;
    }

    long elementsForNow() {
        return elements;
    }

    public Layout layout() {
        return layout;
    }

    public BasicType type() {
        return type;
    }

    @Override
    public long bytes() {
        return elements * type.width();
    }

    @Override
    public long capacity() {
        return bytes();
    }

    @Override
    public void pack(long position, ByteBuffer target) {
        int room = (int) Math.min(target.remaining(), bytes() - position);
        int width = type.width();
        long element = position / width;
        int within = (int) (position - element * width);
        if (within != 0) {
            int part = Math.min(width - within, room);
            putPart(element, within, part, target);
            room -= part;
            element++;
        }
        int whole = room / width;
        if (whole > 0) packElements(element, whole, target);
        int rest = room - whole * width;
        if (rest > 0) putPart(element + whole, 0, rest, target);
    }

    @Override
    public void unpack(long position, ByteBuffer chunk) {
        int width = type.width();
        long element = position / width;
        int within = (int) (position - element * width);
        if (within != 0) {
            getPart(element, within, Math.min(width - within, chunk.remaining()), chunk);
            element++;
        }
        int whole = chunk.remaining() / width;
        if (whole > 0) unpackElements(element, whole, chunk);
        int rest = chunk.remaining();
        if (rest > 0) getPart(element + whole, 0, rest, chunk);
    }

    @Override
    public void take(Source source, long bytes) {
        if (source instanceof Segment from && from.array.getClass() == array.getClass() && bytes % type.width() == 0)
            copyElements(from, bytes / type.width());
        else takeChunks(source, bytes);
    }

    private void takeChunks(Source source, long bytes) {
        ByteBuffer chunk =
                ByteBuffer.allocate((int) Math.min(SCRATCH_BYTES, bytes)).order(ByteOrder.LITTLE_ENDIAN);
        for (long position = 0; position < bytes; position += chunk.limit()) {
            chunk.clear().limit((int) Math.min(chunk.capacity(), bytes - position));
            source.pack(position, chunk);
            unpack(position, chunk.flip());
        }
    }

    private void copyElements(Segment from, long count) {
        if (contiguous && from.contiguous) {
            System.arraycopy(from.array, from.offset, array, offset, (int) count);
            return;
        }
        Runs to = runsFrom(0);
        Runs source = from.runsFrom(0);
        for (long left = count; left > 0; ) {
            int n = (int) Math.min(left, Math.min(to.left(), source.left()));
            System.arraycopy(from.array, source.index(), array, to.index(), n);
            to.advance(n);
            source.advance(n);
            left -= n;
        }
    }

    private void packElements(long element, int count, ByteBuffer target) {
        if (contiguous) {
            type.pack(array, offset + (int) element, count, target);
            return;
        }
        Runs runs = runsFrom(element);
        for (int left = count; left > 0; ) {
            int n = Math.min(left, runs.left());
            type.pack(array, runs.index(), n, target);
            runs.advance(n);
            left -= n;
        }
    }

    private void unpackElements(long element, int count, ByteBuffer chunk) {
        if (contiguous) {
            type.unpack(chunk, array, offset + (int) element, count);
            return;
        }
        Runs runs = runsFrom(element);
        for (int left = count; left > 0; ) {
            int n = Math.min(left, runs.left());
            type.unpack(chunk, array, runs.index(), n);
            runs.advance(n);
            left -= n;
        }
    }

    private void putPart(long element, int within, int part, ByteBuffer target) {
        long bits = type.bits(array, index(element)) >>> (8 * within);
        for (int i = 0; i < part; i++, bits >>>= 8) target.put((byte) bits);
    }

    private void getPart(long element, int within, int part, ByteBuffer chunk) {
        int index = index(element);
        long bits = type.bits(array, index);
        for (int shift = 8 * within; shift < 8 * (within + part); shift += 8)
            bits = bits & ~(0xFFL << shift) | (chunk.get() & 0xFFL) << shift;
        type.setBits(array, index, bits);
    }

    private int index(long element) {
        return contiguous ? offset + (int) element : runsFrom(element).index();
    }

    private Runs runsFrom(long element) {
        return new Runs(layout, offset, element);
    }

    /** Walks over the runs of adjacent elements from one element on. */
    private static final class Runs {
        private final Layout layout;
        private int item;
        private int run;
        private int within;

        Runs(Layout layout, int offset, long element) {
            this.layout = layout;
            this.item = (int) (offset + element / layout.size() * layout.extent());
            this.within = (int) (element % layout.size());
            while (within >= layout.length(run)) within -= layout.length(run++);
        }

        int index() {
            return item + layout.displacement(run) + within;
        }

        int left() {
            return layout.length(run) - within;
        }

        void advance(int count) {
            within += count;
            if (within < layout.length(run)) return;
            within = 0;
            if (++run < layout.runs()) return;
            run = 0;
            item += layout.extent();
        }
    }
}
