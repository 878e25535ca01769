package org.jmpi.comm.bootstrap;

/** A job of processes, each of them one rank, that a launcher watches. */
final class LaunchedJob implements Job {
    private final int rank;
    private final Rendezvous rendezvous;
    private final LossGrace grace = new LossGrace();

    LaunchedJob(int rank, Rendezvous rendezvous) {
        this.rank = rank;
        this.rendezvous = rendezvous;
    }

    @Override
    public void abort(int code, String message) {
        rendezvous.abort(rank, code, message);
        LossGrace.awaitEnd(System.nanoTime());
        Runtime.getRuntime().halt(code);
    }

    @Override
    public void peerGone(int peer, String message) {
        grace.begin();
        rendezvous.peerLost(rank, peer, message);
    }

    @Override
    public void beforeFailure() {
        grace.await();
    }

    @Override
    public void failed(Thread thread, Throwable cause) {
        try {
            if (MemoryWatch.isOutOfMemory(cause)) rendezvous.releaseReserve();
            // The launcher shows the stack: equal ones of several ranks once.
            rendezvous.failed(rank, cause + System.lineSeparator() + Uncaught.text(thread, cause));
            JvmEnd.exit(1);
        } catch (OutOfMemoryError e) {
            rendezvous.outOfMemory(rank);
        }
    }

    @Override
    public void finalized() {
        rendezvous.finalized(rank);
    }

    @Override
    public void note(String line) {
        rendezvous.note(line);
    }

    @Override
    public void leave() {
        rendezvous.close();
    }
}
