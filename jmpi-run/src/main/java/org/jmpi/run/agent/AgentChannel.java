package org.jmpi.run.agent;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jmpi.comm.transport.DaemonThread;
import org.jmpi.comm.transport.HeartbeatSocket;
import org.jmpi.comm.trust.SocketCarrier;

/**
 * One end of the byte channel between jmpirun and an agent, or between two agents. Any thread may send; no call blocks.
 *
 * <pre>
 * 0         4       8       9
 * | length  | host  | kind  | body (length - 5 bytes) |
 * </pre>
 *
 * <p>Numbers are big-endian. The host is the number of the agent that the message is for or from: an agent forwards the
 * frames of others without a look at their bodies.
 *
 * <p>Both sides send {@link AgentMessage.Alive}, which overtakes the frames that wait, and datagrams, which overtake
 * all that waits between the hosts. A side that receives no byte
 * within the bound takes the other one for lost: a frame may take longer than the bound on a slow wire. Silence is
 * counted in ticks of this process, so that a process which was stopped itself does not blame its peer.
 */
final class AgentChannel implements Closeable {
    /** The bound is so many ticks. */
    private static final String ENDED = "the connection to it has ended";

    private static final int TICKS = 10;

    private static final byte[] ALIVE =
            AgentFrame.of(AgentFrame.NEIGHBOUR, new AgentMessage.Alive()).bytes();
    private static final byte[] LAST = {};
    private static final ScheduledThreadPoolExecutor CLOCK = clock();

    private final String name;
    private final DataInputStream in;
    private final OutputStream out;
    private final Closeable carrier;
    private long tickNanos;
    private String setting = "";
    private final Receiver receiver;
    private final LinkedBlockingDeque<byte[]> outgoing = new LinkedBlockingDeque<>();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final Thread writer;
    private ScheduledFuture<?> ticks;
    private int silent;
    private boolean heard;

    /** Null before {@link #bound}, and where the host allows none. */
    private volatile HeartbeatSocket datagrams;

    /** The frames sent to the other side. */
    private volatile HeartbeatSocket.Subscription own;

    private volatile HeartbeatSocket.Subscription others;

    /** Receives the messages. The calls come one after the other, except {@link #lost}. */
    interface Receiver {
        /**
         * A frame has come.
         *
         * @throws IOException if it makes no sense; the channel is then lost
         */
        void received(AgentFrame frame) throws IOException;

        /** The channel has ended, and not by {@link #close}; called once. */
        void lost(String reason);
    }

    /**
     * Makes a channel, which {@link #start} starts.
     *
     * @param name of its threads
     * @param carrier is closed with the channel
     * @param boundNanos how long the other side may be silent, in ns
     */
    AgentChannel(String name, InputStream in, OutputStream out, Closeable carrier, long boundNanos, Receiver receiver) {
        this.name = name;
        this.in = new DataInputStream(new HeardStream(in));
        this.out = out;
        this.carrier = carrier;
        tickNanos = boundNanos / TICKS;
        this.receiver = receiver;
        writer = new DaemonThread(this::write, name + "-out");
    }

    private static ScheduledThreadPoolExecutor clock() {
        ScheduledThreadPoolExecutor clock =
                new ScheduledThreadPoolExecutor(1, body -> new DaemonThread(body, "jmpirun-heart-beats"));
        clock.setRemoveOnCancelPolicy(true);
        return clock;
    }

    void start() {
        writer.start();
        new DaemonThread(this::read, name + "-in").start();
        watch();
    }

    private synchronized void watch() {
        if (!ended.get()) ticks = CLOCK.scheduleWithFixedDelay(this::tick, tickNanos, tickNanos, TimeUnit.NANOSECONDS);
    }

    /**
     * Sets what the other side may be silent for from now on.
     *
     * @param boundNanos how long, in ns
     * @param socket takes heart-beats beside the channel; null if there is none
     */
    void bound(long boundNanos, HeartbeatSocket socket) {
        synchronized (this) {
            if (ticks != null) ticks.cancel(false);
            tickNanos = boundNanos / TICKS;
            setting = " (jmpi.failure.timeout)";
            watch();
        }
        if (socket == null) return;
        own = socket.subscribe(this::hear);
        datagrams = socket;
        send(AgentFrame.NEIGHBOUR, new AgentMessage.Subscription(own.text()));
    }

    void send(int host, AgentMessage message) {
        forward(AgentFrame.of(host, message));
    }

    void forward(AgentFrame frame) {
        outgoing.add(frame.bytes());
    }

    /** Sends a heart-beat, and looks for signs of life. */
    void tick() {
        HeartbeatSocket socket = datagrams;
        if (socket != null) {
            socket.take();
            if (others != null) socket.send(others);
        }
        String silence = silence();
        // The receiver may wait. The heart-beats of other channels do not.
        if (silence != null) new DaemonThread(() -> lose(silence), name + "-lost").start();
        else if (outgoing.peekFirst() != ALIVE) outgoing.addFirst(ALIVE);
    }

    /** Counts a tick; returns what is wrong, or null. */
    private synchronized String silence() {
        // After a stop of this process there is one tick, not those that it has missed.
        silent = heard ? 0 : silent + 1;
        heard = false;
        if (silent < TICKS) return null;
        ticks.cancel(false);
        String seconds = (TICKS * tickNanos / 1_000_000 / 1e3 + " s").replace(".0 s", " s");
        return "no sign of life for " + seconds + setting;
    }

    private void write() {
        try {
            for (byte[] frame = outgoing.take(); frame != LAST; frame = outgoing.take()) {
                out.write(frame);
                if (outgoing.isEmpty()) out.flush();
            }
            out.close();
        } catch (IOException e) {
            lose(ENDED);
        } catch (InterruptedException e) {
            throw new IllegalStateException("no thread interrupts this one", e);
        }
    }

    private void read() {
        try {
            while (true) {
                AgentFrame frame = AgentFrame.read(in);
                AgentMessage message = frame.host() == AgentFrame.NEIGHBOUR ? frame.message() : null;
                if (message instanceof AgentMessage.Subscription subscription)
                    others = HeartbeatSocket.Subscription.parse(subscription.text());
                else if (!(message instanceof AgentMessage.Alive)) receiver.received(frame);
            }
        } catch (EOFException e) {
            lose(ENDED);
        } catch (IOException e) {
            lose(e.getMessage());
        } catch (RuntimeException e) {
            // The other side has sent what makes no sense here: it must not wait for an answer in vain.
            lose("a message from it cannot be taken: " + e);
        }
    }

    private synchronized void hear() {
        heard = true;
    }

    private void lose(String reason) {
        if (!ended.compareAndSet(false, true)) return;
        try {
            // The carrier may tell why, as long as its own end is not forced here.
            receiver.lost(reason);
        } finally {
            abandon();
        }
    }

    private void abandon() {
        synchronized (this) {
            if (ticks != null) ticks.cancel(false);
        }
        if (datagrams != null) datagrams.withdraw(own);
        outgoing.clear();
        outgoing.add(LAST);
        SocketCarrier.hangUp(carrier);
    }

    /** Closes the channel at once; what has not been sent yet is lost. */
    @Override
    public void close() {
        if (ended.compareAndSet(false, true)) abandon();
    }

    /** Sends what is left, at most for so long, and closes the channel. */
    void closeWhenSent(long nanos) throws InterruptedException {
        outgoing.add(LAST);
        TimeUnit.NANOSECONDS.timedJoin(writer, nanos);
        close();
    }

    /** Takes each byte for a sign of life. */
    private final class HeardStream extends FilterInputStream {
        HeardStream(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int read = super.read();
            hear();
            return read;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int read = super.read(bytes, offset, length);
            hear();
            return read;
        }
    }
}
