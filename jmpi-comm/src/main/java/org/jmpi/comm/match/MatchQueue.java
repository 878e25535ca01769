package org.jmpi.comm.match;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import jdk.internal.vm.annotation.Contended;

/**
 * Pairs the receives posted in one context with the messages that arrive for it.
 *
 * <p>Messages from one source match in the order in which they arrived, receives in the order in which they were posted
 * (MPI-4.1 section 3.5: messages are non-overtaking). Each source has lists of its own, so that pairing costs the same
 * however many other sources wait. Pure data: the caller holds a lock.
 *
 * <p>The lists are rings, closed by an end that is no receive and no message: so an empty one is no case of its own,
 * for which a JIT compiler would have to throw away what it has compiled when the first list with two of them comes.
 *
 * <p>A search goes through a ring from its oldest entry. If more than {@value #LINEAR} do not fit, it puts the ring
 * into an index by tag, where the ring stays until it is empty. So a receive or a message enters the index at most
 * once. Only a receive from any source with a certain tag searches all messages one by one.
 *
 * @param <R> the receives
 * @param <M> the messages
 */
@Contended
public final class MatchQueue<R, M> {
    /** How many entries a search finds unfit before it turns to the index. */
    static final int LINEAR = 32;

    private final Entry<R> postedToAny = Entry.end(Pattern.ANY);

    /** Of each source, the end of the ring of receives posted for it, oldest first; of one without, that for any. */
    private Entry<R>[] posted = grown(newEnds(), 4, postedToAny);

    /** The ends in {@link #posted}, each once: sources with a high number are no more to visit than others. */
    private final List<Entry<R>> postedEnds = new ArrayList<>(List.of(postedToAny));

    /** Null until a ring of receives is long, as that of messages. */
    private TagIndex<R> postedByTag;

    private final Entry<M> fromAnySource = Entry.end(Pattern.ANY);

    /** Of each source, the end of the ring of messages from it, oldest first; of one without, that for any. */
    private Entry<M>[] unexpected = grown(newEnds(), 4, fromAnySource);

    private TagIndex<M> unexpectedByTag;
    private long order;

    /**
     * Finds the receive for a message that arrives, and takes it off the queue.
     *
     * @return the receive posted first among those that accept the message; null if none does
     */
    public R arrive(int source, int tag) {
        Entry<R> match = firstPosted(postedToAny, tag);
        if (source < posted.length) {
            Entry<R> exact = firstPosted(posted[source], tag);
            if (exact.order < match.order) match = exact;
        }
        R receive = match.item;
        if (receive != null) leave(match, postedByTag);
        return receive;
    }

    /** Keeps a message for which {@link #arrive} found no receive. */
    public void add(MessageEnvelope<M> envelope) {
        int source = envelope.source;
        if (source >= unexpected.length) unexpected = grown(unexpected, source + 1, fromAnySource);
        if (unexpected[source] == fromAnySource) unexpected[source] = Entry.end(source);
        envelope.enterAll(fromAnySource);
        enter(envelope, unexpected[source], unexpectedByTag);
    }

    /** Returns the message that a receive would get now, which stays; null if there is none. */
    public M peek(int source, int tag) {
        return find(source, tag).item;
    }

    /** Takes the message that a receive gets now off the queue; null if there is none. */
    public M take(int source, int tag) {
        Entry<M> envelope = find(source, tag);
        M message = envelope.item;
        if (message != null) drop(envelope);
        return message;
    }

    /** Posts a receive for which {@link #take} found no message. */
    public void post(Pattern<R> pattern) {
        pattern.order = order++;
        enter(pattern, endOf(pattern.source), postedByTag);
    }

    /** Takes a receive off the queue. The caller knows that it is there. */
    public void remove(Pattern<R> pattern) {
        leave(pattern, postedByTag);
    }

    /** Takes a message off the queue. The caller knows that it is there. */
    public void remove(MessageEnvelope<M> envelope) {
        drop(envelope);
    }

    /** Returns whether neither a receive nor a message waits. */
    public boolean isEmpty() {
        if (fromAnySource.next != fromAnySource) return false;
        for (Entry<R> end : postedEnds) if (!isAlone(end)) return false;
        return true;
    }

    /** Visits the posted receives; the visitor may take the visited one off the queue. */
    public void forEachPosted(Consumer<Pattern<R>> visitor) {
        for (Entry<R> end : postedEnds) forEachPosted(end, visitor);
    }

    private static <R> void forEachPosted(Entry<R> end, Consumer<Pattern<R>> visitor) {
        for (Entry<R> pattern = end.nextOfSource, next; pattern != end; pattern = next) {
            next = pattern.nextOfSource;
            visitor.accept((Pattern<R>) pattern);
        }
    }

    /** Visits the messages in the order of their arrival; the visitor may take the visited one off the queue. */
    public void forEachMessage(Consumer<MessageEnvelope<M>> visitor) {
        for (Entry<M> envelope = fromAnySource.next, next; envelope != fromAnySource; envelope = next) {
            next = envelope.next;
            visitor.accept((MessageEnvelope<M>) envelope);
        }
    }

    /** Returns the oldest receive of a ring that accepts a tag; if none does the end, which is younger than all. */
    private Entry<R> firstPosted(Entry<R> end, int tag) {
        if (postedByTag != null && end.indexed) return postedByTag.oldest(end, tag, Pattern.ANY);
        Entry<R> match = search(end, tag, Pattern.ANY);
        if (match != null) return match;
        if (postedByTag == null) postedByTag = new TagIndex<>();
        postedByTag.addAll(end);
        return postedByTag.oldest(end, tag, Pattern.ANY);
    }

    /** Returns the oldest message of a ring that has a tag; if none has the end. */
    private Entry<M> firstUnexpected(Entry<M> end, int tag) {
        if (unexpectedByTag != null && end.indexed) return unexpectedByTag.oldest(end, tag, tag);
        Entry<M> match = search(end, tag, tag);
        if (match != null) return match;
        if (unexpectedByTag == null) unexpectedByTag = new TagIndex<>();
        unexpectedByTag.addAll(end);
        return unexpectedByTag.oldest(end, tag, tag);
    }

    /** Returns the oldest entry of a ring that has one of two tags, or else the end; null after too many unfit ones. */
    private static <T> Entry<T> search(Entry<T> end, int tag, int otherTag) {
        Entry<T> entry = end.nextOfSource;
        for (int unfit = 0; entry != end && entry.tag != tag && entry.tag != otherTag; entry = entry.nextOfSource)
            if (++unfit > LINEAR) return null;
        return entry;
    }

    /** Returns the message that a receive would get now; the end of a ring if there is none. */
    private Entry<M> find(int source, int tag) {
        if (source == Pattern.ANY) return firstFromAnySource(tag);
        if (source >= unexpected.length) return fromAnySource;
        Entry<M> end = unexpected[source];
        return tag == Pattern.ANY ? end.nextOfSource : firstUnexpected(end, tag);
    }

    private Entry<M> firstFromAnySource(int tag) {
        Entry<M> envelope = fromAnySource.next;
        while (envelope != fromAnySource && tag != Pattern.ANY && envelope.tag != tag) envelope = envelope.next;
        return envelope;
    }

    private void drop(Entry<M> envelope) {
        envelope.leaveAll();
        leave(envelope, unexpectedByTag);
    }

    private static <T> void enter(Entry<T> entry, Entry<T> end, TagIndex<T> index) {
        entry.enterSource(end);
        if (index != null && end.indexed) index.add(entry);
    }

    private static <T> void leave(Entry<T> entry, TagIndex<T> index) {
        if (index != null && entry.indexed) index.remove(entry);
        entry.leaveSource();
    }

    private static boolean isAlone(Entry<?> end) {
        return end.nextOfSource == end;
    }

    private Entry<R> endOf(int source) {
        if (source == Pattern.ANY) return postedToAny;
        if (source >= posted.length) posted = grown(posted, source + 1, postedToAny);
        if (posted[source] == postedToAny) {
            posted[source] = Entry.end(source);
            postedEnds.add(posted[source]);
        }
        return posted[source];
    }

    /** Returns a longer array, which has the end for any source where it has none of a source's own. */
    private static <T> Entry<T>[] grown(Entry<T>[] ends, int length, Entry<T> any) {
        Entry<T>[] longer = Arrays.copyOf(ends, Math.max(2 * ends.length, length));
        Arrays.fill(longer, ends.length, longer.length, any);
        return longer;
    }

    @SuppressWarnings("unchecked")
    private static <T> Entry<T>[] newEnds() {
        return (Entry<T>[]) new Entry<?>[0];
    }
}
