package org.jmpi.transport.socket;

import io.netty.channel.ChannelId;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import org.jmpi.tls.Tls;

/** The socket on which peers connect. */
final class Listener extends NioServerSocketChannel {
    private final boolean local;
    private final Tls tls;

    /**
     * @param local whether every rank runs on this host
     * @param tls null for connections in clear
     */
    Listener(boolean local, Tls tls) throws IOException {
        super(ServerSocketChannel.open());
        this.local = local;
        this.tls = tls;
    }

    @Override
    protected int doReadMessages(List<Object> accepted) throws IOException {
        SocketChannel socket = javaChannel().accept();
        if (socket == null) return 0;
        try {
            accepted.add(new HandshakeChannel(this, socket, local, tls == null ? null : tls.connection(false)));
        } catch (IOException e) {
            socket.close();
            return 0; // it has ended already; an exception would hold up all others
        }
        return 1;
    }

    @Override
    protected ChannelId newId() {
        return new SocketId();
    }
}
