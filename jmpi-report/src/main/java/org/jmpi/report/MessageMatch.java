package org.jmpi.report;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;

/**
 * Finds the receive of each send. Messages do not overtake each other (MPI-4.1 section 3.5): the n-th send with an
 * envelope belongs to the n-th receive with this envelope.
 */
final class MessageMatch {
    private record Envelope(int source, int destination, int context, int tag) {}

    private final Trace trace;
    private final Map<Envelope, Queue<Event>> sends = new HashMap<>();
    private long matched;
    private long unsent;

    private MessageMatch(Trace trace) {
        this.trace = trace;
    }

    /**
     * Sets the partners of sends and receives.
     *
     * @return how many of them there are
     */
    static MessageMatch of(Trace trace) {
        MessageMatch match = new MessageMatch(trace);
        match.match();
        return match;
    }

    private void match() {
        for (Rank rank : trace.ranks())
            for (Event event : rank.events)
                if (event.kind == Event.Kind.SEND)
                    sends.computeIfAbsent(envelope(event.rank, event.peer, event), any -> new ArrayDeque<>())
                            .add(event);
        for (Rank rank : trace.ranks())
            for (Event event : rank.events) if (event.kind == Event.Kind.RECEIVE && event.peer >= 0) match(event);
    }

    private void match(Event receive) {
        Queue<Event> queue = sends.get(envelope(receive.peer, receive.rank, receive));
        Event send = queue == null ? null : queue.poll();
        if (send == null) {
            unsent++;
            return;
        }
        matched++;
        send.partner = receive;
        receive.partner = send;
    }

    private static Envelope envelope(int source, int destination, Event event) {
        return new Envelope(source, destination, event.context, event.tag);
    }

    /** Returns the number of messages of which both sides are there. */
    long matched() {
        return matched;
    }

    /** Returns the number of receives without a send. */
    long unsent() {
        return unsent;
    }

    /** Returns the number of sends without a receive. */
    long unreceived() {
        return sends.values().stream().mapToLong(Queue::size).sum();
    }
}
