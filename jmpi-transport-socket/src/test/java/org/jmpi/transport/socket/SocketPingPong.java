package org.jmpi.transport.socket;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.transport.Endpoint;
import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Host;
import org.jmpi.comm.transport.PeerAddress;
import org.jmpi.comm.transport.Sink;
import org.jmpi.comm.transport.Source;
import org.jmpi.comm.transport.Transport;
import org.jmpi.comm.transport.TransportSite;
import org.jmpi.comm.trust.JobSecret;

/**
 * Two JVMs over the bare transport: what the protocols above it cannot be faster than.
 *
 * <pre>
 *   leader                             follower
 *     | -- size bytes ------------------> |     pingpong: half of the time from there to here;
 *     | <------------------ size bytes -- |     stream: 64 at once, answered by one byte, time per message
 * </pre>
 *
 * Usage: {@code SocketPingPong [--hand-off] [size in bytes ...]}. With {@code --hand-off} a thread of its own drives
 * the transport, as Netty's event loops do, and the measuring thread waits for what that thread tells. Rows:
 * {@code -,op,2,bytes,median_us,min_us,max_us,MB_per_s}; notes begin with #, among them the heap bytes that the
 * leader's thread allocates per message.
 */
public final class SocketPingPong implements FrameHandler, Sink {
    private static final int[] SIZES = {1, 8, 64, 512, 4096, 32768, 65536, 262144, 1 << 20, 4 << 20, 16 << 20};
    private static final int WINDOW = 64;
    private static final int MAX_STREAM = 1 << 20;
    private static final int REPS = 9;
    private static final long BATCH_NS = 20_000_000;
    private static final long WARM_NS = 200_000_000;
    private static final long JIT_NS = 1_000_000_000;
    private static final int SPINS = 20; // polls of about 0.7 us; then a rank that shares the core has its turn
    private static final String HAND_OFF = "--hand-off";
    private static final long DATA = 1;
    private static final long ORDER = 2;

    private final Transport transport;
    private final Endpoint endpoint;
    private final Message[] messages = new Message[WINDOW];

    private byte[] buffer = new byte[1];
    private long warmNanos = JIT_NS;
    private long taken;
    private Thread leader;
    private volatile Throwable lost;

    // Written by the handler, in this same thread or in the leader.
    private volatile long arrived;
    private volatile long order;
    private long arriving;
    private long orderSize;
    private long orderWindow;
    private long orderCount;

    private SocketPingPong(int rank, String secret, String peer) throws IOException {
        TransportSite site =
                new TransportSite(rank, 2, true, Host.named("localhost"), JobSecret.fromHex(secret), JmpiConfig.load());
        transport = new SocketTransportProvider().open(site, this);
        endpoint = transport.endpoint(1 - rank, new PeerAddress("socket", "localhost", peer));
        Arrays.setAll(messages, i -> new Message());
        if (Boolean.getBoolean(HAND_OFF)) startDriver();
    }

    private void startDriver() {
        leader = new Thread(() -> {
            while (true) if (!transport.poll()) transport.await(BATCH_NS);
        });
        leader.setDaemon(true);
        leader.start();
    }

    public static void main(String[] args) throws Exception {
        if (args.length == 3 && args[0].equals("--follow")) {
            endWithStarter();
            new SocketPingPong(1, args[1], args[2]).follow();
            return;
        }
        int[] sizes = Arrays.stream(args)
                .filter(arg -> !arg.equals(HAND_OFF))
                .mapToInt(Integer::parseInt)
                .toArray();
        if (sizes.length < args.length) System.setProperty(HAND_OFF, "true");
        String secret = JobSecret.create().toHex();
        SocketPingPong leader = new SocketPingPong(0, secret, "127.0.0.1:1");
        Process follower = start(secret, leader.transport.address().location());
        leader.receive(); // its greeting: it is the one that connects
        leader.lead(sizes.length == 0 ? SIZES : sizes);
        leader.close();
        System.exit(follower.waitFor());
    }

    private static Process start(String secret, String location) throws IOException {
        ProcessHandle.Info self = ProcessHandle.current().info();
        List<String> command = new ArrayList<>(List.of(self.command().orElseThrow()));
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        if (Boolean.getBoolean(HAND_OFF)) command.add("-D" + HAND_OFF + "=true");
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), SocketPingPong.class.getName()));
        command.addAll(List.of("--follow", secret, location));
        return new ProcessBuilder(command)
                .redirectOutput(Redirect.INHERIT)
                .redirectError(Redirect.INHERIT)
                .start();
    }

    /** The other process holds our standard input open as long as it lives. */
    private static void endWithStarter() {
        Thread watch = new Thread(() -> {
            try {
                System.in.read();
            } catch (IOException e) {
                System.err.println(e);
            }
            Runtime.getRuntime().halt(1);
        });
        watch.setDaemon(true);
        watch.start();
    }

    // ---- The measurement ----

    private void lead(int[] sizes) throws Exception {
        for (int size : sizes) measure("pingpong", size, 1);
        for (int size : sizes) if (size <= MAX_STREAM) measure("stream", size, WINDOW);
        announce(0, 0, 0);
    }

    private void measure(String op, int size, int window) throws Exception {
        long count = 1;
        long t;
        for (long spent = 0; spent < warmNanos; spent += t) {
            t = batch(size, window, count);
            count = t < BATCH_NS / 2 ? 2 * count : Math.max(1, count * BATCH_NS / t);
        }
        warmNanos = WARM_NS;
        double[] us = new double[REPS];
        long heap = allocated();
        for (int k = 0; k < REPS; k++) us[k] = batch(size, window, count) / 1e3 / count / (window == 1 ? 2 : window);
        double heapPerMessage = (allocated() - heap) / (double) (REPS * count * (window + 1));
        Arrays.sort(us);
        double median = us[REPS / 2];
        System.out.printf(
                Locale.ROOT, "-,%s,2,%d,%.3f,%.3f,%.3f,%.1f%n", op, size, median, us[0], us[REPS - 1], size / median);
        System.out.printf(Locale.ROOT, "# %s of %d bytes: %.1f heap bytes per message%n", op, size, heapPerMessage);
    }

    private static long allocated() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        return threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    private long batch(int size, int window, long count) throws Exception {
        announce(size, window, count);
        long start = System.nanoTime();
        for (long i = 0; i < count; i++) {
            for (int w = 0; w < window; w++) send(messages[w], size);
            receive();
        }
        return System.nanoTime() - start;
    }

    private void announce(int size, int window, long count) throws Exception {
        Message message = messages[0];
        awaitSent(message);
        makeRoom(size);
        message.word0 = ORDER;
        message.word1 = 0;
        message.word2 = ((long) size << 32) | window;
        message.word3 = count;
        message.go(0);
    }

    private void follow() throws Exception {
        send(messages[0], 0);
        for (; ; ) {
            while (order == 0) pause();
            long[] now = {orderSize, orderWindow, orderCount};
            order = 0;
            if (now[2] == 0) break;
            for (long i = 0; i < now[2]; i++) {
                for (long w = 0; w < now[1]; w++) receive();
                send(messages[0], now[1] == 1 ? (int) now[0] : 1);
            }
        }
        close();
        System.exit(0);
    }

    private void close() {
        if (leader == null) transport.close(BATCH_NS);
    }

    private void makeRoom(int size) {
        if (buffer.length < size) buffer = new byte[size];
    }

    private void send(Message message, int size) throws Exception {
        awaitSent(message);
        message.word0 = DATA;
        message.word1 = size;
        message.go(size);
    }

    private void awaitSent(Message message) throws Exception {
        while (message.busy) pause();
    }

    private void receive() throws Exception {
        while (arrived == taken) pause();
        taken++;
    }

    private int spins;

    private void pause() throws Exception {
        if (leader == null && transport.poll()) spins = 0;
        else if (spins++ < SPINS) Thread.onSpinWait();
        else Thread.yield();
        if (lost != null) throw new IOException(lost);
    }

    private final class Message extends Frame implements Source {
        private volatile boolean busy;
        private int size;

        private void go(int bytes) {
            size = bytes;
            busy = true;
            endpoint.send(this);
        }

        @Override
        public Source payload() {
            return size == 0 ? null : this;
        }

        @Override
        public long bytes() {
            return size;
        }

        @Override
        public void pack(long position, ByteBuffer target) {
            target.put(buffer, (int) position, (int) Math.min(target.remaining(), size - position));
        }

        @Override
        public void sent() {
            busy = false;
        }

        @Override
        public void failed(Throwable cause) {
            lost = cause;
        }
    }

    // ---- Arrivals ----

    @Override
    public Sink onFrame(int peer, long word0, long word1, long word2, long word3) {
        if (word0 == ORDER) {
            orderSize = word2 >> 32;
            orderWindow = (int) word2;
            orderCount = word3;
            order = 1;
            makeRoom((int) orderSize);
            return null;
        }
        arriving = word1;
        if (word1 > 0) return this;
        arrived = arrived + 1; // by one thread only
        return null;
    }

    @Override
    public long bytes() {
        return arriving;
    }

    @Override
    public void unpack(long position, ByteBuffer chunk) {
        chunk.get(buffer, (int) position, chunk.remaining());
    }

    @Override
    public void take(Source source) {
        throw new UnsupportedOperationException("not over a socket");
    }

    @Override
    public void end() {
        arrived = arrived + 1; // by one thread only
    }

    @Override
    public void onPeerLost(int peer, Throwable cause) {
        lost = cause;
    }

    @Override
    public void onPeerDeparted(int peer) {
        // the follower has seen its last order
    }

    @Override
    public void onWork() {
        // this thread polls anyhow
    }
}
