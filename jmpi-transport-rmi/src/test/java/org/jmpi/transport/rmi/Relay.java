package org.jmpi.transport.rmi;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicLong;
import org.jmpi.comm.transport.PeerAddress;

/** Stands between a rank and those who connect to it, and counts the bytes on the wire. */
final class Relay implements Closeable {
    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final PeerAddress target;
    private final AtomicLong in = new AtomicLong();
    private final AtomicLong out = new AtomicLong();

    Relay(PeerAddress target) throws IOException {
        this.target = target;
        start("accept", this::accept);
    }

    /** Returns where the relay is connected to instead of the rank. */
    PeerAddress address() {
        RmiAddress behind = RmiAddress.parse(target.location());
        RmiAddress here = new RmiAddress("127.0.0.1:" + listener.getLocalPort(), behind.name());
        return new PeerAddress(target.transport(), target.host(), here.toString());
    }

    /** Returns the bytes that went to the rank. */
    long in() {
        return in.get();
    }

    /** Returns the bytes that came from it. */
    long out() {
        return out.get();
    }

    private void accept() throws IOException {
        InetSocketAddress behind =
                RmiAddress.parse(target.location()).socketAddresses().get(0);
        while (!listener.isClosed()) {
            Socket front = listener.accept();
            Socket back = new Socket(behind.getAddress(), behind.getPort());
            front.setTcpNoDelay(true);
            back.setTcpNoDelay(true);
            start("in", () -> pump(front, back, in));
            start("out", () -> pump(back, front, out));
        }
    }

    private static void pump(Socket from, Socket to, AtomicLong counter) throws IOException {
        byte[] bytes = new byte[64 << 10];
        try (from;
                to) {
            InputStream source = from.getInputStream();
            OutputStream sink = to.getOutputStream();
            for (int count = source.read(bytes); count >= 0; count = source.read(bytes)) {
                counter.addAndGet(count);
                sink.write(bytes, 0, count);
            }
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void start(String name, Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        // one of its ends was closed: the end of the test
                    }
                },
                "relay-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
