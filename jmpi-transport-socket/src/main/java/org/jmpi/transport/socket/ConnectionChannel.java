package org.jmpi.transport.socket;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * The bytes of a connection after its handshake, in clear or encrypted. The leader reads; one thread at a time writes,
 * which may be another one. Neither blocks.
 */
interface ConnectionChannel extends Closeable {
    /**
     * Reads what is there.
     *
     * @param target has room for {@link #leastBuffer} bytes less an incomplete header
     * @return the number of bytes; -1 at the end of the stream
     */
    int read(ByteBuffer target) throws IOException;

    /**
     * Writes what the network takes, of what is left from the calls before, too.
     *
     * @param source what is not taken over stays in it
     * @return whether everything is with the network
     */
    boolean write(ByteBuffer source) throws IOException;

    /**
     * Writes what the network takes of several buffers, one behind the other.
     *
     * @param sources what is not taken over stays in them
     * @throws RuntimeException if the program has closed the arena of a buffer's memory
     */
    default void write(ByteBuffer[] sources) throws IOException {
        for (ByteBuffer source : sources) if (!write(source)) return;
    }

    /** Ends the stream to the peer, once everything is with the network. */
    void shutdownOutput() throws IOException;

    /** Returns what the selector knows. */
    SocketChannel socket();

    /** Whether bytes go to the network, and come from it, as they are: no copy is necessary. */
    default boolean isClear() {
        return false;
    }

    /** Returns the size in bytes of the smallest buffer to read into. */
    default int leastBuffer() {
        return 0;
    }

    @Override
    default void close() throws IOException {
        socket().close();
    }
}
