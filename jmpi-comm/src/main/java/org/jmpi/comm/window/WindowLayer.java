package org.jmpi.comm.window;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.jmpi.comm.communicator.Process;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.Access;
import org.jmpi.comm.frame.Answer;
import org.jmpi.comm.frame.Frames;
import org.jmpi.comm.frame.Layer;
import org.jmpi.comm.frame.Peer;
import org.jmpi.comm.op.Predefined;
import org.jmpi.comm.operation.RequestPool;
import org.jmpi.comm.progress.ProgressEngine;

/**
 * The frames of all windows of one rank, as a layer that is opened for the first window. The word of a frame is the
 * number of the window; the other half has the type of a lock.
 *
 * <pre>
 * origin                                      target
 *   | -- LAYOUT number, form ------------------&gt; |   once for each derived datatype; without a form: forget it
 *   | -- PUT, ACCUMULATE ----------------------&gt; |   frames, or requests of the R-forms
 *   | -- GET, GET_ACCUMULATE, COMPARE_AND_SWAP &gt; |   requests: the answer has the elements
 *   | -- FLUSH --------------------------------&gt; |   answered after all that came before it
 *   | -- LOCK ---------------------------------&gt; |   answered when the origin has the lock
 *   | -- UNLOCK, COMPLETE ---------------------&gt; |   a flush, and the end of the epoch
 *   | &lt;--------------------------------- POST -- |
 *   | -- NOTE, ENDED ------------------------&gt; |   for observers that compare accesses: see ObservedPath
 * </pre>
 *
 * A long access is several frames. The word of an answer is 0, or the class of a failure whose message is the payload.
 */
final class WindowLayer implements Layer {
    static final int PUT = 0;
    static final int ACCUMULATE = 1;
    static final int LAYOUT = 2;
    static final int POST = 3;
    static final int GET = 4;
    static final int GET_ACCUMULATE = 5;
    static final int COMPARE_AND_SWAP = 6;
    static final int FLUSH = 7;
    static final int LOCK = 8;
    static final int UNLOCK = 9;
    static final int COMPLETE = 10;
    static final int NOTE = 11;
    static final int ENDED = 12;

    private static final int HALF = 32;

    /** For accesses, each of which uses some until it returns. */
    final RequestPool<Segment> segments = new RequestPool<>(pool -> new Segment());

    final RequestPool<Buffer> buffers = new RequestPool<>(pool -> new Buffer());

    /** By the ordinal of the type. */
    final List<RequestPool<Combination>> combinations = Combination.pools();

    private final ProgressEngine engine;
    private final int rank;
    private final Map<Integer, Exposure> windows = new ConcurrentHashMap<>();
    private Frames frames;

    private WindowLayer(Process process) {
        this.engine = process.engine();
        this.rank = process.worldRank();
        engine.wakes().setAlarm(this, this::losePeers);
    }

    static WindowLayer of(Process process) {
        return process.layer(WindowLayer.class, () -> new WindowLayer(process));
    }

    @Override
    public String name() {
        return "jmpi.window";
    }

    @Override
    public void open(Frames opened) {
        frames = opened;
        opened.register(LAYOUT, (from, word, payload) -> takeLayout(from, word, payload));
        opened.register(POST, (from, word, payload) -> posted(from, word));
        for (int id : new int[] {PUT, ACCUMULATE}) {
            opened.register(id, (from, word, payload) -> take(id, from, word, payload));
            opened.register(id, (from, word, payload, answer) -> answer(id, from, word, payload, answer));
        }
        for (int id : new int[] {GET, GET_ACCUMULATE, COMPARE_AND_SWAP})
            opened.register(id, (from, word, payload, answer) -> answer(id, from, word, payload, answer));
        for (int id : new int[] {FLUSH, LOCK, UNLOCK, COMPLETE, ENDED})
            opened.register(id, (from, word, payload, answer) -> synchronize(id, from, word, payload, answer));
        opened.register(NOTE, (from, word, payload) -> note(from, word, payload, true));
        opened.register(NOTE, (from, word, payload, answer) -> {
            note(from, word, payload, false);
            answer.send(WindowOperation.DONE, null);
        });
    }

    Frames frames() {
        return frames;
    }

    void add(int window, Exposure exposure) {
        windows.put(window, exposure);
    }

    /** Forgets a window: requests for it fail, also those that wait for its lock. */
    void remove(int window) {
        Exposure exposure = windows.remove(window);
        if (exposure != null) exposure.locks.close(freed());
    }

    private CommException freed() {
        return new CommException(ErrorClass.WIN, "rank " + rank + " has freed the window");
    }

    boolean has(int window) {
        return windows.containsKey(window);
    }

    void forEach(BiConsumer<Integer, Exposure> action) {
        windows.forEach(action);
    }

    /** Returns the word of a request for a lock. */
    static long lockWord(int window, int type) {
        return (long) type << HALF | window;
    }

    private void losePeers() {
        for (Exposure exposure : windows.values()) {
            exposure.locks.lose();
            exposure.wake();
        }
    }

    // ---- frames of other ranks ----

    private void takeLayout(Peer from, long word, ByteBuffer payload) {
        Exposure exposure = windows.get((int) word);
        if (exposure != null) exposure.layouts(from.rank()).take(payload);
    }

    private void posted(Peer from, long word) {
        Exposure exposure = windows.get((int) word);
        if (exposure != null) exposure.posted(from.rank());
    }

    private void take(int id, Peer from, long word, ByteBuffer payload) {
        Exposure exposure = windows.get((int) word);
        // Of a window that is freed here: its ranks have found that one of them has failed.
        if (exposure == null) return;
        try {
            access(id, exposure, from.rank(), payload);
        } catch (CommException e) {
            exposure.note(from.rank(), e);
        }
    }

    private void answer(int id, Peer from, long word, ByteBuffer payload, Answer answer) {
        try {
            answer.send(WindowOperation.DONE, access(id, exposure(word), from.rank(), payload));
        } catch (CommException e) {
            fail(answer, e);
        }
    }

    private static void fail(Answer answer, CommException cause) {
        answer.send(cause.errorClass().code(), WindowOperation.payload(cause));
    }

    private Exposure exposure(long word) {
        Exposure exposure = windows.get((int) word);
        if (exposure == null) throw freed();
        return exposure;
    }

    /** Carries an access out; returns the payload of the answer, or null. */
    private ByteBuffer access(int id, Exposure exposure, int origin, ByteBuffer payload) {
        AccessFrame frame = AccessFrame.read(payload);
        TargetItems items = new TargetItems(
                frame.disp(), frame.count(), exposure.layouts(origin).get(frame.layoutNumber()));
        Buffer located = buffers.take();
        try {
            exposure.memory.locate(items, located);
            return access(id, exposure.memory, located.segment(), frame, payload);
        } finally {
            located.clear();
            buffers.give(located);
        }
    }

    private ByteBuffer access(int id, WindowMemory memory, Segment target, AccessFrame frame, ByteBuffer payload) {
        switch (id) {
            case PUT:
                target.unpack(frame.position(), payload);
                return null;
            case GET:
                return pack(target, frame);
            case COMPARE_AND_SWAP:
                return compareAndSwap(memory, target, frame, payload);
            default:
                return accumulate(id == GET_ACCUMULATE, memory, target, frame, payload);
        }
    }

    private static ByteBuffer pack(Segment target, AccessFrame frame) {
        ByteBuffer answer = ByteBuffer.allocate(frame.bytes()).order(ByteOrder.LITTLE_ENDIAN);
        target.pack(frame.position(), answer);
        return answer.flip();
    }

    private ByteBuffer compareAndSwap(WindowMemory memory, Segment target, AccessFrame frame, ByteBuffer payload) {
        long expected = bits(payload, frame.bytes());
        long before = memory.compareAndSwap(target, expected, bits(payload, frame.bytes()), engine, rank);
        ByteBuffer answer = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        return answer.putLong(0, before).limit(frame.bytes());
    }

    private static long bits(ByteBuffer payload, int bytes) {
        long bits = 0;
        for (int i = 0; i < bytes; i++) bits |= (payload.get() & 0xFFL) << Byte.SIZE * i;
        return bits;
    }

    private ByteBuffer accumulate(
            boolean reads, WindowMemory memory, Segment target, AccessFrame frame, ByteBuffer payload) {
        int width = target.type().width();
        ByteBuffer answer = reads ? ByteBuffer.allocate(frame.bytes()).order(ByteOrder.LITTLE_ENDIAN) : null;
        RequestPool<Combination> pool = combinations.get(target.type().ordinal());
        Combination combination = pool.take().set(memory, target, Predefined.of(frame.op()), reads);
        long end = (frame.position() + frame.bytes()) / width;
        ByteBuffer part = payload.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        for (long at = frame.position() / width; at < end; at += Combination.MOST_ELEMENTS) {
            Segment operands = combination.begin(at, end);
            if (operands != null) operands.unpack(0, part.limit(part.position() + (int) operands.bytes()));
            Segment before = combination.run(engine, rank);
            if (before != null) before.pack(0, answer);
        }
        combination.clear();
        pool.give(combination);
        return reads ? answer.flip() : null;
    }

    /** Reports an access to the observer; one outside of the memory fails by itself. */
    private void note(Peer from, long word, ByteBuffer payload, boolean lasts) {
        Exposure exposure = windows.get((int) word);
        if (exposure == null) return;
        try {
            Access access = AccessNote.decode(payload).to(exposure.memory);
            engine.events().accessed((int) word, from.rank(), access, lasts);
        } catch (CommException e) {
            if (e.errorClass() != ErrorClass.RMA_RANGE && e.errorClass() != ErrorClass.TYPE) throw e;
        }
    }

    /** Answers a request that ends accesses or begins them. */
    private void synchronize(int id, Peer from, long word, ByteBuffer payload, Answer answer) {
        int origin = from.rank();
        Exposure exposure;
        try {
            exposure = exposure(word);
        } catch (CommException e) {
            fail(answer, e);
            return;
        }
        if (id == LOCK) {
            engine.events()
                    .locked(
                            (int) word,
                            origin,
                            StandardCharsets.UTF_8.decode(payload).toString());
            boolean exclusive = word >> HALF == Window.LOCK_EXCLUSIVE;
            exposure.locks.request(origin, exclusive, answer, engine.scheduler().nanoTime());
            return;
        }
        CommException failure = exposure.failure(origin);
        if (id == ENDED) engine.events().accessesEnded((int) word, origin);
        if (id == UNLOCK) {
            engine.events().unlocked((int) word, origin);
            exposure.locks.release(origin);
        }
        if (id == COMPLETE) exposure.completed(origin);
        if (failure == null) answer.send(WindowOperation.DONE, null);
        else fail(answer, failure);
    }
}
