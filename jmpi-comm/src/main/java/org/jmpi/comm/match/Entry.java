package org.jmpi.comm.match;

import jdk.internal.vm.annotation.Contended;

/**
 * A receive or a message in a match queue, or the end of a ring of them, which is neither.
 *
 * @param <T> the receive or the message
 */
@Contended
class Entry<T> {
    /** The receive or the message; null in an end. */
    final T item;

    int source;
    int tag;

    /** When it was posted; an end counts as younger than all. */
    long order;

    /** Whether {@link TagIndex} holds it; of an end, whether it holds the ring's entries. */
    boolean indexed;

    Entry<T> previousOfSource;
    Entry<T> nextOfSource;
    Entry<T> previousOfTag;
    Entry<T> nextOfTag;
    Entry<T> previous;
    Entry<T> next;

    Entry(T item) {
        this.item = item;
    }

    /** Sets the source and the tag; only while the entry is in no queue. */
    public void set(int source, int tag) {
        this.source = source;
        this.tag = tag;
    }

    public int source() {
        return source;
    }

    public int tag() {
        return tag;
    }

    /** Returns the end of an empty ring of one source, or of all. */
    static <T> Entry<T> end(int source) {
        Entry<T> end = new Entry<>(null);
        end.source = source;
        end.order = Long.MAX_VALUE;
        end.previousOfSource = end;
        end.nextOfSource = end;
        end.previous = end;
        end.next = end;
        return end;
    }

    /** Enters the ring of its source as the youngest. */
    void enterSource(Entry<T> end) {
        previousOfSource = end.previousOfSource;
        nextOfSource = end;
        previousOfSource.nextOfSource = this;
        end.previousOfSource = this;
    }

    void leaveSource() {
        previousOfSource.nextOfSource = nextOfSource;
        nextOfSource.previousOfSource = previousOfSource;
        previousOfSource = null;
        nextOfSource = null;
    }

    /** Enters the ring of all sources as the youngest. */
    void enterAll(Entry<T> end) {
        previous = end.previous;
        next = end;
        previous.next = this;
        end.previous = this;
    }

    void leaveAll() {
        previous.next = next;
        next.previous = previous;
        previous = null;
        next = null;
    }

    /** Enters the ring of its source and tag as the youngest; the oldest is null if there is no other. */
    void enterTag(Entry<T> oldest) {
        Entry<T> after = oldest == null ? this : oldest;
        nextOfTag = after;
        previousOfTag = oldest == null ? this : oldest.previousOfTag;
        previousOfTag.nextOfTag = this;
        after.previousOfTag = this;
    }

    void leaveTag() {
        previousOfTag.nextOfTag = nextOfTag;
        nextOfTag.previousOfTag = previousOfTag;
        previousOfTag = null;
        nextOfTag = null;
    }
}
