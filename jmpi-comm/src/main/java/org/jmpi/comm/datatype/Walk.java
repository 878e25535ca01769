package org.jmpi.comm.datatype;

/** A place among the elements of a segment, which goes from piece to piece: as many as are adjacent in one array. */
final class Walk {
    private final Segment of;
    private final Rows rows;
    private final Runs runs;
    private final boolean contiguous;

    /** The start of the present batch of items, and the index of the present run in it. */
    private long start;

    private int run;

    /** The element, in elements from the array's start, and how many of its run are left. */
    private long index;

    private long left;

    /** The row of it. */
    private Object row;

    private int number;
    private long rowStart;
    private long rowEnd;

    /** Starts at an element, given by its number in the order in which they travel. */
    Walk(Segment of, long element) {
        this.of = of;
        rows = of.rows;
        runs = of.runs;
        contiguous = of.contiguous;
        row = of.memory;
        if (contiguous) {
            index = of.first + element;
            left = of.elements - element;
            return;
        }
        int within = (int) (element % runs.size());
        start = of.offset + element / runs.size() * of.layout.batchExtent();
        run = runs.runOf(within);
        enter(within - runs.start(run));
    }

    /** Returns the place of one element, given by its number. */
    static Walk at(Segment of, long element) {
        Walk walk = new Walk(of, element);
        walk.piece(1);
        return walk;
    }

    private void enter(int within) {
        index = start + runs.displacements[run] + within;
        left = runs.length(run) - within;
    }

    /** Goes to the next piece, of at most this many elements; returns how many it has. */
    int piece(long most) {
        int n = (int) Math.min(Math.min(most, left), Integer.MAX_VALUE);
        if (rows == null) return n;
        if (index < rowStart || index >= rowEnd) findRow();
        return (int) Math.min(n, rowEnd - index);
    }

    private void findRow() {
        number = rows.rowOf(index, number + 1);
        row = rows.row(number);
        rowStart = rows.start(number);
        rowEnd = rows.start(number + 1);
    }

    Object memory() {
        return row;
    }

    int index() {
        return (int) (index - rowStart);
    }

    /** Returns the bits of the element; those above its width are not defined. */
    long bits() {
        return of.packer.bits(row, index());
    }

    /** Stores the element; bits above its width are ignored. */
    void setBits(long bits) {
        of.packer.setBits(row, index(), bits);
    }

    /** Leaves elements of the piece behind. */
    void advance(int number) {
        index += number;
        left -= number;
        if (left == 0 && !contiguous) goTo(run + 1);
    }

    private void goTo(int next) {
        run = next;
        if (run == runs.count()) {
            run = 0;
            start += of.layout.batchExtent();
        }
        enter(0);
    }

    /** Returns how many whole runs of one batch and one array follow, of at most this many elements. */
    int wholeRuns(int most) {
        if (contiguous || rows != null || left < runs.length(run)) return 0;
        int from = runs.start(run);
        return runs.runOf((int) Math.min(runs.size(), (long) from + most)) - run;
    }

    int run() {
        return run;
    }

    /** Returns the index of the batch's start, modulo 2^32. */
    int start() {
        return (int) start;
    }

    /** Leaves whole runs behind; returns how many elements they have. */
    int pass(int wholeRuns) {
        int number = runs.start(run + wholeRuns) - runs.start(run);
        goTo(run + wholeRuns);
        return number;
    }
}
