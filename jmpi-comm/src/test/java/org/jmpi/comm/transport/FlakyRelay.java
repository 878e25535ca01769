package org.jmpi.comm.transport;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * Stands before a port, and breaks the first connections in different ways, as an acceptor does that drops them among a crowd.
 */
public final class FlakyRelay implements Closeable {
    /** How many connections are broken. */
    public static final int BROKEN = 5;

    private static final int FIRST_BYTES = 16;
    private static final int READ_BYTES = 4096;

    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final InetSocketAddress target;

    public FlakyRelay(InetSocketAddress target) throws IOException {
        this.target = target;
        start(this::accept);
    }

    public InetSocketAddress address() {
        return (InetSocketAddress) listener.getLocalSocketAddress();
    }

    private void accept() throws IOException {
        for (int i = 0; i < BROKEN; i++) breakOne(i);
        while (true) {
            Socket front = listener.accept();
            Socket back = new Socket(target.getAddress(), target.getPort());
            front.setTcpNoDelay(true);
            back.setTcpNoDelay(true);
            start(() -> pump(front, back));
            start(() -> pump(back, front));
        }
    }

    private void breakOne(int manner) throws IOException {
        try (Socket socket = listener.accept()) {
            if (manner == 0) return; // an end of the stream, or a reset, as the greeting is not read
            socket.getInputStream().readNBytes(FIRST_BYTES);
            if (manner == 1) socket.setSoLinger(true, 0); // a reset
            if (manner == 2) socket.shutdownOutput();
            if (manner == 3) socket.getOutputStream().write(0); // a part of an answer
            // The answer of the target, of which the last byte is missing.
            if (manner == 4) socket.getOutputStream().write(new byte[FIRST_BYTES - 1]);
        }
    }

    private static void pump(Socket from, Socket to) throws IOException {
        byte[] bytes = new byte[READ_BYTES];
        try (from;
                to) {
            for (int count; (count = from.getInputStream().read(bytes)) >= 0; )
                to.getOutputStream().write(bytes, 0, count);
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void start(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        // closed by either side, which is how a relay ends
                    }
                },
                "relay");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
