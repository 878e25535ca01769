package org.jmpi.comm.transport;

import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.internal.vm.annotation.DontInline;

/**
 * Moves frames between ranks of one host through rings, one for each direction between two ranks that have something to
 * say to each other.
 *
 * <p>The polling thread looks at the rings that are in use, and at one word for all others: a sender whose ring is not
 * watched marks it in the receiver's {@link ControlBlock}. A thread that writes to the control block or the ring of a
 * sleeping rank wakes it. Between the store of a frame and the load that shows whether its receiver watches or sleeps
 * there is no fence: see {@link SleepRecheck}.
 */
public abstract class RingTransport implements Transport {
    /** So many rings are watched whether they are in use or not. */
    private static final int ALWAYS_WATCHED = 8;

    private static final int POLLS_BETWEEN_REVIEWS = 1 << 12;

    /** The time in ns between two checks that the peers have reached a rank that is about to leave; few are needed. */
    private static final long REACH_NANOS = 1_000_000;

    private static final RingReader[] NONE = {};

    /** This rank. */
    protected final int rank;

    private final FrameHandler handler;
    private final int longestCopied;
    private final ControlBlock own;
    private final ControlBlock[] controlBlocks;
    private final RingEndpoint[] endpoints;
    private final RingReader[] readers;
    private final AtomicInteger stuck = new AtomicInteger();
    private final AtomicBoolean woken = new AtomicBoolean();
    private final AtomicBoolean closed = new AtomicBoolean();

    /** The rings that are watched; replaced, never changed. */
    private RingReader[] watched = NONE;

    /** The endpoint that handed a frame over last: who waits for its end helps to copy it. Null if there is none. */
    private volatile RingEndpoint handedOver;

    private long[] framesAtReview = {};
    private int pollsToReview = 1;

    /** Polls that found nothing; plain, as a reader of an old count only loses or gains some time. */
    private int idlePolls;

    /** Ranks that had ended before they were reached; the handler hears of them in the next poll. */
    private final Queue<RingEndpoint> unreached = new ConcurrentLinkedQueue<>();

    /** When it was looked last whether peers are gone without having said so. */
    private long lookedForLosses = System.nanoTime();

    /**
     * Opens a rank's end.
     *
     * @param rank this rank
     * @param size the number of ranks in the world
     * @param handler takes what arrives
     * @param own this rank's control block
     * @param longestCopied bytes of the longest payload that is not handed over, where rings hand over
     */
    protected RingTransport(int rank, int size, FrameHandler handler, ControlBlock own, int longestCopied) {
        this.rank = rank;
        this.handler = handler;
        this.own = own;
        this.longestCopied = longestCopied;
        this.controlBlocks = new ControlBlock[size];
        this.endpoints = new RingEndpoint[size];
        this.readers = new RingReader[size];
    }

    /**
     * {@return the control block of a peer}
     *
     * @param peer its rank
     * @param address where it is reached
     * @throws NoSuchFileException if it has ended
     * @throws IOException if it can't be reached there; the message says why
     */
    protected abstract ControlBlock controlBlock(int peer, PeerAddress address) throws IOException;

    /** {@return the name of the transport; empty if it has none} */
    protected String name() {
        return "";
    }

    /**
     * {@return a new ring to a peer, which the peer finds by {@link #findRing}}
     *
     * @param to the peer's rank
     * @throws IOException if there is no memory for it; the message names how much and where
     */
    protected abstract RingMemory makeRing(int to) throws IOException;

    /**
     * {@return the ring that a peer has made; null if it has made none}
     *
     * @param from the peer's rank
     * @throws IOException if it can't be used; the message says why
     */
    protected abstract RingMemory findRing(int from) throws IOException;

    /**
     * Blocks the calling thread until the time is over, this rank's doorbell rings or the thread is interrupted; or
     * shorter.
     *
     * @param nanos the longest time
     */
    protected abstract void sleep(long nanos);

    /**
     * Rings a rank's doorbell, which ends its {@link #sleep} or else the next one.
     *
     * @param asleep the rank, perhaps this one
     */
    protected abstract void ring(int asleep);

    /** Frees the resources of {@link #sleep}, {@link #ring} and {@link #makeRing}; called once. */
    protected abstract void release();

    /**
     * {@return why a peer is gone without having said so; null if it is there}
     *
     * @param peer its rank
     */
    protected String lossOf(int peer) {
        return null;
    }

    /** {@return whether all peers that this rank reaches have reached it, too: before that it does not depart} */
    protected boolean isReached() {
        return true;
    }

    /** Does what needs doing now and then: called between polls. */
    protected void tidy() {}

    /**
     * {@return whether a peer has closed its transport}
     *
     * @param peer its rank
     */
    protected final boolean hasEnded(int peer) {
        return controlBlocks[peer].state() != ControlBlock.OPEN;
    }

    @Override
    public final Endpoint endpoint(int peer, PeerAddress address) {
        if (peer == rank || peer < 0 || peer >= endpoints.length)
            throw new IllegalArgumentException(
                    "no peer of rank " + rank + ": rank=" + peer + ", size=" + endpoints.length);
        RingEndpoint endpoint = new RingEndpoint(peer, this);
        try {
            controlBlocks[peer] = controlBlock(peer, address);
        } catch (NoSuchFileException e) {
            endpoint.end(new IllegalStateException("rank " + peer + " ended before rank " + rank + " reached it", e));
            unreached.add(endpoint);
        } catch (IOException e) {
            throw new IllegalStateException("rank " + rank + " does not reach rank " + peer + ": " + e.getMessage(), e);
        }
        // Polls read the endpoint, then the control block: that of a rank that joins must not come later.
        VarHandle.releaseFence();
        endpoints[peer] = endpoint;
        return endpoint;
    }

    // ---- Sending ----

    /**
     * Makes the ring of an endpoint, unless another thread does or the peer has left, whose end the polling thread
     * handles.
     */
    final void open(RingEndpoint endpoint) {
        try {
            synchronized (endpoint) {
                if (endpoint.isOpen() || endpoint.gone() != null) return;
                if (controlBlocks[endpoint.peer].state() == ControlBlock.OPEN)
                    endpoint.open(new RingWriter(makeRing(endpoint.peer), longestCopied));
                else own.markReady(endpoint.peer);
            }
        } catch (IOException e) {
            lose(endpoint.peer, e);
        }
    }

    /** Sees to it that a peer looks at what was written to it. */
    final void tell(RingEndpoint endpoint) {
        ControlBlock controlBlock = controlBlocks[endpoint.peer];
        if (!endpoint.isWatched()) controlBlock.markReady(rank);
        wake(endpoint.peer, controlBlock);
    }

    private void wake(int peer, ControlBlock controlBlock) {
        if (controlBlock.isAsleep() && controlBlock.wakes()) ring(peer);
    }

    final void handedOver(RingEndpoint endpoint) {
        if (handedOver != endpoint) handedOver = endpoint;
    }

    final int idlePolls() {
        return idlePolls;
    }

    final void stuck(int more) {
        stuck.addAndGet(more);
    }

    final void onStuck() {
        if (own.isAsleep()) wakeup();
        handler.onWork();
    }

    // ---- Progress ----

    @Override
    public final boolean pollsMemory() {
        return true;
    }

    @Override
    @DontInline
    public final boolean poll() {
        if (closed.get()) return false;
        boolean moved = false;
        for (RingReader reader : watched) moved |= read(reader);
        for (int word = 0; word < own.words(); word++) {
            long ranks = own.takeWord(word);
            if (ranks != 0) moved |= attend(word, ranks);
        }
        if (stuck.get() > 0) moved |= flush();
        RingEndpoint latest = handedOver;
        if (latest != null) moved |= latest.helpCopy();
        if (!moved) idlePolls++;
        if (--pollsToReview == 0) review();
        return moved;
    }

    private boolean read(RingReader reader) {
        if (endpoints[reader.peer].gone() != null) {
            unwatch(reader.peer);
            return false;
        }
        try {
            boolean moved = reader.poll();
            if (moved && (reader.toldRoom() | reader.answered())) wakeSender(reader.peer);
            return moved;
        } catch (RuntimeException e) {
            refuse(reader, e);
            return true;
        }
    }

    /** Wakes a peer whose frames were taken, perhaps while it waits for just that. */
    private void wakeSender(int peer) {
        ControlBlock controlBlock = controlBlocks[peer];
        if (!controlBlock.isAsleep()) return;
        controlBlock.markReady(rank);
        wake(peer, controlBlock);
    }

    private boolean flush() {
        boolean moved = false;
        for (RingEndpoint endpoint : endpoints) if (endpoint != null && endpoint.isStuck()) moved |= endpoint.flush();
        return moved;
    }

    private boolean attend(int word, long ranks) {
        boolean any = false;
        for (long left = ranks; left != 0; left &= left - 1) {
            int peer = word * Long.SIZE + Long.numberOfTrailingZeros(left);
            if (peer < endpoints.length && endpoints[peer] != null) any |= attend(peer);
        }
        return any;
    }

    private boolean attend(int peer) {
        RingEndpoint endpoint = endpoints[peer];
        if (endpoint.gone() != null) return false;
        // The state before the ring: who has left wrote its last frame earlier.
        long state = controlBlocks[peer].state();
        if (endpoint.isRefused()) {
            lose(peer, new IllegalStateException("rank " + peer + " refused a frame"));
            return true;
        }
        RingReader reader = watch(peer);
        if (state == ControlBlock.OPEN || endpoint.gone() != null) return true;
        while (reader != null && endpoint.gone() == null && read(reader)) {}
        if (endpoint.gone() != null) return true;
        if (state == ControlBlock.STOPPED) lose(peer, new IllegalStateException("rank " + peer + " was stopped"));
        else if (endpoint.end(new IllegalStateException("rank " + peer + " has ended"))) {
            handler.onPeerDeparted(peer);
            endpoint.failAll();
        }
        return true;
    }

    private RingReader watch(int peer) {
        RingReader reader = readers[peer];
        try {
            if (reader == null) {
                RingMemory found = findRing(peer);
                if (found == null) return null;
                reader = new RingReader(peer, found, handler);
                readers[peer] = reader;
            }
        } catch (IOException e) {
            lose(peer, e);
            return null;
        }
        reader.watch(true);
        if (!Arrays.asList(watched).contains(reader)) {
            RingReader[] more = Arrays.copyOf(watched, watched.length + 1);
            more[watched.length] = reader;
            watched = more;
        }
        return reader;
    }

    private void unwatch(int peer) {
        watched = Arrays.stream(watched).filter(reader -> reader.peer != peer).toArray(RingReader[]::new);
    }

    /** Stops watching rings that have been idle for a while, if there are many. */
    private void review() {
        pollsToReview = POLLS_BETWEEN_REVIEWS;
        tidy();
        for (RingEndpoint endpoint = unreached.poll(); endpoint != null; endpoint = unreached.poll()) {
            handler.onPeerLost(endpoint.peer, endpoint.gone());
            endpoint.failAll();
        }
        // A program that only looks for its messages never blocks, and would miss the death of a peer. An interrupted
        // thread would close the files that it looks at.
        if (System.nanoTime() - lookedForLosses >= SleepRecheck.SLEEP_NANOS
                && !Thread.currentThread().isInterrupted()) lookForLosses();
        RingReader[] all = watched;
        if (all.length <= ALWAYS_WATCHED) {
            framesAtReview = new long[0];
            return;
        }
        long[] frames = new long[readers.length];
        for (RingReader reader : all) frames[reader.peer] = reader.frames() + 1;
        for (RingReader reader : all) {
            boolean idle = framesAtReview.length > 0 && framesAtReview[reader.peer] == frames[reader.peer];
            if (idle && !reader.isUnderWay()) release(reader);
        }
        framesAtReview = frames;
    }

    /** Stops watching a ring; not if something comes within the grace. */
    private void release(RingReader reader) {
        reader.watch(false);
        if (SleepRecheck.recheck(Scheduler.JDK, () -> read(reader))) reader.watch(true);
        else unwatch(reader.peer);
    }

    // ---- Waiting ----

    @Override
    public final void await(long nanos) {
        if (woken.getAndSet(false) || closed.get()) return;
        long end = System.nanoTime() + nanos;
        try {
            do {
                own.sleeps(true);
                if (SleepRecheck.recheck(Scheduler.JDK, this::pollOrWakeUp)) return;
                sleep(Math.min(SleepRecheck.SLEEP_NANOS, end - System.nanoTime()));
                if (woken.getAndSet(false)
                        || closed.get()
                        || Thread.currentThread().isInterrupted()) return;
                tidy();
                lookForLosses();
            } while (!poll() && end - System.nanoTime() > 0);
        } finally {
            own.sleeps(false);
        }
    }

    /**
     * {@return whether a {@link #sleep} is to return at once: the waking thread stores a mark before it rings} A sleep
     * stores the address of its doorbell, as a volatile, before it asks.
     */
    protected final boolean isRung() {
        return !own.isStillAsleep() || woken.get();
    }

    @Override
    public final void wakeup() {
        woken.set(true);
        ring(rank);
    }

    private boolean pollOrWakeUp() {
        return poll() || woken.getAndSet(false);
    }

    private void lookForLosses() {
        lookedForLosses = System.nanoTime();
        for (RingEndpoint endpoint : endpoints) {
            if (endpoint == null || endpoint.gone() != null) continue;
            String loss = lossOf(endpoint.peer);
            if (loss != null && controlBlocks[endpoint.peer].state() == ControlBlock.OPEN)
                lose(endpoint.peer, new IllegalStateException(loss));
        }
    }

    // ---- The end ----

    /** Drops a peer whose frame was not understood. */
    private void refuse(RingReader reader, RuntimeException cause) {
        reader.refuse();
        controlBlocks[reader.peer].markReady(rank);
        wake(reader.peer, controlBlocks[reader.peer]);
        lose(reader.peer, cause);
    }

    private void lose(int peer, Throwable cause) {
        RingEndpoint endpoint = endpoints[peer];
        if (!endpoint.end(cause)) return;
        handler.onPeerLost(peer, cause);
        endpoint.failAll();
    }

    @Override
    public final void close(long nanos) {
        long end = System.nanoTime() + nanos;
        while ((stuck.get() > 0 || anyHandedOver() || !isReached()) && !closed.get()) {
            long left = end - System.nanoTime();
            if (left <= 0) break;
            // A peer that reaches this rank does not ring.
            if (!poll()) await(Math.min(left, isReached() ? SleepRecheck.SLEEP_NANOS : REACH_NANOS));
        }
        leave(ControlBlock.DEPARTED);
    }

    private boolean anyHandedOver() {
        for (RingEndpoint endpoint : endpoints)
            if (endpoint != null && endpoint.gone() == null && endpoint.hasHandedOver()) return true;
        return false;
    }

    @Override
    public final void close() {
        leave(ControlBlock.STOPPED);
    }

    private void leave(long state) {
        if (closed.getAndSet(true)) return;
        own.state(state);
        for (int peer = 0; peer < controlBlocks.length; peer++) {
            if (controlBlocks[peer] == null || endpoints[peer].gone() != null) continue;
            controlBlocks[peer].markReady(rank);
            wake(peer, controlBlocks[peer]);
        }
        wakeup();
        IllegalStateException end = new IllegalStateException("rank " + rank + " has closed its transport");
        for (RingEndpoint endpoint : endpoints) if (endpoint != null) endBetweenOpenings(endpoint, end);
        release();
        for (RingEndpoint endpoint : endpoints) if (endpoint != null) endpoint.failAll();
    }

    /** Ends an endpoint so that its ring is made before {@link #release}, or never. */
    private static void endBetweenOpenings(RingEndpoint endpoint, Throwable cause) {
        synchronized (endpoint) {
            endpoint.end(cause);
        }
    }

    @Override
    public final String describe() {
        StringBuilder text =
                new StringBuilder(address().transport() + ": rank " + rank + " of " + controlBlocks.length);
        if (closed.get()) text.append(", closed");
        for (RingEndpoint endpoint : endpoints) {
            if (endpoint == null) continue;
            String sent = endpoint.describe();
            RingReader reader = readers[endpoint.peer];
            text.append("\nrank ").append(endpoint.peer).append(": ");
            if (sent == null && reader == null) text.append("no frame yet");
            else text.append(sent == null ? "nothing sent" : sent).append(reader == null ? "" : ", " + reader);
        }
        return text.toString();
    }
}
