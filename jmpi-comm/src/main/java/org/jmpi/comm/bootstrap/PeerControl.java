package org.jmpi.comm.bootstrap;

import org.jmpi.comm.wireup.JobControl;
import org.jmpi.comm.wireup.WireUp;

/** The control of a job that no process of ours watches: the rank that fails says so, and ends the job itself. */
final class PeerControl implements JobControl {
    private final WireUp wireUp;
    private volatile boolean closed;

    PeerControl(WireUp wireUp) {
        this.wireUp = wireUp;
    }

    @Override
    public void abort(int rank, int code, String message) {
        end(code, message);
    }

    @Override
    public void failed(int rank, String text) {
        System.err.println("rank " + rank + " failed: " + text);
        end(1, "rank " + rank + " failed");
    }

    @Override
    public void outOfMemory(int rank) {
        Ending.HALT.end(1, LauncherLink.OUT_OF_MEMORY_LINE);
    }

    @Override
    public void peerLost(int rank, int peer, String message) {}

    @Override
    public void finalized(int rank) {}

    @Override
    public void note(String text) {}

    @Override
    public void close() {
        closed = true;
    }

    private void end(int code, String message) {
        if (closed) return;
        wireUp.abort(code, message);
        Ending.HALT.end(code, Ending.line(message));
    }
}
