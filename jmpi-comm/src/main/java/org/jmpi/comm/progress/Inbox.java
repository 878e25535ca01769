package org.jmpi.comm.progress;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.ObjIntConsumer;
import java.util.function.Predicate;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.Events;
import org.jmpi.comm.events.Unreceived;
import org.jmpi.comm.match.MatchQueue;
import org.jmpi.comm.operation.Completion;
import org.jmpi.comm.operation.MessageOperation;
import org.jmpi.comm.operation.ProbeRequest;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.comm.operation.SendRequest;
import org.jmpi.comm.transport.SpinLock;

/**
 * The posted receives and the unexpected messages of this rank, in every context and over every transport: wildcards
 * are resolved here and nowhere else.
 *
 * <p>Everything is guarded by one lock, which is held for the pairing alone: never while bytes are copied or frames
 * sent.
 */
public final class Inbox {
    /** The cost of an unexpected message beyond its payload, in bytes; counted against the eager window. */
    static final int OVERHEAD_BYTES = 128;

    private static final int NO_CONTEXT = -1;

    final SpinLock lock = new SpinLock();

    /** The observer of this rank; not called under the lock. */
    final Events events;

    /** Drops a message that has been taken off its queue, by its protocol. */
    private final Consumer<UnexpectedMessage> dropper;

    private final UnexpectedPool pool;
    private final RequestTable<SendRequest> announcedSends = new RequestTable<>();
    private final RequestTable<RecvRequest> clearedReceives = new RequestTable<>();
    private final List<ProbeRequest> probes = new ArrayList<>();
    private final Map<Integer, MatchQueue<RecvRequest, UnexpectedMessage>> queues = new HashMap<>();
    private final Set<Integer> retired = new HashSet<>();

    /** Those of a former world. */
    private final Set<Integer> former = new HashSet<>();

    /**
     * The communicators that are revoked, by the contexts of their point-to-point messages, for good: messages may come
     * after all ranks here have freed one. A context takes some 40 bytes.
     */
    private final Set<Integer> revoked = new HashSet<>();

    private volatile boolean isAnyRevoked;

    /** Hears of a revocation by the answer of a peer; set before the engine starts. */
    private ObjIntConsumer<PeerConnection> revocations = (from, context) -> {};

    /** Retired contexts that the last scan left, and retirements since that scan. */
    private int leftBehind;

    private int retirements;
    private MatchQueue<RecvRequest, UnexpectedMessage> latestQueue;
    private int latestContext = NO_CONTEXT;

    Inbox(long poolBytes, Events events, Consumer<UnexpectedMessage> dropper) {
        this.events = events;
        this.dropper = dropper;
        pool = new UnexpectedPool(this, poolBytes);
    }

    // ---- under the lock ----

    /** Returns a context's queue; a message may arrive before this rank has made the communicator that it is for. */
    MatchQueue<RecvRequest, UnexpectedMessage> queue(int context) {
        if (context == latestContext) return latestQueue;
        latestContext = context;
        latestQueue = queues.computeIfAbsent(context, c -> new MatchQueue<>());
        return latestQueue;
    }

    /** Drops a context's queue if it is empty; returns whether there is none any more. */
    private boolean drop(int context) {
        MatchQueue<RecvRequest, UnexpectedMessage> queue = queues.get(context);
        if (queue != null && !queue.isEmpty()) return false;
        queues.remove(context);
        former.remove(context);
        if (context == latestContext) {
            latestContext = NO_CONTEXT;
            latestQueue = null;
        }
        return true;
    }

    RequestTable<SendRequest> announcedSends() {
        return announcedSends;
    }

    RequestTable<RecvRequest> clearedReceives() {
        return clearedReceives;
    }

    /** Finds the receive for a message that arrives; null if there is none yet. */
    RecvRequest arrive(PeerConnection from, int context, int source, int tag) {
        RecvRequest receive = queue(context).arrive(source, tag);
        if (receive != null) {
            receive.posted(false);
            receive.awaits(from.rank);
        }
        return receive;
    }

    /** Returns a message to be kept, with room for this many bytes of payload. */
    UnexpectedMessage spare(int bytes) {
        return pool.take(bytes);
    }

    /** Keeps a message that no receive awaits, and shows it to the probes. */
    void keep(int context, UnexpectedMessage message) {
        message.keep();
        queue(context).add(message.envelope);
        if (!probes.isEmpty()) answerProbes(context);
    }

    private void answerProbes(int context) {
        for (Iterator<ProbeRequest> each = probes.iterator(); each.hasNext(); ) {
            ProbeRequest probe = each.next();
            if (probe.context() != context || !answer(probe)) continue;
            each.remove();
            probe.complete();
        }
    }

    void post(RecvRequest receive) {
        queue(receive.context()).post(receive.pattern());
        receive.posted(true);
    }

    /** Takes a receive off its queue, if it is still there. */
    boolean withdraw(RecvRequest receive) {
        if (!receive.isPosted()) return false;
        queue(receive.context()).remove(receive.pattern());
        receive.posted(false);
        return true;
    }

    /** Writes what a probe asks for into it; false if there is no such message. */
    boolean answer(ProbeRequest probe) {
        UnexpectedMessage message = queue(probe.context()).peek(probe.wantedSource(), probe.wantedTag());
        if (message == null) return false;
        probe.found(
                message.envelope.source(), message.envelope.tag(), message.type(), message.bytes(), message.objects());
        return true;
    }

    void postProbe(ProbeRequest probe) {
        probes.add(probe);
    }

    /** Takes a probe off the list, if it is still there. */
    boolean withdraw(ProbeRequest probe) {
        return probes.remove(probe);
    }

    /** Returns whether a communicator is revoked. */
    boolean isRevoked(int context) {
        return isAnyRevoked && revoked.contains(context & ~1);
    }

    /** Returns whether a message that arrives is dropped, since its communicator is revoked. */
    boolean drops(int context) {
        if (!isRevoked(context)) return false;
        drop(context);
        return true;
    }

    /** Counts an eager message as matched; the bytes to give back to the peer, or 0 if that can wait. */
    long repay(PeerConnection peer, long bytes, long window) {
        peer.owed += bytes + OVERHEAD_BYTES;
        if (2 * peer.owed < window) return 0;
        long due = peer.owed;
        peer.owed = 0;
        return due;
    }

    // ---- without the lock ----

    /**
     * Drops a context's queue, now or when other contexts are retired after its last message.
     *
     * @param context the freed communicator's
     */
    public void retire(int context) {
        lock.lock();
        try {
            if (!drop(context)) retired.add(context);
            // Scans the leftovers once per that many retirements: amortised O(1).
            if (++retirements <= leftBehind) return;
            retired.removeIf(this::drop);
            leftBehind = retired.size();
            retirements = 0;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Drops, in the same way, the queues of a world that is over: of all contexts but those of one communicator. Sends,
     * receives and probes there that have not been matched fail.
     *
     * @param context of the next world, in which messages may have come
     * @param over why they fail
     */
    public void retireAllBut(int context, CommException over) {
        abandon(request -> (request.context() & ~1) != context && request.isUnmatched(), true, over);
        lock.lock();
        try {
            for (int used : List.copyOf(queues.keySet())) if ((used & ~1) != context && !drop(used)) former.add(used);
            retired.addAll(former);
        } finally {
            lock.unlock();
        }
    }

    /**
     * {@return whether messages of a communicator may be here, or come}
     *
     * @param context the communicator's
     */
    public boolean isInUse(int context) {
        lock.lock();
        try {
            return queues.containsKey(context) || queues.containsKey(context + 1) || revoked.contains(context);
        } finally {
            lock.unlock();
        }
    }

    /** {@return the number of contexts that have a queue} */
    public int contexts() {
        lock.lock();
        try {
            return queues.size();
        } finally {
            lock.unlock();
        }
    }

    /** {@return the point-to-point messages of this world that are here and have not been received} */
    public List<Unreceived> unreceived() {
        return unreceivedIn(context -> context % 2 == 0 && !former.contains(context));
    }

    /** {@return the messages of collective operations that are here and have not been received} */
    public List<Unreceived> unreceivedOfCollectives() {
        return unreceivedIn(context -> context % 2 != 0);
    }

    private List<Unreceived> unreceivedIn(IntPredicate contexts) {
        List<Unreceived> found = new ArrayList<>();
        lock.lock();
        try {
            queues.forEach((context, queue) -> {
                if (contexts.test(context))
                    queue.forEachMessage(envelope -> found.add(new Unreceived(
                            context,
                            envelope.source(),
                            envelope.message().peer().rank,
                            envelope.tag(),
                            envelope.message().type(),
                            envelope.message().bytes(),
                            envelope.message().objects(),
                            envelope.message().eventBits())));
            });
        } finally {
            lock.unlock();
        }
        return found;
    }

    /**
     * {@return whether nothing has come from the other side yet: a receive or probe without a message, an announced
     * message that no receive has asked for}
     *
     * @param completion what a thread of this rank waits for
     */
    public boolean isUnanswered(Completion completion) {
        lock.lock();
        try {
            return completion.isUnmatched();
        } finally {
            lock.unlock();
        }
    }

    /** Reports a message that has been kept. */
    void reportUnexpected(
            int context,
            int source,
            PeerConnection from,
            int tag,
            BasicType type,
            long bytes,
            int objects,
            int eventBits) {
        if (events == Events.NONE) return;
        events.arrivedUnexpected(new Unreceived(context, source, from.rank, tag, type, bytes, objects, eventBits));
    }

    /** Takes an unexpected message back for reuse. */
    void release(UnexpectedMessage message) {
        lock.lock();
        pool.give(message);
        lock.unlock();
    }

    /** Finds a message by its announcement and takes it off the queue; null if a receive has it. */
    UnexpectedMessage withdrawAnnounced(int context, PeerConnection from, int sendId) {
        List<UnexpectedMessage> found = new ArrayList<>(1);
        lock.lock();
        try {
            MatchQueue<RecvRequest, UnexpectedMessage> queue = queue(context);
            queue.forEachMessage(envelope -> {
                UnexpectedMessage message = envelope.message();
                if (message.isAnnounced() && message.peer() == from && message.sendId() == sendId) found.add(message);
            });
            for (UnexpectedMessage message : found) queue.remove(message.envelope);
        } finally {
            lock.unlock();
        }
        return found.isEmpty() ? null : found.get(0);
    }

    /**
     * Returns whether something is under way that only this peer can complete, perhaps in collective contexts alone.
     */
    boolean needs(int peer, boolean collective) {
        lock.lock();
        try {
            for (MessageOperation request : unmatched(only(peer)))
                if (!collective || request.context() % 2 == 1) return true;
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** Fails everything that only this peer could complete. */
    void abandon(int peer, CommException cause) {
        abandon(only(peer), false, cause);
    }

    /** Fails everything in revoked communicators that only this peer could complete: it drops their messages anyway. */
    void abandonRevoked(int peer) {
        if (!isAnyRevoked) return;
        abandon(only(peer).and(request -> isRevoked(request.context())), false, revocation());
    }

    /**
     * Revokes a communicator at this rank: fails all its receives and probes that have not been matched, and drops its
     * messages, now and later. A send that has been announced fails when the receiver says that it has dropped the
     * message: a part of it may be under way before. {@link PeerFailures#lookAgain} follows: a thread may wait in a
     * collective operation.
     *
     * @param context of the communicator, also of one that this rank does not have
     * @param cause why the operations fail
     * @param noted runs when the communicator is noted as revoked, before an operation fails
     * @return false if it has been revoked before
     */
    public boolean revoke(int context, CommException cause, Runnable noted) {
        boolean isNew;
        lock.lock();
        try {
            isAnyRevoked = true;
            isNew = revoked.add(context);
        } finally {
            lock.unlock();
        }
        // Also if another thread is about to do so: the caller may ask whether the communicator is revoked.
        noted.run();
        if (isNew) empty(context, cause).forEach(dropper);
        return isNew;
    }

    /** Fails what waits in a communicator, and takes its messages off their queues; returns the messages. */
    private List<UnexpectedMessage> empty(int context, CommException cause) {
        List<UnexpectedMessage> dropped = new ArrayList<>();
        List<MessageOperation> ended = new ArrayList<>();
        lock.lock();
        try {
            for (RecvRequest receive : posted()) if (isOf(context, receive) && withdraw(receive)) ended.add(receive);
            probes.removeIf(probe -> isOf(context, probe) && ended.add(probe));
            for (int each = context; each <= context + 1; each++) {
                MatchQueue<RecvRequest, UnexpectedMessage> queue = queues.get(each);
                if (queue == null) continue;
                int kept = dropped.size();
                queue.forEachMessage(envelope -> dropped.add(envelope.message()));
                for (UnexpectedMessage message : dropped.subList(kept, dropped.size())) queue.remove(message.envelope);
            }
        } finally {
            lock.unlock();
        }
        for (MessageOperation operation : ended) operation.fail(cause);
        return dropped;
    }

    private static boolean isOf(int context, MessageOperation operation) {
        return (operation.context() & ~1) == context;
    }

    /**
     * {@return why calls of a communicator fail that is revoked; null if it is not}
     *
     * @param context of the communicator
     */
    public CommException revocation(int context) {
        if (!isAnyRevoked) return null;
        lock.lock();
        try {
            if (!isRevoked(context)) return null;
        } finally {
            lock.unlock();
        }
        return revocation();
    }

    /**
     * Sets what hears of a revocation by the answer of a peer, before the engine starts.
     *
     * @param heard is given the peer, and the context of the communicator
     */
    public void onRevocation(ObjIntConsumer<PeerConnection> heard) {
        revocations = heard;
    }

    /** Takes note that a peer has dropped a message of a communicator which is not known to be revoked. */
    void answeredByRevocation(PeerConnection from, int context) {
        revocations.accept(from, context);
    }

    static CommException revocation() {
        return new CommException(ErrorClass.REVOKED, "the communicator has been revoked");
    }

    /** Fails a request that no peer will answer any more, unless its message is on its way into it. */
    void abandon(MessageOperation request, CommException cause) {
        abandon(other -> other == request, false, cause);
    }

    /** Returns the receives and probes that any peer could complete. */
    List<MessageOperation> fromAny() {
        lock.lock();
        try {
            return unmatched(request -> request.peer() == RecvRequest.ANY_PEER && request.isUnmatched());
        } finally {
            lock.unlock();
        }
    }

    private static Predicate<MessageOperation> only(int peer) {
        return request -> request.peer() == peer;
    }

    /** @param isAnswered whether a peer may still name one of the requests by its number */
    private void abandon(Predicate<MessageOperation> which, boolean isAnswered, CommException cause) {
        List<MessageOperation> abandoned;
        lock.lock();
        try {
            abandoned = unmatched(which);
            for (RecvRequest receive : posted()) if (which.test(receive)) withdraw(receive);
            probes.removeIf(which);
            if (!isAnswered) {
                clearedReceives.removeIf(which);
                // A thread may be in Cancel: it must not give the number back once more.
                for (SendRequest send : announcedSends.removeIf(which)) send.enter(SendRequest.Stage.NONE);
            }
        } finally {
            lock.unlock();
        }
        for (MessageOperation request : abandoned) if (!request.isDone()) request.fail(cause);
    }

    /** Returns those requests that are posted, announced or await the bytes of their message. */
    private List<MessageOperation> unmatched(Predicate<MessageOperation> which) {
        List<MessageOperation> all = new ArrayList<>(posted());
        all.addAll(clearedReceives.all());
        all.addAll(announcedSends.all());
        all.addAll(probes);
        all.removeIf(which.negate());
        return all;
    }

    private List<RecvRequest> posted() {
        List<RecvRequest> all = new ArrayList<>();
        for (MatchQueue<RecvRequest, UnexpectedMessage> queue : queues.values())
            queue.forEachPosted(pattern -> all.add(pattern.receive()));
        return all;
    }

    /** {@return what waits for what, a line each} */
    public String describe() {
        StringBuilder text = new StringBuilder();
        lock.lock();
        try {
            queues.forEach((context, queue) -> {
                queue.forEachPosted(pattern -> line(text, pattern.receive()));
                queue.forEachMessage(envelope -> line(text, envelope.message() + ", context " + context));
            });
            clearedReceives.all().forEach(receive -> line(text, receive));
            announcedSends.all().forEach(send -> line(text, send));
            probes.forEach(probe -> line(text, probe));
        } finally {
            lock.unlock();
        }
        return text.length() == 0 ? "    nothing awaited, nothing unexpected\n" : text.toString();
    }

    private static void line(StringBuilder text, Object what) {
        text.append("    ").append(what).append('\n');
    }

    /** Refuses what no correct peer sends, before memory is taken for it. */
    static void check(boolean possible, String what, long value) {
        if (!possible) throw new IllegalArgumentException("malformed frame: " + what + "=" + value);
    }
}
