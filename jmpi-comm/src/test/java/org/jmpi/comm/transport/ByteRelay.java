package org.jmpi.comm.transport;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * A man in the middle: connects to a port for everybody who connects to it, and passes on what a {@link Meddler} makes
 * of it.
 */
public class ByteRelay implements Closeable {
    private static final int READ_BYTES = 64 << 10;

    /** Changes what passes. */
    @FunctionalInterface
    public interface Meddler {
        /**
         * Sees bytes on their way.
         *
         * @param bytes may be changed
         * @param before how many bytes passed before in that direction of that connection
         * @return how many of the bytes pass; if it is not all, the connection is cut behind them
         */
        int meddle(byte[] bytes, int count, long before);
    }

    /** Changes nothing. */
    static final Meddler ALL = (bytes, count, before) -> count;

    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final InetSocketAddress target;
    private final Meddler toTarget;
    private final ByteArrayOutputStream seen = new ByteArrayOutputStream();

    /**
     * @param toTarget changes what goes to the target
     */
    public ByteRelay(InetSocketAddress target, Meddler toTarget) throws IOException {
        this.target = target;
        this.toTarget = toTarget;
        start(this::accept);
    }

    /** Passes everything on. */
    public static ByteRelay faithful(InetSocketAddress target) throws IOException {
        return new ByteRelay(target, ALL);
    }

    public InetSocketAddress address() {
        return (InetSocketAddress) listener.getLocalSocketAddress();
    }

    /** Returns what has passed, both ways. */
    public byte[] seen() {
        synchronized (seen) {
            return seen.toByteArray();
        }
    }

    /** Treats the first connections. */
    void begin(ServerSocket ports) throws IOException {}

    private void accept() throws IOException {
        begin(listener);
        while (true) {
            Socket front = listener.accept();
            Socket back = new Socket(target.getAddress(), target.getPort());
            front.setTcpNoDelay(true);
            back.setTcpNoDelay(true);
            start(() -> pump(front, back, toTarget));
            start(() -> pump(back, front, ALL));
        }
    }

    private void pump(Socket from, Socket to, Meddler meddler) throws IOException {
        byte[] bytes = new byte[READ_BYTES];
        try (from;
                to) {
            long before = 0;
            for (int count; (count = from.getInputStream().read(bytes)) >= 0; before += count) {
                synchronized (seen) {
                    seen.write(bytes, 0, count);
                }
                int passing = meddler.meddle(bytes, count, before);
                to.getOutputStream().write(bytes, 0, passing);
                if (passing < count) return;
            }
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void start(Work work) {
        Runnable body = () -> {
            try {
                work.run();
            } catch (IOException e) {
                // closed by either side, which is how a relay ends
            }
        };
        new DaemonThread(body, "relay").start();
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
