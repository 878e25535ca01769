package org.jmpi.dsm.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** A page at one rank: its copy, what is missing in it, and what this rank has changed. Guarded by the protocol. */
final class Page {
    /** The bytes that a diff takes beside its runs. */
    static final int DIFF_OVERHEAD = 48;

    final int number;
    final Region region;
    final ByteBuffer memory;
    private final int index;
    private final int width;

    /** The page before this rank's changes; null if there are none without a diff. */
    private ByteBuffer twin;

    /** The interval that has ended with these changes; null while it goes on. */
    private Interval changed;

    /** The diffs of this rank, rising. */
    private final List<OwnDiff> diffs = new ArrayList<>();

    /** The intervals of others whose diffs are missing. */
    private List<Interval> missing = new ArrayList<>();

    /** For each rank its last interval since the last collection whose changes the copy has; null for none. */
    private int[] applied;

    /** The greatest known interval that has changed the page since the last collection; null for none. */
    private Interval last;

    /** The rank that has a copy, if this one has none; else -1. */
    private int keeper = -1;

    private boolean touched;

    /** The changes of an interval of this rank. */
    record OwnDiff(int interval, byte[] bytes) {}

    Page(int number, Region region, int index, int bytes, int width) {
        this.number = number;
        this.region = region;
        this.index = index;
        this.width = width;
        int offset = index * bytes;
        int end = Math.min(region.memory.capacity(), offset + bytes);
        this.memory = region.memory.slice(offset, end - offset).order(ByteOrder.LITTLE_ENDIAN);
    }

    byte access() {
        return region.access[index];
    }

    private void access(byte allowed) {
        region.access[index] = allowed;
    }

    // ---- writing ----

    /** Lets the program write; the copy is valid. */
    void beginWriting() {
        twin = ByteBuffer.allocate(memory.capacity()).order(ByteOrder.LITTLE_ENDIAN);
        twin.put(0, memory, 0, memory.capacity());
        access(Region.WRITE);
    }

    /** Ends the interval in which the program has written. */
    void endWriting(Interval interval) {
        changed = interval;
        access(Region.READ);
        apply(interval);
        note(interval);
    }

    /** Returns whether there are changes of an ended interval that have no diff. */
    boolean needsDiff() {
        return changed != null;
    }

    /** Makes the diff of the ended interval; returns its length in bytes. */
    int makeDiff() {
        byte[] diff = Diff.make(twin, memory, width);
        diffs.add(new OwnDiff(changed.number(), diff));
        twin = null;
        changed = null;
        return diff.length;
    }

    /** Returns whether the changes without a diff belong to one of some intervals of this rank. */
    boolean needsDiff(int from, int to) {
        return changed != null && from <= changed.number() && changed.number() <= to;
    }

    List<OwnDiff> diffs(int from, int to) {
        return diffs.stream()
                .filter(diff -> from <= diff.interval && diff.interval <= to)
                .toList();
    }

    // ---- reading ----

    private void apply(Interval interval) {
        if (applied == null) applied = new int[interval.time().length];
        applied[interval.author()] = Math.max(applied[interval.author()], interval.number());
    }

    private void note(Interval interval) {
        if (last == null || Interval.ORDER.compare(last, interval) < 0) last = interval;
    }

    /** Returns whether the copy lacks the changes of an interval of another rank. */
    boolean lacks(Interval interval) {
        note(interval);
        return applied == null || applied[interval.author()] < interval.number();
    }

    /** Takes a write notice: the copy is not valid any more. */
    void invalidate(Interval interval) {
        missing.add(interval);
        access(Region.NONE);
    }

    List<Interval> missing() {
        return missing;
    }

    int keeper() {
        return keeper;
    }

    /** Returns whether the program has not needed the page before; it has from now on. */
    boolean isCold() {
        boolean cold = !touched;
        touched = true;
        return cold;
    }

    /** Writes the copy for another rank, without what the program is writing. */
    void copy(Numbers to, int size) {
        ByteBuffer committed = twin != null && changed == null ? twin : memory;
        to.add(applied == null ? new int[size] : applied).add(committed, 0, memory.capacity());
    }

    /** Takes a keeper's copy. */
    void takeCopy(ByteBuffer from, int size) {
        applied = Numbers.clock(from, size);
        memory.put(0, from, from.position(), memory.capacity());
        from.position(from.position() + memory.capacity());
        keeper = -1;
        missing.removeIf(interval -> interval.number() <= applied[interval.author()]);
    }

    /** Applies the missing changes, which have come in some order. */
    void takeChanges(List<Change> changes) {
        changes.sort((one, other) -> Interval.ORDER.compare(one.interval, other.interval));
        for (Change change : changes) Diff.apply(change.diff, memory);
        missing.forEach(this::apply);
        missing = new ArrayList<>();
        access(Region.READ);
    }

    /** A diff, and the interval that it belongs to. */
    record Change(Interval interval, ByteBuffer diff) {}

    // ---- collection ----

    /** Returns the rank that keeps the page over a collection; -1 if nothing has changed. */
    int nextKeeper() {
        return last == null ? -1 : last.author();
    }

    /** Drops the copy, which is not valid. */
    void drop(int next) {
        keeper = next;
        applied = null;
        missing = new ArrayList<>();
    }

    /** Drops the diffs, which no rank asks for any more. */
    void collect() {
        diffs.clear();
        if (changed != null) twin = null;
        changed = null;
        last = null;
        applied = null;
    }

    /** Returns how many diffs and notices are kept. */
    int kept() {
        return diffs.size() + missing.size();
    }
}
