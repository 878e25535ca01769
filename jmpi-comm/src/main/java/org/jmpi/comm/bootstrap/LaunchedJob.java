package org.jmpi.comm.bootstrap;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** A job of processes that a launcher watches. */
final class LaunchedJob implements Job {
    /** How long a rank waits for its launcher to end it: the time in ns in which all ranks of a failed job end. */
    private static final long GRACE_NANOS = 1_000_000_000L;

    private final Rendezvous rendezvous;

    /** When the first peer was seen to be gone; 0 while none is. */
    private final AtomicLong firstGone = new AtomicLong();

    LaunchedJob(Rendezvous rendezvous) {
        this.rendezvous = rendezvous;
    }

    @Override
    public void abort(int code, String message) {
        rendezvous.abort(code, message);
        awaitEnd(System.nanoTime() + GRACE_NANOS);
        Runtime.getRuntime().halt(code);
    }

    @Override
    public void peerGone(int peer, String message) {
        firstGone.compareAndSet(0, System.nanoTime() | 1);
        rendezvous.peerLost(peer, message);
    }

    @Override
    public void beforeFailure() {
        long gone = firstGone.get();
        if (gone != 0) awaitEnd(gone + GRACE_NANOS);
    }

    @Override
    public void failed(Thread thread, Throwable cause) {
        String stack = JavaStacks.printUncaught(thread, cause);
        rendezvous.failed(cause + System.lineSeparator() + stack);
        System.exit(1);
    }

    @Override
    public void finalized() {
        rendezvous.finalized();
    }

    @Override
    public void leave() {
        rendezvous.close();
    }

    private static void awaitEnd(long deadline) {
        boolean interrupted = false;
        for (long left = deadline - System.nanoTime(); left > 0; left = deadline - System.nanoTime()) {
            LockSupport.parkNanos(left);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) Thread.currentThread().interrupt();
    }
}
