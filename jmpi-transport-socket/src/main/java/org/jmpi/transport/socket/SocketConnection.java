package org.jmpi.transport.socket;

import io.netty.channel.IoEvent;
import io.netty.channel.IoRegistration;
import io.netty.channel.nio.NioIoHandle;
import io.netty.channel.nio.NioIoOps;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SelectableChannel;

/** A connection after its handshake, registered with the loop by ourselves; by the leader only. */
final class SocketConnection implements NioIoHandle, Closeable {
    /** Buffers read in one go from a peer that sends faster than they are unpacked, before others have their turn. */
    private static final int MOST_READS = 4;

    private final ConnectionChannel channel;
    private final Inbound inbound;
    private final Runnable onReady;
    private IoRegistration registration;

    SocketConnection(ConnectionChannel channel, Inbound inbound, Runnable onReady) {
        this.channel = channel;
        this.inbound = inbound;
        this.onReady = onReady;
    }

    void register(DrivenLoop loop) throws Exception {
        registration = loop.registerNow(this);
        registration.submit(NioIoOps.READ);
    }

    /** Lets a wait end when the network takes more, or no longer. */
    void awaitRoom(boolean wanted) {
        registration.submit(wanted ? NioIoOps.READ_AND_WRITE : NioIoOps.READ);
    }

    /** Reads what is there and hands it on; returns the number of bytes, or -1 at the end of the stream. */
    long read() throws IOException {
        long bytes = 0;
        for (int i = 0; i < MOST_READS; i++) {
            int read = inbound.read();
            if (read < 0) return bytes == 0 ? -1 : bytes;
            bytes += read;
            if (!inbound.isFilled() || inbound.isDeparted()) break;
        }
        return bytes;
    }

    Inbound inbound() {
        return inbound;
    }

    void shutdownOutput() throws IOException {
        channel.shutdownOutput();
    }

    @Override
    public void handle(IoRegistration from, IoEvent event) {
        onReady.run();
    }

    @Override
    public SelectableChannel selectableChannel() {
        return channel.socket();
    }

    @Override
    public void close() throws IOException {
        if (registration != null) registration.cancel();
        channel.close();
    }
}
