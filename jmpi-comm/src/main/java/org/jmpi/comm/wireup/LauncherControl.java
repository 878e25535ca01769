package org.jmpi.comm.wireup;

import java.util.concurrent.CompletableFuture;
import org.jmpi.comm.control.ControlMessage;
import org.jmpi.comm.control.LauncherLink;
import org.jmpi.comm.control.SpawnOrder;

/** jmpirun as the process that watches a job. */
record LauncherControl(LauncherLink link) implements JobControl {
    @Override
    public void abort(int rank, int code, String message) {
        link.send(new ControlMessage.Abort(rank, code, message));
    }

    @Override
    public void failed(int rank, String text) {
        link.send(new ControlMessage.Failed(rank, text));
    }

    @Override
    public void releaseReserve() {
        link.releaseReserve();
    }

    @Override
    public void outOfMemory() {
        link.outOfMemory();
    }

    @Override
    public void peerLost(int rank, int peer, String message) {
        link.send(new ControlMessage.PeerLost(rank, peer, message));
    }

    @Override
    public boolean isConnected() {
        return link.isConnected();
    }

    @Override
    public void finalized(int rank) {
        link.send(new ControlMessage.Finalized(rank));
    }

    @Override
    public CompletableFuture<String> spawn(SpawnOrder order) {
        return link.spawn(order);
    }

    @Override
    public void note(String text) {
        link.send(new ControlMessage.Note(text));
    }

    @Override
    public void close() {
        link.close();
    }
}
