package org.jmpi.comm.layer;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.frame.FrameReceiver;
import org.jmpi.comm.frame.Layer;
import org.jmpi.comm.frame.Reply;
import org.jmpi.comm.frame.RequestReceiver;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.comm.progress.FrameDispatcher;
import org.jmpi.comm.progress.PeerConnection;
import org.jmpi.comm.progress.ProgressEngine;
import org.jmpi.comm.transport.Sink;
import org.jmpi.comm.wire.FrameHeader;
import org.jmpi.comm.wire.FrameKind;
import org.jmpi.comm.wire.PayloadSink;

/**
 * The layers of one rank, and their frames.
 *
 * <pre>
 * one rank                                       another
 *   | -- LAYER_QUERY name, own number, version ---&gt; |   before the first frame of a layer
 *   | &lt;-- LAYER_NUMBER own number, its number ----- |   -1: it has no such layer
 *   | -- LAYER_FRAME its number, id, payload -----&gt; |
 *   | &lt;------------------ LAYER_CREDIT n bytes ---- |   after half a window of frames and requests
 *   | -- LAYER_REQUEST its number, id, request ---&gt; |
 *   | &lt;-- LAYER_ANSWER request, payload ----------- |   if the payload fits the room of the request, else ...
 *   | &lt;-- LONG_ANSWER request, answer, length ----- |
 *   | -- CLEAR_ANSWER answer ---------------------&gt; |   one at a time
 *   | &lt;-- LAYER_ANSWER request, payload ----------- |
 * </pre>
 *
 * A query that comes before this rank has opened its layers is answered then.
 */
public final class LayerProtocol {
    /** Stands for the version of a layer that is not there. */
    static final int NO_VERSION = Integer.MIN_VALUE;

    private static final int NO_NUMBER = -1;
    private static final int LONGEST_NAME = 255;
    private static final int MOST_LAYERS = 1 << 16;
    private static final long LEAST_WINDOW = 64 << 10;

    /** The id of an answer that says why the request has failed. */
    private static final int REFUSAL = 1;

    private static final int LONGEST_REFUSAL = 1024;

    /** Set while the thread runs a receiver. */
    private static final ThreadLocal<LayerFrames> RECEIVING = new ThreadLocal<>();

    private final int rank;
    private final ProgressEngine engine;
    private final long window;

    /** Those of the peers that have exchanged frames with this rank, by rank; replaced by each new one. */
    private volatile Link[] links = {};

    private final AtomicInteger numbers = new AtomicInteger();
    private final Map<Integer, PendingRequest> pending = new ConcurrentHashMap<>();
    private final Map<Integer, LongAnswer> longAnswers = new ConcurrentHashMap<>();

    /** Guards the two below. */
    private final Object opening = new Object();

    private final List<Runnable> early = new ArrayList<>();
    private boolean opened;

    /** Those of this rank; the index is the number. */
    private volatile List<LayerFrames> layers = List.of();

    /** Why the first receiver has failed, or null. */
    private volatile CommException failure;

    /** How many receivers run, or are about to. */
    private final AtomicInteger receiving = new AtomicInteger();

    /** The thread that waits for them in MPI.Finalize; null if there is none. */
    private volatile PeerWait finalizing;

    /** An answer that waits until the requester has room for it. */
    private record LongAnswer(Link link, int request, long word, ByteBuffer payload) {}

    /**
     * Registers the receivers of this protocol.
     *
     * @param rank this rank
     * @param engine not started
     * @param config how much memory the frames of a peer may take
     */
    public LayerProtocol(int rank, ProgressEngine engine, JmpiConfig config) {
        this.rank = rank;
        this.engine = engine;
        this.window = Math.max(config.eagerWindow(), LEAST_WINDOW);
        FrameDispatcher frames = engine.frames();
        frames.register(FrameKind.LAYER_QUERY, this::onQuery);
        frames.register(FrameKind.LAYER_NUMBER, this::onNumber);
        frames.register(FrameKind.LAYER_FRAME, this::onFrame);
        frames.register(FrameKind.LAYER_REQUEST, this::onRequest);
        frames.register(FrameKind.LAYER_ANSWER, this::onAnswer);
        frames.register(FrameKind.LONG_ANSWER, this::onLongAnswer);
        frames.register(FrameKind.CLEAR_ANSWER, this::onClearAnswer);
        frames.register(FrameKind.LAYER_CREDIT, this::onCredit);
        engine.wakes().setAlarm(this, this::onPeerGone);
    }

    // ---- the layers of this rank ----

    /**
     * Opens the layers that the program has; does nothing the second time.
     *
     * @param loaders know the classes of layers; the first one that has a class of some name counts
     * @return the names and versions of those that it has opened
     * @throws CommException of class OTHER if one can't be opened
     */
    public List<String> open(List<ClassLoader> loaders) {
        return open(() -> found(loaders).iterator());
    }

    private static List<Layer> found(List<ClassLoader> loaders) {
        List<Layer> found = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (ClassLoader loader : loaders) {
            if (!ServiceSearch.mayFind(loader, Layer.class)) continue;
            ServiceLoader.load(Layer.class, loader).stream()
                    .filter(provider -> names.add(provider.type().getName()))
                    .forEach(provider -> found.add(provider.get()));
        }
        return found;
    }

    /** Opens layers, and returns their names and versions; does nothing the second time. */
    List<String> open(Iterable<Layer> found) {
        List<Runnable> answers;
        synchronized (opening) {
            if (opened) return List.of();
            layers = openAll(found);
            opened = true;
            answers = List.copyOf(early);
            early.clear();
        }
        answers.forEach(Runnable::run);
        return layers.stream().map(LayerFrames::toString).toList();
    }

    /**
     * Opens a layer of this module's own, after those of the program. Each rank does so before a peer sends it a frame
     * of the layer.
     *
     * @param layer whose name no other one has
     */
    public void add(Layer layer) {
        Iterable<Layer> none = List.of();
        open(none);
        synchronized (opening) {
            List<LayerFrames> all = new ArrayList<>(layers);
            Set<String> names = all.stream().map(LayerFrames::name).collect(Collectors.toSet());
            all.add(open(layer, all.size(), names));
            layers = List.copyOf(all);
        }
    }

    private List<LayerFrames> openAll(Iterable<Layer> found) {
        List<LayerFrames> all = new ArrayList<>();
        Set<String> names = new HashSet<>();
        try {
            for (Layer layer : found) all.add(open(layer, all.size(), names));
        } catch (ServiceConfigurationError | RuntimeException e) {
            throw new CommException(ErrorClass.OTHER, "a layer can't be opened: " + CommException.describe(e), e);
        }
        return all;
    }

    private LayerFrames open(Layer layer, int number, Set<String> names) {
        if (number == MOST_LAYERS) throw new IllegalStateException("more than " + MOST_LAYERS + " layers");
        LayerFrames frames = new LayerFrames(this, number, layer);
        if (!names.add(frames.name()))
            throw new IllegalStateException("two layers have the name " + frames.name() + ", one of them "
                    + layer.getClass().getName());
        layer.open(frames);
        frames.opened();
        return frames;
    }

    /**
     * Returns when the peers have received what this rank has sent to their layers, or are gone.
     *
     * @throws CommException the failure after which the job can't go on
     */
    public void drain() {
        for (Link link : links) {
            if (link == null) continue;
            try {
                link.flush();
            } catch (CommException e) {
                if (link.peer.gone() == null) throw e;
            }
        }
    }

    /** @throws CommException if a receiver has failed */
    public void check() {
        if (failure != null) throw engine.peers().raised(failure);
    }

    /**
     * Calls no receiver and sends for no layer any more, until {@link #resume}: frames that come are dropped, and
     * requests fail. Returns when no receiver runs.
     *
     * @param over why calls fail until then
     */
    public void pause(CommException over) {
        close(over);
        // A receiver counts itself, then looks whether its layer is closed; this closes the layers, then looks at the
        // count. So either this thread sees the receiver, or the receiver sees that the layer is closed.
        PeerWait wait = new PeerWait(RecvRequest.ANY_PEER, () -> receiving.get() == 0);
        finalizing = wait;
        if (!wait.isDone()) engine.await(wait, "MPI.Finalize(the receivers of layers)");
        finalizing = null;
    }

    /** Calls receivers and sends again. */
    public void resume() {
        layers.forEach(layer -> layer.resume(this));
    }

    /**
     * Lets go of what the program may keep; the rank has left.
     *
     * @param over why later calls fail
     */
    public void close(CommException over) {
        layers.forEach(layer -> layer.close(over));
    }

    int rank() {
        return rank;
    }

    /** Returns the number of ranks, with those that have joined. */
    int size() {
        return engine.peers().size();
    }

    int longestPayload() {
        // A receiver owes less than half a window of credit, so the other half always comes back.
        return (int) (window / 2) - Link.OVERHEAD;
    }

    Link link(int peer) {
        Link[] known = links;
        return peer < known.length && known[peer] != null ? known[peer] : newLink(peer);
    }

    private synchronized Link newLink(int peer) {
        Link[] known = links;
        if (peer < known.length && known[peer] != null) return known[peer];
        Link[] more = Arrays.copyOf(known, Math.max(known.length, peer + 1));
        more[peer] = new Link(engine, engine.peers().get(peer), window);
        links = more;
        return more[peer];
    }

    // ---- calls of the program ----

    /** @throws IllegalStateException if a receiver calls this */
    static void checkMayWait(LayerFrames layer) {
        LayerFrames receiving = RECEIVING.get();
        if (receiving != null)
            throw new IllegalStateException("a receiver of layer " + receiving.name() + " sends a frame of layer "
                    + layer.name() + ": it may have to wait, so answer the request, or have another thread send");
    }

    PendingRequest pending(Link link, int room) {
        PendingRequest request;
        do {
            request = new PendingRequest(numbers.getAndIncrement(), link, room);
        } while (pending.putIfAbsent(request.number(), request) != null);
        // Either this thread sees that the peer is gone, or onPeerGone sees the request.
        if (link.peer.gone() != null) onPeerGone();
        return request;
    }

    /** Fails the requests to peers that are gone, drops the answers to them, and wakes those that wait for one. */
    private void onPeerGone() {
        longAnswers.values().removeIf(answer -> answer.link.peer.gone() != null);
        for (PendingRequest request : pending.values()) {
            CommException gone = request.link.peer.gone();
            if (gone != null && pending.remove(request.number(), request)) request.completeExceptionally(gone);
        }
        for (Link link : links) if (link != null) link.wakeAll();
    }

    /** @param layer its name */
    void await(CompletableFuture<?> future, String layer) {
        int peer = future instanceof PendingRequest request ? request.link.peer.rank() : RecvRequest.ANY_PEER;
        PeerWait wait = new PeerWait(peer, future::isDone);
        future.whenComplete((value, cause) -> wait.wake());
        engine.await(wait, "Frames.await(the answer to a request of layer " + layer + ")");
    }

    /** Returns how many answers wait until their requesters have room for them. */
    int answersThatWait() {
        return longAnswers.size();
    }

    CommException raised(CommException failure) {
        return engine.peers().raised(failure);
    }

    // ---- frames ----

    private Sink onQuery(PeerConnection from, long word0, long word1, long word2, long word3) {
        int bytes = length(word2, 1, LONGEST_NAME);
        int theirs = FrameHeader.context(word0);
        int version = (int) word1;
        Link link = link(from.rank());
        return PayloadSink.of(bytes, name -> {
            String text = StandardCharsets.UTF_8.decode(name).toString();
            synchronized (opening) {
                if (!opened) {
                    early.add(() -> answer(link, text, theirs, version));
                    return;
                }
            }
            answer(link, text, theirs, version);
        });
    }

    private void answer(Link link, String name, int theirs, int version) {
        int own = NO_VERSION;
        int number = NO_NUMBER;
        for (LayerFrames layer : layers) {
            if (!layer.name().equals(name)) continue;
            own = layer.version();
            if (own == version) number = layer.number();
        }
        link.send(FrameKind.LAYER_NUMBER, 0, theirs, own, number, 0, null);
    }

    private Sink onNumber(PeerConnection from, long word0, long word1, long word2, long word3) {
        link(from.rank()).onNumber(layer(word0), FrameHeader.sendId(word3), (int) word1);
        return null;
    }

    private Sink onFrame(PeerConnection from, long word0, long word1, long word2, long word3) {
        LayerFrames layer = layer(word0);
        int id = FrameHeader.type(word0);
        int bytes = length(word2, 0, longestPayload());
        Link link = link(from.rank());
        return PayloadSink.of(bytes, payload -> {
            unlessClosed(layer, () -> {
                FrameReceiver receiver = layer.receiver(id);
                CommException cause = receiver == null
                        ? layer.noReceiver(id, false, from.rank())
                        : receive(layer, id, link, peer -> receiver.onFrame(peer, word1, payload));
                if (cause != null) fail(cause);
            });
            link.received(bytes + Link.OVERHEAD);
        });
    }

    private Sink onRequest(PeerConnection from, long word0, long word1, long word2, long word3) {
        LayerFrames layer = layer(word0);
        int id = FrameHeader.type(word0);
        int bytes = length(word2, 0, longestPayload());
        Link link = link(from.rank());
        int request = FrameHeader.sendId(word3);
        OneAnswer answer = new OneAnswer(layer, link.peer.rank(), request, FrameHeader.receiveId(word3));
        return PayloadSink.of(bytes, payload -> {
            boolean taken = unlessClosed(layer, () -> {
                RequestReceiver receiver = layer.requestReceiver(id);
                CommException cause = receiver == null
                        ? layer.noReceiver(id, true, from.rank())
                        : receive(layer, id, link, peer -> receiver.onRequest(peer, word1, payload, answer));
                if (cause != null) {
                    answer.fail(cause);
                    fail(cause);
                }
            });
            if (!taken) refuse(link, request, layer.over());
            link.received(bytes + Link.OVERHEAD);
        });
    }

    /** Has a receiver take a frame, unless its layer is closed; returns whether it has. */
    private boolean unlessClosed(LayerFrames layer, Runnable reception) {
        receiving.incrementAndGet();
        try {
            if (layer.isClosed()) return false;
            reception.run();
            return true;
        } finally {
            PeerWait wait = receiving.decrementAndGet() == 0 ? finalizing : null;
            if (wait != null) wait.wake();
        }
    }

    /** A call of a receiver. */
    private interface Reception {
        void by(LayerPeer from);
    }

    /** Runs a receiver; returns why it has failed, or null. */
    private CommException receive(LayerFrames layer, int id, Link link, Reception reception) {
        LayerFrames outer = RECEIVING.get();
        RECEIVING.set(layer);
        Object kept = engine.events().receiverBegan(layer.name(), id, link.peer.rank());
        try {
            reception.by(new LayerPeer(layer, link.peer.rank()));
            return null;
        } catch (Throwable e) {
            // The thread belongs to another call, which must not get the exception.
            return new CommException(
                    ErrorClass.OTHER,
                    "the receiver of id " + id + " of layer " + layer.name() + " failed by a frame of rank "
                            + link.peer.rank() + ": " + CommException.describe(e),
                    e);
        } finally {
            engine.events().receiverEnded(kept);
            if (outer == null) RECEIVING.remove();
            else RECEIVING.set(outer);
        }
    }

    /** Fails the operations of this rank, and its Finalize. */
    private void fail(CommException cause) {
        if (failure == null) failure = cause;
        engine.failures().fail(cause);
    }

    /** Has the request of a peer fail. */
    void refuse(Link link, int request, CommException cause) {
        byte[] text = cause.getMessage().getBytes(StandardCharsets.UTF_8);
        ByteBuffer payload = ByteBuffer.wrap(text, 0, Math.min(text.length, LONGEST_REFUSAL));
        link.send(FrameKind.LAYER_ANSWER, REFUSAL, 0, 0, request, 0, payload);
    }

    /** Sends the answer to a request of a peer. */
    void answer(Link link, int request, int room, long word, ByteBuffer payload) {
        int bytes = payload == null ? 0 : payload.remaining();
        if (bytes <= room) {
            link.send(FrameKind.LAYER_ANSWER, 0, 0, word, request, 0, payload);
            return;
        }
        LongAnswer kept = new LongAnswer(link, request, word, payload);
        int number = numbers.getAndIncrement();
        while (longAnswers.putIfAbsent(number, kept) != null) number = numbers.getAndIncrement();
        // Either this thread sees that the peer is gone, or onPeerGone sees the answer.
        if (link.peer.gone() != null) longAnswers.remove(number);
        link.send(FrameKind.LONG_ANSWER, 0, 0, bytes, request, number, null);
    }

    private Sink onLongAnswer(PeerConnection from, long word0, long word1, long word2, long word3) {
        PendingRequest request = request(from, word3);
        request.announce(word1);
        Link link = request.link;
        link.fetch(() -> link.send(FrameKind.CLEAR_ANSWER, 0, 0, 0, FrameHeader.receiveId(word3), 0, null));
        return null;
    }

    private Sink onClearAnswer(PeerConnection from, long word0, long word1, long word2, long word3) {
        LongAnswer answer = longAnswers.remove(FrameHeader.sendId(word3));
        if (answer == null || answer.link.peer != from)
            throw new IllegalArgumentException("no answer has the number " + FrameHeader.sendId(word3));
        answer.link.send(FrameKind.LAYER_ANSWER, 0, 0, answer.word, answer.request, 0, answer.payload);
        return null;
    }

    private Sink onAnswer(PeerConnection from, long word0, long word1, long word2, long word3) {
        PendingRequest request = request(from, word3);
        boolean refused = FrameHeader.type(word0) == REFUSAL;
        if (refused) length(word2, 0, LONGEST_REFUSAL);
        else request.check(word2);
        return PayloadSink.of((int) word2, payload -> {
            if (!pending.remove(request.number(), request)) return;
            if (refused)
                request.refused(new CommException(
                        ErrorClass.OTHER, "rank " + from.rank() + ": " + StandardCharsets.UTF_8.decode(payload)));
            else request.answered(new Reply(word1, payload));
        });
    }

    private PendingRequest request(PeerConnection from, long word3) {
        PendingRequest request = pending.get(FrameHeader.sendId(word3));
        if (request == null || request.link.peer != from)
            throw new IllegalArgumentException("no request has the number " + FrameHeader.sendId(word3));
        return request;
    }

    private Sink onCredit(PeerConnection from, long word0, long word1, long word2, long word3) {
        link(from.rank()).onCredit(word1);
        return null;
    }

    private LayerFrames layer(long word0) {
        int number = FrameHeader.context(word0);
        List<LayerFrames> known = layers;
        if (number < 0 || number >= known.size())
            throw new IllegalArgumentException("no layer has the number " + number);
        return known.get(number);
    }

    private static int length(long word2, int shortest, int longest) {
        if (word2 < shortest || word2 > longest)
            throw new IllegalArgumentException("length of a layer's frame=" + word2);
        return (int) word2;
    }
}
