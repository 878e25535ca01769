package org.jmpi.comm.schedule;

import java.util.function.IntPredicate;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/** One buffer for each rank, or for each neighbour, all in one array. */
public final class Blocks {
    private Object array;
    private long offset;

    /** The items of each block; if they have counts of their own, the items that these count in. */
    private long count;

    private int[] counts;
    private int[] displacements;
    private Layout layout;

    /** The layout of each block, if they differ. */
    private Layout[] layouts;

    /** Whether the operation writes to the blocks. */
    private boolean written;

    /** What is checked: a block, or all if they are of one length. */
    private final Buffer checked = new Buffer();

    /** Makes blocks of nothing, until they are set. */
    public Blocks() {}

    /** Drops the references to the arrays. */
    public void clear() {
        array = null;
        counts = null;
        displacements = null;
        layouts = null;
        checked.clear();
    }

    /**
     * {@return blocks of one length, one after the other}
     *
     * @param first the first of them
     */
    public static Blocks equal(Buffer first) {
        return new Blocks().setEqual(first);
    }

    /**
     * Names other blocks, of one length, one after the other.
     *
     * @param first the first of them
     * @return this
     */
    public Blocks setEqual(Buffer first) {
        return set(first, first.count(), null, null);
    }

    /**
     * {@return blocks of different lengths}
     *
     * @param start where displacements count from; how many items are there does not matter
     * @param counts the items of each rank's block
     * @param displacements where each block starts, in extents of the layout
     * @throws CommException of class ARG if one of these is null
     */
    public static Blocks varying(Buffer start, int[] counts, int[] displacements) {
        return new Blocks().setVarying(start, counts, displacements);
    }

    /**
     * Names other blocks, of different lengths.
     *
     * @param start where displacements count from; how many items are there does not matter
     * @param counts the items of each rank's block
     * @param displacements where each block starts, in extents of the layout
     * @return this
     * @throws CommException of class ARG if one of these is null
     */
    public Blocks setVarying(Buffer start, int[] counts, int[] displacements) {
        if (counts == null) throw new CommException(ErrorClass.ARG, "array of counts is null");
        if (displacements == null) throw new CommException(ErrorClass.ARG, "array of displacements is null");
        return set(start, 1, counts, displacements);
    }

    /**
     * {@return the blocks of ranks that follow each other, several as one} All blocks are of one length.
     *
     * @param firsts the first rank of each
     * @param ranks how many ranks each has
     */
    public Blocks joined(int[] firsts, int[] ranks) {
        return new Blocks().set(of(0), count, ranks, firsts);
    }

    /**
     * Names other blocks, of different lengths and layouts.
     *
     * @param start where displacements count from; neither its items nor its layout matter
     * @param counts the items of each rank's block
     * @param displacements where each block starts, in elements
     * @param each what an item of each block covers
     * @return this
     * @throws CommException of class ARG if one of these is null, or there are more ranks than layouts
     */
    public Blocks setEach(Buffer start, int[] counts, int[] displacements, Layout[] each) {
        setVarying(start, counts, displacements);
        layout = each.length == 0 ? null : each[0];
        layouts = each;
        return this;
    }

    private Blocks set(Buffer start, long ofEach, int[] ofRanks, int[] starts) {
        array = start.array();
        offset = start.offset();
        count = ofEach;
        counts = ofRanks;
        displacements = starts;
        layout = start.layout();
        layouts = null;
        written = false;
        return this;
    }

    /**
     * Has a check refuse memory that is read-only; returns this.
     *
     * @return this
     */
    public Blocks written() {
        written = true;
        return this;
    }

    /**
     * {@return a rank's block}
     *
     * @param rank whose block it is
     */
    public Buffer of(int rank) {
        Buffer block = new Buffer(array, offset(rank), count(rank), layout(rank));
        return written ? block.written() : block;
    }

    /**
     * Makes a segment a rank's block.
     *
     * @param segment becomes the block
     * @param rank whose block it is
     */
    public void set(Segment segment, int rank) {
        segment.set(checked.set(array, offset(rank), count(rank), layout(rank)));
    }

    /** Returns where a rank's block starts, in elements; one without items may be said to start outside the array. */
    private long offset(int rank) {
        return count(rank) == 0 ? offset : Math.addExact(offset, distance(rank));
    }

    private long distance(int rank) {
        if (layouts != null) return displacements[rank];
        return (counts == null ? rank : displacements[rank]) * count * layout.extent();
    }

    private Layout layout(int rank) {
        return layouts == null ? layout : layouts[rank];
    }

    /**
     * {@return the blocks of several ranks that follow each other as one} All blocks are of one length.
     *
     * @param first the first of the ranks
     * @param ranks how many there are
     */
    public Buffer of(int first, int ranks) {
        return new Buffer(array, offset + distance(first), ranks * count, layout);
    }

    /**
     * {@return the blocks of the ranks from one on} All blocks are of one length.
     *
     * @param first that rank
     */
    public Blocks from(int first) {
        return equal(of(first, 1));
    }

    /**
     * {@return the number of items in a rank's block}
     *
     * @param rank whose block it is
     */
    public long count(int rank) {
        return counts == null ? count : counts[rank] * count;
    }

    /**
     * {@return the bytes of the first blocks, all of one layout; 0 for objects}
     *
     * @param ranks how many blocks
     */
    public long bytes(int ranks) {
        return elements(ranks) * layout.type().width();
    }

    /**
     * {@return the same, or of objects their number}
     *
     * @param ranks how many blocks
     */
    public long weight(int ranks) {
        return Math.max(bytes(ranks), elements(ranks));
    }

    private long elements(int ranks) {
        long items = 0;
        for (int rank = 0; rank < ranks; rank++) items += count(rank);
        return items * layout.size();
    }

    /**
     * {@return the blocks of so many adjacent elements each that a buffer without gaps consists of}
     *
     * @param buffer the buffer
     * @param block the elements of a block
     */
    public static Blocks cut(Buffer buffer, long block) {
        return equal(new Buffer(buffer.array(), buffer.offset(), block, buffer.layout()));
    }

    /** {@return the array that holds all blocks} */
    public Object array() {
        return array;
    }

    /** {@return the index of the first element} */
    public long offset() {
        return offset;
    }

    /** Says what a schedule depends on. */
    void describe(Shape shape) {
        shape.set(array, layout, count, counts, displacements, layouts);
    }

    /** {@return the layout of an item of a block} */
    public Layout layout() {
        return layout;
    }

    /**
     * Checks that there is a block for each rank, and that it lies within the array.
     *
     * @param name of the buffer, for the message
     * @param ranks how many there are
     * @throws CommException of class BUFFER, COUNT, TYPE or ARG
     */
    public void check(String name, int ranks) {
        check(name, null, ranks, "rank", rank -> true);
    }

    /**
     * Checks that there is a block for each neighbour, and that it lies within the array. A block for MPI_PROC_NULL is
     * not checked, unless all blocks are of one length.
     *
     * @param name of the buffer, for the message
     * @param neighbours a rank each, or negative for MPI_PROC_NULL
     * @throws CommException of class BUFFER, COUNT, TYPE or ARG
     */
    public void check(String name, int[] neighbours) {
        check(name, null, neighbours.length, "neighbour", block -> neighbours[block] >= 0);
    }

    /**
     * Checks that there is a block for each rank, and that it lies within the array.
     *
     * @param side of the operation that the buffer is on, for the message
     * @param operation the name of the operation, for the message
     * @param ranks how many there are
     * @throws CommException of class BUFFER, COUNT, TYPE or ARG
     */
    public void check(String side, String operation, int ranks) {
        check(side, operation, ranks, "rank", rank -> true);
    }

    private void check(String name, String operation, int blocks, String owner, IntPredicate isUsed) {
        try {
            check(blocks, owner, isUsed);
        } catch (CommException e) {
            throw e.at(operation == null ? name : name + " of " + operation);
        }
    }

    private void check(int blocks, String owner, IntPredicate isUsed) {
        if (layouts != null) checkLength("datatypes", layouts.length, blocks, owner);
        if (layout == null && (layouts == null || blocks > 0))
            throw new CommException(ErrorClass.TYPE, "datatype is null");
        if (counts == null) {
            checkEqual(blocks, owner);
            return;
        }
        checkLength("counts", counts.length, blocks, owner);
        checkLength("displacements", displacements.length, blocks, owner);
        for (int block = 0; block < blocks; block++) if (isUsed.test(block)) checkBlock(block, owner);
    }

    private void checkBlock(int block, String owner) {
        try {
            checked.set(array, offset(block), count(block), layout(block));
        } catch (ArithmeticException e) {
            throw new CommException(
                    ErrorClass.ARG,
                    "displacement out of range: " + owner + "=" + block + ", displacement=" + displacements[block]
                            + ", extent=" + layout.extent());
        }
        if (written) checked.written();
        try {
            checked.check();
        } catch (CommException e) {
            String at = e.errorClass() == ErrorClass.ARG ? ", displacement=" + displacements[block] : "";
            throw e.at("block of " + owner + " " + block + at);
        }
    }

    private CommException tooShort(int blocks, String owner, long items, CommException otherwise) {
        long needed = layout.high(items);
        long length = checked.arrayLength();
        if (needed <= length - offset) return otherwise;
        String memory = array instanceof java.nio.Buffer ? "buffer" : "array";
        return new CommException(
                ErrorClass.COUNT,
                blocks + " " + owner + "s x " + count + " items = " + needed + " elements needed, " + memory + " has "
                        + (length - offset) + ": the count is per " + owner
                        + (offset == 0 ? "" : " (offset=" + offset + ", " + memory + " length=" + length + ")"));
    }

    /**
     * Checks that an array has an entry for each block.
     *
     * @param what its entries are, for the message
     * @param length of the array
     * @param blocks how many there are
     * @param owner whose each block is, for the message
     * @throws CommException of class ARG if the array is too short
     */
    public static void checkLength(String what, int length, int blocks, String owner) {
        if (length < blocks)
            throw new CommException(
                    ErrorClass.ARG, "array of " + what + " too short: length=" + length + ", " + owner + "s=" + blocks);
    }

    private void checkEqual(int blocks, String owner) {
        if (!layout.canCount(count, blocks))
            throw new CommException(ErrorClass.COUNT, "count too large for " + blocks + " " + owner + "s: " + count);
        long items = count * blocks;
        checked.set(array, offset, count < 0 ? count : items, layout);
        if (written) checked.written();
        try {
            checked.check();
        } catch (CommException e) {
            throw e.errorClass() == ErrorClass.COUNT && count > 0 ? tooShort(blocks, owner, items, e) : e;
        }
    }
}
