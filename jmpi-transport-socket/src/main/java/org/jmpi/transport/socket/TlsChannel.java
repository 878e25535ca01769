package org.jmpi.transport.socket;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.jmpi.tls.TlsConnection;

/**
 * Records of TLS on a socket. A cut stream is no end that the peer has said: the frames say that ({@link FrameLayout}).
 */
final class TlsChannel implements ConnectionChannel {
    /**
     * Several records go to the network, and come from it, by one call. With 64 KiB 1 MiB takes 6 % longer (TlsCost).
     */
    private static final int RECORDS_BYTES = 128 << 10;

    private static final int LEAST_BUFFER_BYTES = 64 << 10;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SocketChannel socket;
    private final TlsConnection tls;

    TlsChannel(SocketChannel socket, TlsConnection tls) {
        this.socket = socket;
        this.tls = tls;
        tls.enlarge(RECORDS_BYTES);
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
        int from = target.position();
        ByteBuffer records = tls.incoming();
        // No more than the target has room for: a complete record left here would be seen by no selector.
        records.limit(Math.min(records.capacity(), target.remaining()));
        boolean ended = socket.read(records) < 0;
        records.limit(records.capacity());
        tls.unwrap(target);
        int bytes = target.position() - from;
        return bytes == 0 && (ended || tls.isInboundDone()) ? -1 : bytes;
    }

    @Override
    public boolean write(ByteBuffer source) throws IOException {
        do {
            tls.wrap(source);
            if (!flush()) return false;
        } while (source.hasRemaining());
        return true;
    }

    private boolean flush() throws IOException {
        ByteBuffer records = tls.outgoing().flip();
        try {
            if (records.hasRemaining()) socket.write(records);
            return !records.hasRemaining();
        } finally {
            records.compact();
        }
    }

    @Override
    public void shutdownOutput() throws IOException {
        tls.closeOutbound();
        write(NOTHING);
        socket.shutdownOutput();
    }

    @Override
    public SocketChannel socket() {
        return socket;
    }

    @Override
    public int leastBuffer() {
        return LEAST_BUFFER_BYTES;
    }
}
