package org.jmpi.transport.socket;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** The bare socket. */
record ClearChannel(SocketChannel socket) implements ConnectionChannel {
    @Override
    public int read(ByteBuffer target) throws IOException {
        return socket.read(target);
    }

    @Override
    public boolean write(ByteBuffer source) throws IOException {
        if (source.hasRemaining()) socket.write(source);
        return !source.hasRemaining();
    }

    @Override
    public void write(ByteBuffer[] sources) throws IOException {
        socket.write(sources);
    }

    @Override
    public boolean isClear() {
        return true;
    }

    @Override
    public void shutdownOutput() throws IOException {
        socket.shutdownOutput();
    }
}
