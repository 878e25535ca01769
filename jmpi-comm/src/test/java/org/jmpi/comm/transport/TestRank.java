package org.jmpi.comm.transport;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** One rank of a test: its transport, what it received, and the thread that drives it if the transport needs one. */
public final class TestRank implements FrameHandler {
    /** What the handler was told. */
    public sealed interface Event {}

    public record Arrival(int peer, long kind, long number, long word3, byte[] payload) implements Event {}

    public record Lost(Throwable cause) implements Event {}

    public record Departed() implements Event {}

    private static final long BLOCK_NANOS = 100_000_000;

    private final int rank;
    private final List<BlockingQueue<Event>> events = new CopyOnWriteArrayList<>();
    private final AtomicInteger works = new AtomicInteger();
    private volatile Consumer<Arrival> onHeader = arrival -> {};
    private volatile Consumer<Arrival> onArrival;
    private volatile Runnable onLoss = () -> {};
    private volatile boolean receivesNatively;
    private final AtomicLong unpacked = new AtomicLong();

    private Transport transport;
    private Endpoint[] endpoints;
    private Thread leader;
    private volatile boolean driving;
    private volatile Throwable driverFailure;

    public TestRank(int rank, int size) {
        this.rank = rank;
        for (int i = 0; i < size; i++) events.add(new LinkedBlockingQueue<>());
    }

    int number() {
        return rank;
    }

    public void open(Transport opened) {
        transport = opened;
    }

    public void connect(PeerAddress[] addresses) {
        endpoints = new Endpoint[addresses.length];
        for (int i = 0; i < addresses.length; i++) if (i != rank) endpoints[i] = transport.endpoint(i, addresses[i]);
        transport.start();
    }

    /** Connects to a rank that joins, with the next number. */
    void join(PeerAddress address) {
        int peer = endpoints.length;
        events.add(new LinkedBlockingQueue<>());
        Endpoint[] more = Arrays.copyOf(endpoints, peer + 1);
        more[peer] = transport.endpoint(peer, address);
        endpoints = more;
    }

    public Transport transport() {
        return transport;
    }

    public Endpoint to(int peer) {
        return endpoints[peer];
    }

    /** Called with each header, its payload still to come; may throw. */
    public void onHeader(Consumer<Arrival> action) {
        onHeader = action;
    }

    /** Called with each frame instead of keeping it. */
    public void onArrival(Consumer<Arrival> action) {
        onArrival = action;
    }

    /** Called with each loss of a peer. */
    public void onLoss(Runnable action) {
        onLoss = action;
    }

    /** Payloads go to native memory from now on. */
    public void receiveNatively() {
        receivesNatively = true;
    }

    /** The bytes that have been unpacked to native memory. */
    public long unpacked() {
        return unpacked.get();
    }

    public int works() {
        return works.get();
    }

    // ---- Driving ----

    public void drive() {
        if (transport.pushes() || leader != null) return;
        driving = true;
        leader = new Thread(this::driveOn, "leader of rank " + rank);
        leader.setDaemon(true);
        leader.start();
    }

    private void driveOn() {
        try {
            while (driving) if (!transport.poll()) transport.await(BLOCK_NANOS);
            // The transport may have closed since the last poll, and then has frames to answer.
            transport.poll();
        } catch (RuntimeException | Error e) {
            driverFailure = e;
        }
    }

    public void stopDriving() {
        if (leader == null) return;
        driving = false;
        transport.wakeup();
        try {
            leader.join(TimeUnit.SECONDS.toMillis(TransportContract.LIMIT_SECONDS));
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted while rank " + rank + " stops", e);
        }
        assertTrue(!leader.isAlive(), "await() did not end by wakeup()");
        leader = null;
        if (driverFailure != null) throw new AssertionError("the leader of rank " + rank + " failed", driverFailure);
    }

    /** Polls until nothing has moved for many polls in a row. */
    public void pollUntilIdle() {
        for (int idle = 0; idle < 10_000; ) idle = transport.poll() ? 0 : idle + 1;
    }

    // ---- What came ----

    public boolean hasEvent(int peer) {
        return !events.get(peer).isEmpty();
    }

    public Event next(int peer) throws InterruptedException {
        Event event = events.get(peer).poll(TransportContract.LIMIT_SECONDS, TimeUnit.SECONDS);
        assertNotNull(event, () -> "rank " + rank + " heard nothing from rank " + peer + "; " + transport.describe());
        return event;
    }

    public Arrival nextArrival(int peer) throws InterruptedException {
        Event event = next(peer);
        if (event instanceof Arrival arrival) return arrival;
        throw new AssertionError("rank " + rank + " expected a frame from rank " + peer + ": " + event);
    }

    public Throwable nextLoss(int peer) throws InterruptedException {
        Event event = next(peer);
        if (event instanceof Lost lost) return lost.cause();
        throw new AssertionError("rank " + rank + " expected the loss of rank " + peer + ": " + event);
    }

    /** What else was heard, now. */
    public List<Event> others(int peer) {
        return List.copyOf(events.get(peer));
    }

    @Override
    public Sink onFrame(int peer, long word0, long word1, long word2, long word3) {
        onHeader.accept(new Arrival(peer, word0, word2, word3, null));
        if (word1 == 0) {
            arrived(new Arrival(peer, word0, word2, word3, new byte[0]));
            return null;
        }
        Consumer<byte[]> onEnd = bytes -> arrived(new Arrival(peer, word0, word2, word3, bytes));
        return receivesNatively ? new NativeBytes.In((int) word1, unpacked, onEnd) : new Bytes.In((int) word1, onEnd);
    }

    private void arrived(Arrival arrival) {
        Consumer<Arrival> action = onArrival;
        if (action != null) action.accept(arrival);
        else events.get(arrival.peer()).add(arrival);
    }

    @Override
    public void onPeerLost(int peer, Throwable cause) {
        onLoss.run();
        events.get(peer).add(new Lost(cause));
    }

    @Override
    public void onPeerDeparted(int peer) {
        events.get(peer).add(new Departed());
    }

    @Override
    public void onWork() {
        works.incrementAndGet();
        if (driving) transport.wakeup();
    }
}
