package org.jmpi.comm.dynamic;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ThreadLocalRandom;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/**
 * The socket of a program whose two ends join. The end with the larger number opens a port, and the other one connects
 * to it. The socket carries no more than that: it is the program's again afterwards.
 *
 * <pre>
 *   each end:            | magic (8) | number (8) |
 *   the larger number:   | length (2) | name of the port |     no name if it cannot open one
 * </pre>
 */
final class JoinedSocket implements AutoCloseable {
    /** In ASCII JMPIJOIN. */
    static final long MAGIC = 0x4a4d50494a4f494eL;

    private static final int LONGEST = 4096;
    private static final int LOOK_MILLIS = 100;

    private final SocketChannel channel;
    private final boolean blocks;
    private final Runnable wait;
    private final Selector selector;
    private final SelectionKey key;
    private boolean accepts;

    /** Null while there is none. */
    private Port port;

    /**
     * @param channel connected
     * @param wait ends the waits by an exception
     * @throws IOException if it is closed
     */
    JoinedSocket(SocketChannel channel, Runnable wait) throws IOException {
        this.channel = channel;
        this.wait = wait;
        blocks = channel.isBlocking();
        selector = Selector.open();
        try {
            channel.configureBlocking(false);
            key = channel.register(selector, 0);
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private void greet() throws IOException {
        long own = ThreadLocalRandom.current().nextLong();
        write(ByteBuffer.allocate(2 * Long.BYTES).putLong(MAGIC).putLong(own).flip());
        ByteBuffer other = read(2 * Long.BYTES);
        if (other.getLong() != MAGIC) throw new IOException("the other end has sent something else");
        long theirs = other.getLong();
        if (theirs == own) throw new IOException("both ends have drawn the same number");
        accepts = own > theirs;
    }

    /** Returns whether this end opens the port: known when {@link #open} has returned. */
    boolean accepts() {
        return accepts;
    }

    /** Returns the connection to the other process. */
    RootChannel open(Ports ports, JmpiConfig config) {
        try {
            greet();
            if (accepts) return offer(ports, config).accept(wait);
            ByteBuffer text = read(Short.toUnsignedInt(read(Short.BYTES).getShort()));
            if (!text.hasRemaining()) throw new IOException("the other process cannot open a port");
            String name = StandardCharsets.UTF_8.decode(text).toString();
            return RootChannel.connect(Port.Location.parse(name), ports.secret(), config, wait);
        } catch (IOException e) {
            throw new CommException(ErrorClass.OTHER, "cannot join over the socket: " + e.getMessage(), e);
        }
    }

    private Port offer(Ports ports, JmpiConfig config) throws IOException {
        try {
            port = Port.open(ports.secret(), isLocal(), config);
        } finally {
            byte[] name = port == null ? new byte[0] : port.name().getBytes(StandardCharsets.UTF_8);
            write(ByteBuffer.allocate(Short.BYTES + name.length)
                    .putShort((short) name.length)
                    .put(name)
                    .flip());
        }
        return port;
    }

    private boolean isLocal() throws IOException {
        return !(channel.getRemoteAddress() instanceof InetSocketAddress other)
                || other.getAddress().isLoopbackAddress();
    }

    private void write(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) if (channel.write(bytes) == 0) await(SelectionKey.OP_WRITE);
    }

    private ByteBuffer read(int length) throws IOException {
        if (length > LONGEST) throw new IOException("the other end has sent something else");
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            int count = channel.read(bytes);
            if (count < 0) throw new EOFException("the other end has closed the socket");
            if (count == 0) await(SelectionKey.OP_READ);
        }
        return bytes.flip();
    }

    private void await(int operation) throws IOException {
        key.interestOps(operation);
        selector.select(LOOK_MILLIS);
        selector.selectedKeys().clear();
        wait.run();
    }

    /** Closes the port, and leaves the socket as it was. */
    @Override
    public void close() throws IOException {
        if (port != null) port.close();
        selector.close();
        if (blocks && channel.isOpen()) channel.configureBlocking(true);
    }
}
