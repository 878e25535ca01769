package org.jmpi.comm.progress;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.JavaObjectCodec;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.datatype.ObjectCodec;
import org.jmpi.comm.datatype.ObjectFilter;
import org.jmpi.comm.datatype.ObjectMessage;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.events.Events;
import org.jmpi.comm.match.Pattern;
import org.jmpi.comm.operation.Operation;
import org.jmpi.comm.operation.ProbeRequest;
import org.jmpi.comm.operation.RecvRequest;
import org.jmpi.comm.operation.SendMode;
import org.jmpi.comm.operation.SendRequest;

/** One rank of a test of the engine: sends and receives arrays in one context. */
final class EngineRank implements PeerListener {
    static final int CONTEXT = 4;
    static final int ANY = Pattern.ANY;
    private Runnable onGone = () -> {};
    private static final long LINGER_NANOS = 2_000_000_000L;

    private final int rank;
    private final ProgressEngine engine;
    private final ObjectCodec codec = new JavaObjectCodec(new ObjectFilter(null));
    private final List<Integer> gone = new CopyOnWriteArrayList<>();
    private volatile int[] senders;
    private boolean closed;

    EngineRank(int rank, JmpiConfig config) {
        this(rank, config, Events.NONE);
    }

    EngineRank(int rank, JmpiConfig config, Events events) {
        this.rank = rank;
        this.engine = new ProgressEngine(rank, config, this, events);
    }

    /** @param listener hears of peers that are gone, instead of this */
    EngineRank(int rank, JmpiConfig config, PeerListener listener) {
        this.rank = rank;
        this.engine = new ProgressEngine(rank, config, listener, Events.NONE);
    }

    int number() {
        return rank;
    }

    ProgressEngine engine() {
        return engine;
    }

    /** Returns the peers that were reported as gone though this rank needed them. */
    List<Integer> gone() {
        return gone;
    }

    @Override
    public void onPeerGone(int peer, CommException cause) {
        gone.add(peer);
        onGone.run();
    }

    /** Names what runs whenever a peer is reported. */
    void onGone(Runnable action) {
        onGone = action;
    }

    /** Says who sends to this rank, if not all do. */
    void isSentToBy(int... worldRanks) {
        senders = worldRanks;
    }

    @Override
    public int[] senders(int context) {
        return senders;
    }

    @Override
    public void beforeFailure() {
        // The tests see failures as they come.
    }

    // ---- sends ----

    SendRequest isend(SendMode mode, BasicType type, Object array, int offset, int count, int to, int tag) {
        SendRequest send = new SendRequest();
        send.segment().set(new Buffer(array, offset, count, Layout.of(type)));
        send.set(mode, CONTEXT, rank, to, tag);
        engine.send(send);
        return send;
    }

    SendRequest isend(SendMode mode, byte[] bytes, int to, int tag) {
        return isend(mode, BasicType.BYTE, bytes, 0, bytes.length, to, tag);
    }

    SendRequest isend(byte[] bytes, int to, int tag) {
        return isend(SendMode.STANDARD, bytes, to, tag);
    }

    SendRequest isendLong(long value, int to, int tag) {
        return isend(SendMode.STANDARD, BasicType.LONG, new long[] {value}, 0, 1, to, tag);
    }

    SendRequest isendObjects(Object[] objects, int to, int tag) {
        SendRequest send = new SendRequest();
        send.segment().set(new Buffer(objects, 0, objects.length, Layout.of(BasicType.OBJECT)));
        send.set(
                SendMode.SYNCHRONOUS,
                CONTEXT,
                rank,
                to,
                tag,
                BasicType.OBJECT,
                ObjectMessage.encode(codec, objects, 0, objects.length),
                objects.length);
        engine.send(send);
        return send;
    }

    // ---- receives ----

    RecvRequest irecv(BasicType type, Object array, int offset, int count, int from, int tag) {
        RecvRequest receive = new RecvRequest();
        receive.segment().set(new Buffer(array, offset, count, Layout.of(type)));
        receive.set(CONTEXT, from, from == ANY ? RecvRequest.ANY_PEER : from, tag, codec);
        engine.receive(receive);
        return receive;
    }

    RecvRequest irecv(byte[] bytes, int from, int tag) {
        return irecv(BasicType.BYTE, bytes, 0, bytes.length, from, tag);
    }

    RecvRequest recv(byte[] bytes, int from, int tag) {
        return await(irecv(bytes, from, tag));
    }

    /** Receives one long. */
    long recvLong(int from, int tag) {
        long[] value = new long[1];
        await(irecv(BasicType.LONG, value, 0, 1, from, tag));
        return value[0];
    }

    ProbeRequest probe(int from, int tag) {
        ProbeRequest probe = newProbe(from, tag);
        engine.probe(probe);
        return probe;
    }

    private static ProbeRequest newProbe(int from, int tag) {
        return new ProbeRequest(CONTEXT, from, from == ANY ? RecvRequest.ANY_PEER : from, tag);
    }

    ProbeRequest iprobe(int from, int tag) {
        ProbeRequest probe = newProbe(from, tag);
        engine.probeNow(probe);
        return probe;
    }

    // ---- completion ----

    /** Waits for a request; throws its failure. */
    <T extends Operation> T await(T request) {
        engine.await(request, "Wait");
        if (request.failure() != null) throw request.failure();
        return request;
    }

    /** Waits until there is a message, which stays, without being in a wait that a failure would end. */
    void untilThereIs(int from, int tag) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(EngineWorld.LIMIT_SECONDS);
        while (!iprobe(from, tag).isDone()) {
            assertTrue(System.nanoTime() < end, engine.inbox()::describe);
            Thread.yield();
        }
    }

    synchronized boolean isClosed() {
        return closed;
    }

    void close() {
        synchronized (this) {
            if (closed) return;
            closed = true;
        }
        engine.close(new CommException(ErrorClass.OTHER, "rank " + rank + " was closed by the test"), LINGER_NANOS);
    }
}
