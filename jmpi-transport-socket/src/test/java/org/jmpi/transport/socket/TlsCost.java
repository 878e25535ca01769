package org.jmpi.transport.socket;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.tls.Tls;
import org.jmpi.tls.TlsConnection;

/**
 * Measures what a message costs in clear and with TLS: the processor time of one thread that writes it to a connection
 * of the loopback device and reads it at the other end. So other processes on the host disturb little. Prints the
 * shortest of some rounds, alternately.
 */
final class TlsCost {
    private static final int[] SIZES = {8, 4096, 64 << 10, 1 << 20};
    private static final int[] COUNTS = {20_000, 5_000, 1_000, 100};
    private static final int ROUNDS = 12;
    private static final int LARGEST = 1 << 20;
    private static final int KERNEL_BYTES = 4 << 20;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final ByteBuffer out = ByteBuffer.allocateDirect(LARGEST);
    private final ByteBuffer in = ByteBuffer.allocateDirect(LARGEST);

    private TlsCost() {}

    /** Both ends of a connection. */
    private record Pair(ConnectionChannel from, ConnectionChannel to) {}

    public static void main(String[] args) throws IOException {
        SocketChannel[] clear = sockets();
        SocketChannel[] encrypted = sockets();
        JobSecret secret = JobSecret.create();
        TlsConnection initiator = Tls.ofJob(secret).connection(true);
        TlsConnection acceptor = Tls.ofJob(secret).connection(false);
        shake(initiator, acceptor);
        Pair[] pairs = {
            new Pair(new ClearChannel(clear[0]), new ClearChannel(clear[1])),
            new Pair(new TlsChannel(encrypted[0], initiator), new TlsChannel(encrypted[1], acceptor))
        };
        new TlsCost().measure(pairs);
    }

    private static SocketChannel[] sockets() throws IOException {
        try (ServerSocketChannel listener = ServerSocketChannel.open()) {
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            SocketChannel[] ends = {SocketChannel.open(listener.getLocalAddress()), listener.accept()};
            for (SocketChannel end : ends) {
                end.setOption(StandardSocketOptions.TCP_NODELAY, true);
                end.setOption(StandardSocketOptions.SO_SNDBUF, KERNEL_BYTES);
                end.setOption(StandardSocketOptions.SO_RCVBUF, KERNEL_BYTES);
                end.configureBlocking(false);
            }
            return ends;
        }
    }

    private static void shake(TlsConnection initiator, TlsConnection acceptor) throws IOException {
        boolean over = false;
        while (!over) {
            over = initiator.handshake();
            move(initiator, acceptor);
            over &= acceptor.handshake();
            move(acceptor, initiator);
        }
    }

    private static void move(TlsConnection from, TlsConnection to) {
        to.incoming().put(from.outgoing().flip());
        from.outgoing().clear();
    }

    private void measure(Pair[] pairs) throws IOException {
        double[][] shortest = new double[SIZES.length][pairs.length];
        for (double[] each : shortest) Arrays.fill(each, Double.MAX_VALUE);
        for (int round = 0; round < ROUNDS; round++)
            for (int size = 0; size < SIZES.length; size++)
                for (int pair = 0; pair < pairs.length; pair++) {
                    double micros = micros(pairs[pair], SIZES[size], COUNTS[size]);
                    shortest[size][pair] = Math.min(shortest[size][pair], micros);
                }
        System.out.printf("%9s %12s %12s%n", "bytes", "clear, us", "TLS, us");
        for (int size = 0; size < SIZES.length; size++)
            System.out.printf("%9d %12.2f %12.2f%n", SIZES[size], shortest[size][0], shortest[size][1]);
    }

    private double micros(Pair pair, int size, int count) throws IOException {
        long start = THREADS.getCurrentThreadCpuTime();
        for (int i = 0; i < count; i++) send(pair, size);
        return (THREADS.getCurrentThreadCpuTime() - start) / 1e3 / count;
    }

    private void send(Pair pair, int size) throws IOException {
        out.clear().limit(size);
        boolean sent = false;
        for (int received = 0; received < size; ) {
            if (!sent) sent = pair.from().write(out);
            int bytes = pair.to().read(in.clear());
            if (bytes < 0) throw new IOException("the connection has ended");
            received += bytes;
        }
    }
}
