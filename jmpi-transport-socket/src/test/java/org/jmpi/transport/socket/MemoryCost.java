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
import org.jmpi.comm.datatype.BasicType;
import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.datatype.Layout;
import org.jmpi.comm.datatype.Segment;
import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.LastView;
import org.jmpi.comm.transport.Sink;
import org.jmpi.comm.transport.Source;

/**
 * Measures what a message costs from array to array and from direct buffer to direct buffer: the processor time of one
 * thread that sends it over a connection of the loopback device and receives it at the other end. So other processes on
 * the host disturb little. Prints the shortest of some rounds, alternately.
 */
final class MemoryCost {
    private static final int[] SIZES = {4096, 32 << 10, 64 << 10, 128 << 10, 256 << 10, 1 << 20, 4 << 20};
    private static final int ROUNDS = 30;
    private static final int BYTES_OF_ROUND = 64 << 20;
    private static final int MOST_MESSAGES = 2000;
    private static final int CAPACITY = 1 << 20;
    private static final int KERNEL_BYTES = 4 << 20;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final Outbound outbound = new Outbound(CAPACITY, new Owner());
    private final Inbound inbound;

    private MemoryCost() throws IOException {
        SocketChannel[] ends = sockets();
        outbound.attach(new ClearChannel(ends[0]));
        Arrivals arrivals = new Arrivals();
        inbound = new Inbound(
                0, arrivals, (asked, from) -> {}, new ClearChannel(ends[1]), CAPACITY, ByteBuffer.allocate(0));
        for (int size : SIZES) {
            Message[] messages = {
                new Message(new byte[size], new byte[size]),
                new Message(ByteBuffer.allocateDirect(size), ByteBuffer.allocateDirect(size))
            };
            double[] shortest = {Double.MAX_VALUE, Double.MAX_VALUE};
            for (int round = 0; round < ROUNDS; round++)
                for (int i = 0; i < messages.length; i++) {
                    arrivals.awaited = messages[i];
                    shortest[i] = Math.min(shortest[i], micros(messages[i], size));
                }
            System.out.printf("%9d %12.2f %12.2f %6.2f%n", size, shortest[0], shortest[1], shortest[1] / shortest[0]);
        }
    }

    public static void main(String[] args) throws IOException {
        System.out.printf("%9s %12s %12s %6s%n", "bytes", "arrays, us", "direct, us", "ratio");
        new MemoryCost();
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

    private double micros(Message message, int size) throws IOException {
        int count = Math.min(MOST_MESSAGES, BYTES_OF_ROUND / size);
        long start = THREADS.getCurrentThreadCpuTime();
        for (int i = 0; i < count; i++) {
            message.arrived = false;
            outbound.send(message);
            while (!message.arrived) {
                if (inbound.read() < 0) throw new IOException("the connection has ended");
                if (!outbound.isIdle()) outbound.flush();
            }
        }
        return (THREADS.getCurrentThreadCpuTime() - start) / 1e3 / count;
    }

    private static Segment segment(Object memory, int size) {
        Segment segment = new Segment();
        segment.set(new Buffer(memory, 0, size, Layout.of(BasicType.BYTE)));
        return segment;
    }

    private static final class Message extends Frame implements Sink {
        private final Segment from;
        private final Segment to;
        private boolean arrived;

        Message(Object from, Object to) {
            int size = from instanceof ByteBuffer direct ? direct.capacity() : ((byte[]) from).length;
            this.from = segment(from, size);
            this.to = segment(to, size);
        }

        @Override
        public Source payload() {
            return from;
        }

        @Override
        public void sent() {
            // its arrival is awaited
        }

        @Override
        public void failed(Throwable cause) {
            throw new IllegalStateException(cause);
        }

        @Override
        public long bytes() {
            return to.bytes();
        }

        @Override
        public void unpack(long position, ByteBuffer chunk) {
            to.unpack(position, chunk);
        }

        @Override
        public ByteBuffer room(long position, LastView views) {
            return to.memory(position, views);
        }

        @Override
        public void take(Source source) {
            throw new UnsupportedOperationException("not over a socket");
        }

        @Override
        public void end() {
            arrived = true;
        }
    }

    private static final class Arrivals implements FrameHandler {
        private Message awaited;

        @Override
        public Sink onFrame(int peer, long word0, long word1, long word2, long word3) {
            return awaited;
        }

        @Override
        public void onPeerLost(int peer, Throwable cause) {
            throw new IllegalStateException(cause);
        }

        @Override
        public void onPeerDeparted(int peer) {
            throw new IllegalStateException("departed");
        }

        @Override
        public void onWork() {
            // this thread does all
        }
    }

    private static final class Owner implements Outbound.Owner {
        @Override
        public void connectionWanted() {
            // there is one
        }

        @Override
        public void pending(boolean now) {
            // the measurement flushes
        }

        @Override
        public void broken(Throwable cause) {
            throw new IllegalStateException(cause);
        }
    }
}
