package org.jmpi.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the time that ranks lose in MPI, and why. At most one loss is counted for each moment of a thread.
 *
 * <p>A call that waits loses the time until the event of another rank without which it cannot go on: the start of the
 * matching send (late sender) or receive (late receiver), the last rank's call of a collective operation (load
 * imbalance), the unlock of a lock (held lock), or the return of a remote method (slow method). A wait that several
 * operations need loses the time until the last of these events.
 */
final class Losses {
    /** The ns from which on a wait for a lock is more than the way of its message. */
    private static final long CONTENDED = 200_000;

    private final Trace trace;
    private final Collection<CollectiveInstance> collectives;
    private final FirstCalls firstCalls;
    private final ExpectedTime expected;

    /** The waits of each thread of each rank that no other call contains, in their order. */
    private final List<Map<Long, List<Event>>> waits = new ArrayList<>();

    private Losses(Trace trace, Collection<CollectiveInstance> collectives, FirstCalls firstCalls) {
        this.firstCalls = firstCalls;
        this.trace = trace;
        this.collectives = collectives;
        expected = ExpectedTime.of(trace, collectives);
    }

    /** Sets what events lose, of a trace whose messages have been matched and whose clocks are aligned. */
    static void find(Trace trace, Collection<CollectiveInstance> collectives, FirstCalls firstCalls) {
        Losses losses = new Losses(trace, collectives, firstCalls);
        for (Rank rank : trace.ranks()) losses.measure(rank);
        for (Rank rank : trace.ranks()) for (Event event : rank.events) losses.findMessage(event);
        for (Rank rank : trace.ranks()) losses.findLayers(rank);
        for (CollectiveInstance collective : collectives) losses.findCollective(collective);
    }

    /** Gives each moment in MPI to one event: the outermost one of its thread. */
    private void measure(Rank rank) {
        Map<Long, List<Event>> ofRank = new HashMap<>();
        Map<Long, Event> latest = new HashMap<>();
        for (Event event : rank.events) {
            if (!event.isInCall()) continue;
            Event before = latest.get(event.thread);
            event.own = before == null ? event.duration() : event.end - Math.max(event.start, before.end);
            if (isSecondHalf(before, event)) event.own = 0;
            if (event.own > 0 || before == null) latest.put(event.thread, event);
            else contain(before, event);
            event.own = Math.max(0, event.own);
            if (event.outer == null && event.kind == Event.Kind.WAIT)
                ofRank.computeIfAbsent(event.thread, any -> new ArrayList<>()).add(event);
        }
        for (Event event : rank.events) if (event.outer != null) event.site = event.outer.site;
        waits.add(ofRank);
    }

    /** A Sendrecv ends both of its events when it returns, some ns apart. */
    private static boolean isSecondHalf(Event before, Event event) {
        return before != null && event.isMessage() && event.start < before.end && event.call.equals(before.call);
    }

    /** A wait is inside the call of a message, and may be the only one of the two whose line is known. */
    private static void contain(Event outer, Event event) {
        event.outer = outer;
        if (outer.site.equals(CallSites.UNKNOWN)) outer.site = event.site;
    }

    private void findMessage(Event event) {
        if (event.partner == null || event.eager) return;
        Cause cause = event.kind == Event.Kind.RECEIVE ? Cause.LATE_SENDER : Cause.LATE_RECEIVER;
        // A send that ends before its receive starts does not wait for it.
        if (event.end >= event.partner.start) lose(event, event.partner, cause);
    }

    /** An operation cannot end before another event starts: its call loses time, or a wait for it. */
    private void lose(Event event, Event awaited, Cause cause) {
        if (event.isInCall()) {
            Event outermost = event.outer == null ? event : event.outer;
            outermost.loseUntil(awaited.start, cause, awaited);
            return;
        }
        for (List<Event> ofThread : waits.get(event.rank).values()) {
            Event wait = waitAt(ofThread, awaited.start);
            if (wait != null && wait.end >= event.start) wait.loseUntil(awaited.start, cause, awaited);
        }
    }

    /** Returns the wait that is under way at a time; null if there is none. */
    private static Event waitAt(List<Event> waits, long time) {
        int low = 0;
        int high = waits.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (waits.get(middle).start < time) low = middle;
            else high = middle - 1;
        }
        Event wait = waits.get(low);
        return wait.start < time && time <= wait.end ? wait : null;
    }

    /** Finds the time that a rank waits for locks, and that others wait for the methods that it runs for them. */
    private void findLayers(Rank rank) {
        for (Event event : rank.events) {
            if (event.forLock && event.outer == null && event.peer >= 0 && event.duration() >= CONTENDED) {
                Event holder = Event.waiting(event.peer, event.call, event.start, event.end);
                event.loseUntil(event.end, Cause.HELD_LOCK, holder);
            }
            if (event.kind == Event.Kind.EXECUTION && event.peer >= 0 && event.peer < waits.size()) findMethod(event);
        }
    }

    /** A method ends before the wait for its result does. */
    private void findMethod(Event execution) {
        for (List<Event> ofThread : waits.get(execution.peer).values()) {
            Event wait = waitAt(ofThread, execution.end);
            if (wait != null && wait.peer == execution.rank && wait.call.equals(execution.call))
                wait.loseUntil(execution.end, Cause.SLOW_METHOD, execution);
        }
    }

    private void findCollective(CollectiveInstance collective) {
        // Of an operation that is recorded in part the last rank to call it may be missing.
        if (!collective.isWhole() && !collective.isFromRoot()) return;
        long slow = slowness(collective);
        boolean cold = firstCalls.isCold(collective);
        for (Event event : collective.events) {
            Event awaited = collective.awaitedBy(event);
            if (awaited != null && awaited != event) lose(event, awaited, Cause.LOAD_IMBALANCE);
            event.cold = cold;
            if (event.isInCall()) event.slow = Math.min(slow, Math.max(0, event.own - event.lost));
        }
    }

    /** Returns the ns that an operation has taken too long; 0 if it is within what may be expected. */
    private long slowness(CollectiveInstance collective) {
        if (!collective.isWhole()) return 0;
        long nanos = collective.nanosAfterLast();
        long usual = expected.of(collective);
        return nanos > ExpectedTime.TOLERANCE * usual ? nanos - usual : 0;
    }
}
