package org.jmpi.comm.context;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jmpi.comm.coll.Tuning;
import org.jmpi.comm.datatype.ObjectCodec;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.progress.ProgressEngine;
import org.jmpi.comm.request.RecvRequest;
import org.jmpi.comm.request.Request;
import org.jmpi.comm.request.RequestPool;
import org.jmpi.comm.request.SendRequest;

/** What all communicators of one rank share: its engine, its requests for reuse, its buffer for buffered sends. */
public final class LocalProcess {
    private final int worldRank;
    private final ProgressEngine engine;
    private final ObjectCodec codec;
    private final Tuning tuning;
    private final ContextIds contextIds;
    private final BufferedSends bufferedSends;
    private final RequestPool<SendRequest> sends = new RequestPool<>(SendRequest::new);
    private final RequestPool<RecvRequest> receives = new RequestPool<>(RecvRequest::new);
    private volatile int epoch;
    private final Queue<SendRequest> unattended = new ConcurrentLinkedQueue<>();

    /**
     * @param worldRank this process's rank in the world
     * @param worldSize the number of ranks in the world
     */
    public LocalProcess(int worldRank, int worldSize, ProgressEngine engine, ObjectCodec codec, Tuning tuning) {
        this.worldRank = worldRank;
        this.contextIds = new ContextIds(worldRank, worldSize);
        this.engine = engine;
        this.codec = codec;
        this.tuning = tuning;
        this.bufferedSends = new BufferedSends(engine);
    }

    public int worldRank() {
        return worldRank;
    }

    public ProgressEngine engine() {
        return engine;
    }

    /** Returns what names the contexts of new communicators. */
    public ContextIds contextIds() {
        return contextIds;
    }

    /** Returns how many worlds of this process are over. */
    int epoch() {
        return epoch;
    }

    /**
     * Ends the world of this process: its communicators can't be used any more, and no buffer is attached.
     *
     * @param unusedSerial a serial of contexts that no process has used, the same at every rank
     */
    public void endEpoch(int unusedSerial) {
        bufferedSends.release();
        contextIds.restart(unusedSerial);
        engine.retireBelow(contextIds.world());
        epoch = epoch + 1;
    }

    /** Returns what encodes the objects of messages. */
    public ObjectCodec codec() {
        return codec;
    }

    Tuning tuning() {
        return tuning;
    }

    BufferedSends bufferedSends() {
        return bufferedSends;
    }

    SendRequest newSend() {
        return sends.take();
    }

    RecvRequest newReceive() {
        return receives.take();
    }

    /** Attaches a buffer for buffered sends; see MPI-4.1 section 3.6. */
    public void attachBuffer(byte[] buffer) {
        bufferedSends.attach(buffer);
    }

    /** Detaches the buffer, once every message in it has been sent. */
    public byte[] detachBuffer() {
        return bufferedSends.detach();
    }

    /**
     * Returns when a request is done, with its message where it belongs.
     *
     * @throws CommException why it failed
     */
    public void await(Request request) {
        engine.await(request);
        conclude(request);
    }

    /**
     * Brings the message of a request that is done to where it belongs; once.
     *
     * @throws CommException why it failed
     */
    public void conclude(Request request) {
        CommException failure = request.failure();
        boolean here = failure == null || failure.errorClass() == ErrorClass.TRUNCATE;
        if (here && request instanceof RecvRequest receive && !request.isCancelled()) receive.deliver();
        if (failure != null) throw engine.raised(failure);
    }

    /** Takes a request back that is done and that nothing refers to any more. */
    public void recycle(Request request) {
        if (request instanceof SendRequest send) {
            send.clear();
            sends.give(send);
        } else if (request instanceof RecvRequest receive) {
            receive.clear();
            receives.give(receive);
        }
    }

    /** Lets a request go that is not done: it completes by itself, and {@link #drain} waits for it if it is a send. */
    public void detach(Request request) {
        unattended.removeIf(Request::isDone);
        if (request instanceof SendRequest send && !request.isDone()) unattended.add(send);
    }

    /** Returns when every send that nobody waits for is done. */
    public void drain() {
        bufferedSends.drain();
        for (SendRequest send = unattended.poll(); send != null; send = unattended.poll()) engine.await(send);
    }
}
