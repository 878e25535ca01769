package org.jmpi.comm.match;

import java.util.Arrays;
import java.util.function.Consumer;
import jdk.internal.vm.annotation.Contended;

/**
 * Pairs the receives posted in one context with the messages that arrive for it.
 *
 * <p>Messages from one source match in the order in which they arrived, receives in the order in which they were posted
 * (MPI-4.1 section 3.5: messages are non-overtaking). Each source has lists of its own, so that pairing costs the same
 * however many other sources wait. Pure data: the caller holds a lock.
 *
 * <p>The lists are rings, closed by an end that is no receive and no message: so an empty one is no case of its own, for which a
 * JIT compiler would have to throw away what it has compiled when the first list with two of them comes.
 *
 * @param <R> the receives
 * @param <M> the messages
 */
@Contended
public final class MatchQueue<R, M> {
    /** Of each source, the end of the ring of receives posted for it, oldest first. */
    private Pattern<R>[] posted = newPosted(4);

    private final Pattern<R> postedToAny = Pattern.ringEnd();

    /** Of each source, the end of the ring of messages from it, oldest first. */
    private Envelope<M>[] unexpected = newUnexpected(4);

    private final Envelope<M> fromAnySource = Envelope.ringEnd();
    private long order;
    private int messages;

    /**
     * Finds the receive for a message that arrives, and takes it off the queue.
     *
     * @return the receive posted first among those that accept the message; null if none does
     */
    public R arrive(int source, int tag) {
        Pattern<R> match = first(postedToAny, tag);
        if (source < posted.length && posted[source] != null) {
            Pattern<R> exact = first(posted[source], tag);
            if (exact.order < match.order) match = exact;
        }
        R receive = match.receive();
        if (receive != null) remove(match);
        return receive;
    }

    /** Keeps a message for which {@link #arrive} found no receive. */
    public void add(Envelope<M> envelope) {
        int source = envelope.source();
        if (source >= unexpected.length) unexpected = grow(unexpected, source);
        if (unexpected[source] == null) unexpected[source] = Envelope.ringEnd();
        envelope.enter(fromAnySource, unexpected[source]);
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
        pattern.order = order++;
        pattern.enter(ringOf(pattern.source()));
    }

    /** Takes a receive off the queue. The caller knows that it is there. */
    public void remove(Pattern<R> pattern) {
        pattern.leave();
    }

    /** Takes a message off the queue. The caller knows that it is there. */
    public void remove(Envelope<M> envelope) {
        envelope.leave();
        messages--;
    }

    /** Returns how many messages wait for a receive. */
    public int messages() {
        return messages;
    }

    /** Returns whether neither a receive nor a message waits. */
    public boolean isEmpty() {
        if (messages > 0 || !postedToAny.isAlone()) return false;
        for (Pattern<R> ring : posted) if (ring != null && !ring.isAlone()) return false;
        return true;
    }

    /** Visits the posted receives; the visitor may take the visited one off the queue. */
    public void forEachPosted(Consumer<Pattern<R>> visitor) {
        for (Pattern<R> ring : posted) if (ring != null) forEach(ring, visitor);
        forEach(postedToAny, visitor);
    }

    /** Visits the messages in the order of their arrival; the visitor may take the visited one off the queue. */
    public void forEachMessage(Consumer<Envelope<M>> visitor) {
        for (Envelope<M> envelope = fromAnySource.next, next; envelope != fromAnySource; envelope = next) {
            next = envelope.next;
            visitor.accept(envelope);
        }
    }

    private static <R> void forEach(Pattern<R> ring, Consumer<Pattern<R>> visitor) {
        for (Pattern<R> pattern = ring.next, next; pattern != ring; pattern = next) {
            next = pattern.next;
            visitor.accept(pattern);
        }
    }

    /** Returns the oldest receive of a ring that accepts a tag; if none does the end, which is younger than all. */
    private static <R> Pattern<R> first(Pattern<R> ring, int tag) {
        Pattern<R> pattern = ring.next;
        while (pattern != ring && !pattern.acceptsTag(tag)) pattern = pattern.next;
        return pattern;
    }

    private Envelope<M> find(int source, int tag) {
        if (source == Pattern.ANY) {
            Envelope<M> envelope = fromAnySource.next;
            while (envelope != fromAnySource && !envelope.isAcceptedBy(tag)) envelope = envelope.next;
            return envelope == fromAnySource ? null : envelope;
        }
        if (source >= unexpected.length || unexpected[source] == null) return null;
        Envelope<M> ring = unexpected[source];
        Envelope<M> envelope = ring.nextOfSource;
        while (envelope != ring && !envelope.isAcceptedBy(tag)) envelope = envelope.nextOfSource;
        return envelope == ring ? null : envelope;
    }

    private Pattern<R> ringOf(int source) {
        if (source == Pattern.ANY) return postedToAny;
        if (source >= posted.length) posted = grow(posted, source);
        Pattern<R> ring = posted[source];
        if (ring == null) ring = posted[source] = Pattern.ringEnd();
        return ring;
    }

    private static <T> T[] grow(T[] lists, int source) {
        return Arrays.copyOf(lists, Math.max(2 * lists.length, source + 1));
    }

    @SuppressWarnings("unchecked")
    private static <R> Pattern<R>[] newPosted(int length) {
        return (Pattern<R>[]) new Pattern<?>[length];
    }

    @SuppressWarnings("unchecked")
    private static <M> Envelope<M>[] newUnexpected(int length) {
        return (Envelope<M>[]) new Envelope<?>[length];
    }
}
