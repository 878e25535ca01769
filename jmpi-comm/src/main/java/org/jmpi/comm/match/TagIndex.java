package org.jmpi.comm.match;

/**
 * The entries of long rings by source and tag: a hash table with linear probing. A slot holds the oldest entry of its
 * source and tag; the younger ones hang on that in a ring.
 *
 * <p>The table only grows. It has at most four slots for each pair of source and tag that it held at its fullest, a
 * small part of what those entries took, so that a queue that fills again allocates nothing.
 *
 * @param <T> the receives or the messages
 */
final class TagIndex<T> {
    private static final int FIRST_SLOTS = 128;

    private Entry<T>[] slots = newSlots(0);
    private int used;

    /** Takes in all entries of a ring. */
    void addAll(Entry<T> end) {
        end.indexed = true;
        for (Entry<T> entry = end.nextOfSource; entry != end; entry = entry.nextOfSource) add(entry);
    }

    /** Takes in the youngest entry of a ring that is indexed. */
    void add(Entry<T> entry) {
        if (2 * used >= slots.length) grow();
        entry.indexed = true;
        int slot = slot(entry.source, entry.tag);
        Entry<T> oldest = slots[slot];
        entry.enterTag(oldest);
        if (oldest != null) return;
        slots[slot] = entry;
        used++;
    }

    /** Removes an entry that is still in its ring; a ring without entries is linear again. */
    void remove(Entry<T> entry) {
        if (entry.previousOfSource == entry.nextOfSource) entry.nextOfSource.indexed = false;
        entry.indexed = false;
        int slot = slot(entry.source, entry.tag);
        Entry<T> next = entry.nextOfTag;
        entry.leaveTag();
        if (slots[slot] != entry) return;
        if (next == entry) empty(slot);
        else slots[slot] = next;
    }

    /** Returns the oldest entry of a ring that has one of two tags; if none has, the end. */
    Entry<T> oldest(Entry<T> end, int tag, int otherTag) {
        Entry<T> one = slots[slot(end.source, tag)];
        Entry<T> other = otherTag == tag ? null : slots[slot(end.source, otherTag)];
        if (one == null) return other == null ? end : other;
        return other != null && other.order < one.order ? other : one;
    }

    /** Returns the slot of a source and tag: theirs, or the empty one that they would get. */
    private int slot(int source, int tag) {
        int slot = home(source, tag);
        for (Entry<T> entry = slots[slot]; entry != null; entry = slots[slot]) {
            if (entry.tag == tag && entry.source == source) return slot;
            slot = following(slot);
        }
        return slot;
    }

    private int home(int source, int tag) {
        int hash = (source * 0x85EB_CA6B ^ tag) * 0x9E37_79B9;
        return (hash ^ hash >>> 15) * 0xC2B2_AE35 >>> Integer.numberOfLeadingZeros(slots.length - 1);
    }

    private int following(int slot) {
        return slot + 1 & slots.length - 1;
    }

    /** Empties a slot, and moves back those behind it that would not be found across the gap. */
    private void empty(int slot) {
        int gap = slot;
        int mask = slots.length - 1;
        for (int at = following(gap); slots[at] != null; at = following(at)) {
            int distance = at - home(slots[at].source, slots[at].tag) & mask;
            if (distance < (at - gap & mask)) continue;
            slots[gap] = slots[at];
            gap = at;
        }
        slots[gap] = null;
        used--;
    }

    private void grow() {
        Entry<T>[] old = slots;
        slots = newSlots(Math.max(FIRST_SLOTS, 2 * old.length));
        for (Entry<T> entry : old) if (entry != null) slots[slot(entry.source, entry.tag)] = entry;
    }

    @SuppressWarnings("unchecked")
    private static <T> Entry<T>[] newSlots(int length) {
        return (Entry<T>[]) new Entry<?>[length];
    }
}
