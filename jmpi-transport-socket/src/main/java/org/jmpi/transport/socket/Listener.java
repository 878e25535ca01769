package org.jmpi.transport.socket;

import io.netty.channel.ChannelId;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;

/** The socket on which peers connect. */
final class Listener extends NioServerSocketChannel {
    private final boolean local;
    private final Encryption encryption;

    /**
     * @param local whether every rank runs on this host
     * @param encryption null for connections in clear
     */
    Listener(boolean local, Encryption encryption) throws IOException {
        super(ServerSocketChannel.open());
        this.local = local;
        this.encryption = encryption;
    }

    @Override
    protected int doReadMessages(List<Object> accepted) throws IOException {
        SocketChannel socket = javaChannel().accept();
        if (socket == null) return 0;
        try {
            accepted.add(new HandshakeChannel(this, socket, local, encryption));
        } catch (IOException | RuntimeException e) {
            socket.close();
            return 0; // it has ended already, mostly; an exception would hold up all others
        }
        return 1;
    }

    @Override
    protected ChannelId newId() {
        return new SocketId();
    }
}
