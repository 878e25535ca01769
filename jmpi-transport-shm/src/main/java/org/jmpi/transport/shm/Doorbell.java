package org.jmpi.transport.shm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.function.BooleanSupplier;

/**
 * The UDP port of the loopback device on which a rank sleeps. The waking rank sends a byte to it. Opened at its first
 * use.
 */
final class Doorbell implements AutoCloseable {
    private static final long MILLI = 1_000_000;
    private static final byte[] STROKE = {1};
    private static final int MOST_STROKES = 64;

    private final ByteBuffer strokes = ByteBuffer.allocate(STROKE.length);
    private DatagramSocket rope;
    private volatile Selector selector;
    private DatagramChannel channel;
    private boolean closed;

    /** Returns the port that strokes go to. */
    synchronized int port() throws IOException {
        if (closed) throw new ClosedChannelException();
        if (selector == null) selector = Selector.open();
        // An interrupt of the thread that reads closes the channel.
        if (channel == null || !channel.isOpen()) {
            channel = DatagramChannel.open();
            channel.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ);
        }
        return ((InetSocketAddress) channel.getLocalAddress()).getPort();
    }

    /** Blocks until the doorbell is rung; {@link #port} was called before. */
    void await(long nanos, BooleanSupplier isRung) {
        Selector waiting = selector;
        if (waiting == null || !waiting.isOpen()) return;
        try {
            // The waking rank stores its mark before the stroke, so a stroke between this check and the next line ends
            // that select.
            if (!isRung.getAsBoolean()) waiting.select(Math.max(1, nanos / MILLI));
            waiting.selectedKeys().clear();
            // A flood of strokes by strangers does not keep the rank here.
            for (int i = 0; i < MOST_STROKES && channel.receive(strokes.clear()) != null; i++) continue;
        } catch (ClosedChannelException | ClosedSelectorException e) {
            return; // closed, or interrupted: it is opened again
        } catch (IOException e) {
            throw new UncheckedIOException("cannot wait on the loopback device", e);
        }
    }

    /** Ends a wait in this process. */
    void wakeup() {
        Selector waiting = selector;
        if (waiting != null) waiting.wakeup();
    }

    /**
     * Rings the doorbell of another process. A stroke that is lost delays its sleeper until it looks again by itself.
     */
    synchronized void ring(int port) {
        if (closed) return;
        try {
            // Not by the channel, which an interrupt of the sending thread would close.
            if (rope == null) rope = new DatagramSocket();
            rope.send(new DatagramPacket(STROKE, STROKE.length, InetAddress.getLoopbackAddress(), port));
        } catch (IOException e) {
            return; // no file descriptor, or no buffer in the host: the stroke is lost
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        try {
            if (rope != null) rope.close();
            if (channel != null) channel.close();
            if (selector != null) selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close a port of the loopback device", e);
        }
    }
}
