package org.jmpi.comm.progress;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jmpi.comm.progress.PipeNetwork.Pipe;
import org.jmpi.comm.transport.Endpoint;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Host;
import org.jmpi.comm.transport.PeerAddress;
import org.jmpi.comm.transport.Transport;

/**
 * A transport for tests that has to be driven, like one over a network: nothing arrives but by {@link #poll} and
 * {@link #await}, payloads come in pieces that end in the middle of elements, and what the pipe has no room for waits.
 * It blocks without end, so that a wake-up which gets lost is a hang.
 */
final class PipeTransport implements Transport {
    static final String NAME = "pipe";

    private static final int EAGER_LIMIT = 4 << 10;
    private static final long ENDLESS_NANOS = 1_000_000_000L;

    private final PipeNetwork network;
    private final int rank;
    private final Host host;
    private final PipePeer[] peers;

    /** Those whose endpoints have been asked for. */
    private final List<PipePeer> served = new CopyOnWriteArrayList<>();

    private boolean woken;

    PipeTransport(PipeNetwork network, int rank, Host host, FrameHandler handler) {
        this.network = network;
        this.rank = rank;
        this.host = host;
        peers = new PipePeer[network.size()];
        for (int peer = 0; peer < peers.length; peer++) {
            Runnable wake = wakeup(peer);
            peers[peer] = new PipePeer(peer, handler, network.pipe(rank, peer), network.pipe(peer, rank), wake);
        }
    }

    private Runnable wakeup(int peer) {
        return () -> network.wake(peer);
    }

    @Override
    public PeerAddress address() {
        return new PeerAddress(NAME, host, Integer.toString(rank));
    }

    @Override
    public Endpoint endpoint(int peer, PeerAddress address) {
        served.add(peers[peer]);
        return peers[peer];
    }

    @Override
    public int eagerLimit() {
        return EAGER_LIMIT;
    }

    @Override
    public boolean poll() {
        boolean moved = false;
        for (PipePeer peer : served) moved |= peer.move();
        return moved;
    }

    @Override
    public void await(long nanos) {
        block(nanos);
        poll();
    }

    private synchronized void block(long nanos) {
        long end = System.nanoTime() + nanos;
        try {
            while (!woken) {
                long left = nanos >= ENDLESS_NANOS ? TimeUnit.HOURS.toNanos(1) : end - System.nanoTime();
                if (left <= 0) break;
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        woken = false;
    }

    @Override
    public synchronized void wakeup() {
        woken = true;
        notifyAll();
    }

    @Override
    public String describe() {
        StringBuilder text = new StringBuilder("pipes of rank " + rank);
        for (PipePeer peer : served) text.append("\nrank ").append(peer);
        return text.toString();
    }

    @Override
    public void close(long nanos) {
        long end = System.nanoTime() + nanos;
        while (!flushed() && System.nanoTime() < end) if (!poll()) Thread.yield();
        for (PipePeer peer : peers) peer.depart();
    }

    private boolean flushed() {
        for (PipePeer peer : peers) if (!peer.flushed()) return false;
        return true;
    }

    @Override
    public void close() {
        for (int peer = 0; peer < peers.length; peer++) {
            Throwable cause = new IllegalStateException("rank " + rank + " was stopped");
            Pipe out = network.pipe(rank, peer);
            if (!peers[peer].hasDeparted()) out.breakWith(cause);
            network.pipe(peer, rank).breakWith(cause);
            network.wake(peer);
        }
        wakeup();
    }
}
