package org.jmpi.comm.match;

import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Pairs the receives posted in one context with the messages that arrive for it.
 *
 * <p>Messages from one source match in the order in which they arrived, receives in the order in which they were posted
 * (MPI-4.1 section 3.5: messages are non-overtaking). Each source has lists of its own, so that pairing costs the same
 * however many other sources wait. Pure data: the caller holds a lock.
 *
 * @param <R> the receives
 * @param <M> the messages
 */
public final class MatchQueue<R, M> {
    private Posted<R>[] posted = newPosted(4);
    private final Posted<R> postedToAny = new Posted<>();
    private Unexpected<M>[] unexpected = newUnexpected(4);
    private Envelope<M> oldest;
    private Envelope<M> newest;
    private long order;
    private int messages;

    /** The receives posted for one source, oldest first. */
    private static final class Posted<R> {
        Pattern<R> first;
        Pattern<R> last;
    }

    /** The messages from one source, oldest first. */
    private static final class Unexpected<M> {
        Envelope<M> first;
        Envelope<M> last;
    }

    /**
     * Finds the receive for a message that arrives, and takes it off the queue.
     *
     * @return the receive posted first among those that accept the message; null if none does
     */
    public R arrive(int source, int tag) {
        Pattern<R> exact = source < posted.length ? first(posted[source], tag) : null;
        Pattern<R> any = first(postedToAny, tag);
        Pattern<R> match = exact == null || any != null && any.order < exact.order ? any : exact;
        if (match == null) return null;
        remove(match);
        return match.receive();
    }

    /** Keeps a message for which {@link #arrive} found no receive. */
    public void add(Envelope<M> envelope) {
        int source = envelope.source();
        if (source >= unexpected.length) unexpected = grow(unexpected, source);
        Unexpected<M> list = unexpected[source];
        if (list == null) list = unexpected[source] = new Unexpected<>();
        envelope.previousOfSource = list.last;
        if (list.last == null) list.first = envelope;
        else list.last.nextOfSource = envelope;
        list.last = envelope;
        envelope.previous = newest;
        if (newest == null) oldest = envelope;
        else newest.next = envelope;
        newest = envelope;
        messages++;
    }

    /** Returns the message that a receive would get now, which stays; null if there is none. */
    public M peek(int source, int tag) {
        Envelope<M> envelope = find(source, tag);
        return envelope == null ? null : envelope.message();
    }

    /** Takes the message that a receive gets now off the queue; null if there is none. */
    public M take(int source, int tag) {
        Envelope<M> envelope = find(source, tag);
        if (envelope == null) return null;
        remove(envelope);
        return envelope.message();
    }

    /** Posts a receive for which {@link #take} found no message. */
    public void post(Pattern<R> pattern) {
        Posted<R> list = listOf(pattern.source());
        pattern.order = order++;
        pattern.previous = list.last;
        if (list.last == null) list.first = pattern;
        else list.last.next = pattern;
        list.last = pattern;
    }

    /** Takes a receive off the queue. The caller knows that it is there. */
    public void remove(Pattern<R> pattern) {
        Posted<R> list = listOf(pattern.source());
        if (pattern.previous == null) list.first = pattern.next;
        else pattern.previous.next = pattern.next;
        if (pattern.next == null) list.last = pattern.previous;
        else pattern.next.previous = pattern.previous;
        pattern.previous = null;
        pattern.next = null;
    }

    /** Takes a message off the queue. The caller knows that it is there. */
    public void remove(Envelope<M> envelope) {
        Unexpected<M> list = unexpected[envelope.source()];
        if (envelope.previousOfSource == null) list.first = envelope.nextOfSource;
        else envelope.previousOfSource.nextOfSource = envelope.nextOfSource;
        if (envelope.nextOfSource == null) list.last = envelope.previousOfSource;
        else envelope.nextOfSource.previousOfSource = envelope.previousOfSource;
        if (envelope.previous == null) oldest = envelope.next;
        else envelope.previous.next = envelope.next;
        if (envelope.next == null) newest = envelope.previous;
        else envelope.next.previous = envelope.previous;
        envelope.previousOfSource = null;
        envelope.nextOfSource = null;
        envelope.previous = null;
        envelope.next = null;
        messages--;
    }

    /** Returns how many messages wait for a receive. */
    public int messages() {
        return messages;
    }

    /** Returns whether neither a receive nor a message waits. */
    public boolean isEmpty() {
        if (messages > 0 || postedToAny.first != null) return false;
        for (Posted<R> list : posted) if (list != null && list.first != null) return false;
        return true;
    }

    /** Visits the posted receives; the visitor may take the visited one off the queue. */
    public void forEachPosted(Consumer<Pattern<R>> visitor) {
        for (Posted<R> list : posted) if (list != null) forEach(list, visitor);
        forEach(postedToAny, visitor);
    }

    /** Visits the messages in the order of their arrival; the visitor may take the visited one off the queue. */
    public void forEachMessage(Consumer<Envelope<M>> visitor) {
        for (Envelope<M> envelope = oldest, next; envelope != null; envelope = next) {
            next = envelope.next;
            visitor.accept(envelope);
        }
    }

    private static <R> void forEach(Posted<R> list, Consumer<Pattern<R>> visitor) {
        for (Pattern<R> pattern = list.first, next; pattern != null; pattern = next) {
            next = pattern.next;
            visitor.accept(pattern);
        }
    }

    private static <R> Pattern<R> first(Posted<R> list, int tag) {
        if (list == null) return null;
        Pattern<R> pattern = list.first;
        while (pattern != null && !pattern.acceptsTag(tag)) pattern = pattern.next;
        return pattern;
    }

    private Envelope<M> find(int source, int tag) {
        if (source == Pattern.ANY) {
            Envelope<M> envelope = oldest;
            while (envelope != null && !envelope.isAcceptedBy(tag)) envelope = envelope.next;
            return envelope;
        }
        if (source >= unexpected.length || unexpected[source] == null) return null;
        Envelope<M> envelope = unexpected[source].first;
        while (envelope != null && !envelope.isAcceptedBy(tag)) envelope = envelope.nextOfSource;
        return envelope;
    }

    private Posted<R> listOf(int source) {
        if (source == Pattern.ANY) return postedToAny;
        if (source >= posted.length) posted = grow(posted, source);
        Posted<R> list = posted[source];
        if (list == null) list = posted[source] = new Posted<>();
        return list;
    }

    private static <T> T[] grow(T[] lists, int source) {
        return Arrays.copyOf(lists, Math.max(2 * lists.length, source + 1));
    }

    @SuppressWarnings("unchecked")
    private static <R> Posted<R>[] newPosted(int length) {
        return (Posted<R>[]) new Posted<?>[length];
    }

    @SuppressWarnings("unchecked")
    private static <M> Unexpected<M>[] newUnexpected(int length) {
        return (Unexpected<M>[]) new Unexpected<?>[length];
    }
}
