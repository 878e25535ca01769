package org.jmpi.comm.layer;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jmpi.comm.progress.PeerConnection;
import org.jmpi.comm.progress.ProgressEngine;
import org.jmpi.comm.wire.FrameKind;
import org.jmpi.comm.wire.PayloadFrame;

/**
 * The credit between this rank and a peer, which all layers share: the memory that each has for frames of the other.
 *
 * <p>A frame or a request takes credit, which comes back when its receiver has returned. A request also reserves room
 * for its answer at this side. So an answer never waits: two ranks that flood each other with requests wait for
 * answers, which can always be sent, and neither queues without bound.
 */
final class Link {
    /** The credit that a frame takes beside its payload, in bytes. */
    static final int OVERHEAD = 128;

    private final ProgressEngine engine;
    private final long window;
    final PeerConnection peer;

    /** Bytes that may go to the peer. */
    private final AtomicLong credit;

    /** Bytes that answers of the peer may take here. */
    private final AtomicLong room;

    /** Bytes that the peer has sent, that have been received, and for which it has got no credit back. */
    private final AtomicLong owed = new AtomicLong();

    /** The number at the peer of each layer that this rank has asked for. */
    private final Map<LayerFrames, LayerNumber> numbers = new ConcurrentHashMap<>();

    private final Set<PeerWait> waits = ConcurrentHashMap.newKeySet();

    /** Answers that are longer than their room, one of which is under way; guarded by itself. */
    private final Queue<Runnable> longAnswers = new ArrayDeque<>();

    Link(ProgressEngine engine, PeerConnection peer, long window) {
        this.engine = engine;
        this.peer = peer;
        this.window = window;
        this.credit = new AtomicLong(window);
        this.room = new AtomicLong(window);
    }

    /** The number that the peer has given a layer; null before its answer, negative if it has no such layer. */
    private static final class LayerNumber {
        private volatile Integer number;
        private volatile int version;
    }

    // ---- waits ----

    /** Waits until something is so, or the peer is gone: then this throws the cause. */
    private void await(BooleanSupplier condition, String call) {
        if (!condition.getAsBoolean()) {
            PeerWait wait = new PeerWait(peer.rank(), () -> condition.getAsBoolean() || peer.gone() != null);
            waits.add(wait);
            try {
                engine.await(wait, call);
            } finally {
                waits.remove(wait);
            }
        }
        if (peer.gone() != null) throw engine.peers().missing(peer.rank());
    }

    /** Wakes the threads that wait, to look again. */
    void wakeAll() {
        waits.forEach(PeerWait::wake);
    }

    // ---- credit ----

    /** Takes credit for a frame, and room for its answer. */
    void take(long bytes, long answer, String call) {
        take(room, answer, call);
        try {
            take(credit, bytes, call);
        } catch (RuntimeException e) {
            room.addAndGet(answer);
            throw e;
        }
    }

    private void take(AtomicLong account, long bytes, String call) {
        while (!tryTake(account, bytes)) await(() -> account.get() >= bytes, call);
    }

    private static boolean tryTake(AtomicLong account, long bytes) {
        long has = account.get();
        while (has >= bytes) {
            if (account.compareAndSet(has, has - bytes)) return true;
            has = account.get();
        }
        return false;
    }

    /** Takes credit back that the peer returns. */
    void onCredit(long bytes) {
        if (bytes <= 0 || credit.addAndGet(bytes) > window)
            throw new IllegalArgumentException("credit of a layer=" + bytes);
        wakeAll();
    }

    /** Takes back the room of an answer that has come. */
    void giveRoom(long bytes) {
        room.addAndGet(bytes);
        wakeAll();
    }

    /** Counts a frame as received, and gives credit back if it is time to. */
    void received(long bytes) {
        if (owed.addAndGet(bytes) < window / 2) return;
        long due = owed.getAndSet(0);
        if (due > 0) send(FrameKind.LAYER_CREDIT, 0, 0, due, 0, 0, null);
    }

    // ---- which layers the peer has ----

    /**
     * Returns the number that a layer has at the peer.
     *
     * @throws org.jmpi.comm.error.CommException if the peer has no such layer, or is gone
     */
    int number(LayerFrames layer) {
        LayerNumber answer = query(layer);
        if (answer.number < 0) throw layer.missing(peer.rank(), answer.version);
        return answer.number;
    }

    /** Returns whether the peer has a layer, and the same version of it. */
    boolean has(LayerFrames layer) {
        return query(layer).number >= 0;
    }

    /** Returns when the peer has received what this rank has sent: it answers another query after that. */
    void flush() {
        for (LayerFrames layer : numbers.keySet()) {
            query(layer);
            numbers.remove(layer);
            query(layer);
            return;
        }
    }

    /** Returns what the peer says about a layer; asks it the first time. */
    private LayerNumber query(LayerFrames layer) {
        LayerNumber known = numbers.get(layer);
        if (known == null) {
            LayerNumber asked = new LayerNumber();
            known = numbers.putIfAbsent(layer, asked);
            if (known == null) {
                known = asked;
                send(FrameKind.LAYER_QUERY, 0, layer.number(), layer.version(), 0, 0, layer.nameBytes());
            }
        }
        LayerNumber answer = known;
        await(() -> answer.number != null, layer.sendCall());
        return answer;
    }

    /** Takes the answer of the peer. */
    void onNumber(LayerFrames layer, int number, int version) {
        LayerNumber asked = numbers.get(layer);
        if (asked == null || asked.number != null)
            throw new IllegalArgumentException("an answer about a layer that was not asked for: " + layer);
        asked.version = version;
        asked.number = number;
        wakeAll();
    }

    // ---- long answers ----

    /** Has a long answer come when those before it have: so one at a time takes memory beyond its room. */
    void fetch(Runnable clearance) {
        synchronized (longAnswers) {
            longAnswers.add(clearance);
            if (longAnswers.size() > 1) return;
        }
        clearance.run();
    }

    /** Lets the next long answer come. */
    void fetched() {
        Runnable next;
        synchronized (longAnswers) {
            longAnswers.remove();
            next = longAnswers.peek();
        }
        if (next != null) next.run();
    }

    /** Sends a frame; the parameters are those of {@link PayloadFrame}. */
    void send(FrameKind kind, int id, int layer, long word, int number, int room, ByteBuffer payload) {
        peer.send(new PayloadFrame(kind, id, layer, word, number, room, payload));
    }
}
