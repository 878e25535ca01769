package org.jmpi.comm.progress;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jmpi.comm.transport.Endpoint;
import org.jmpi.comm.transport.PeerAddress;
import org.jmpi.comm.transport.Transport;

/**
 * A transport that has to be driven, reduced to that: what is delivered is run by whoever polls. It waits without end,
 * so that a wake-up which gets lost is a hang and not a delay, and notices when two threads drive it at once.
 */
final class DeliveryTransport implements Transport {
    private final Queue<Runnable> deliveries = new ArrayDeque<>();
    private final AtomicReference<Thread> inside = new AtomicReference<>();
    private boolean woken;
    private volatile Thread lastPoller;
    private volatile Thread blockedIn;
    private volatile int waits;
    private volatile AssertionError misuse;

    /** Has something run by the next poll, and ends a wait. */
    synchronized void deliver(Runnable delivery) {
        deliveries.add(delivery);
        notifyAll();
    }

    /** Returns the thread that polled last. */
    Thread lastPoller() {
        return lastPoller;
    }

    /** Returns the thread that is blocked in this transport, or null. */
    Thread blockedIn() {
        return blockedIn;
    }

    /** Returns how many waits have ended. */
    int waits() {
        return waits;
    }

    void assertDrivenByOneThreadAtATime() {
        if (misuse != null) throw misuse;
    }

    private void enter() {
        Thread other = inside.getAndSet(Thread.currentThread());
        if (other != null) misuse = new AssertionError(Thread.currentThread() + " came in while " + other + " was");
    }

    private void leave() {
        if (!inside.compareAndSet(Thread.currentThread(), null)) misuse = new AssertionError("driven by two threads");
    }

    @Override
    public boolean poll() {
        enter();
        lastPoller = Thread.currentThread();
        Runnable delivery;
        synchronized (this) {
            delivery = deliveries.poll();
        }
        try {
            if (delivery != null) delivery.run();
        } finally {
            leave();
        }
        return delivery != null;
    }

    @Override
    public void await(long nanos) {
        enter();
        synchronized (this) {
            blockedIn = Thread.currentThread();
            try {
                while (!woken && deliveries.isEmpty()) wait(TimeUnit.HOURS.toMillis(1));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            blockedIn = null;
            woken = false;
            waits = waits + 1;
        }
        leave();
    }

    @Override
    public synchronized void wakeup() {
        woken = true;
        notifyAll();
    }

    @Override
    public PeerAddress address() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Endpoint endpoint(int peer, PeerAddress address) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int eagerLimit() {
        return 0;
    }

    @Override
    public String describe() {
        return "deliveries";
    }

    @Override
    public void close(long nanos) {}

    @Override
    public void close() {}
}
