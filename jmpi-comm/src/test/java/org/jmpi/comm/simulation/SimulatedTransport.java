package org.jmpi.comm.simulation;

import java.util.ArrayList;
import java.util.List;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Host;
import org.jmpi.comm.transport.PeerAddress;
import org.jmpi.comm.transport.SharedMemory;
import org.jmpi.comm.transport.SleepRecheck;
import org.jmpi.comm.transport.Transport;

/** One rank's end of the simulated network: one that is polled, or one with threads that bring frames. */
final class SimulatedTransport implements Transport {
    static final String NAME = "simulated";

    /** The threads of a transport that pushes: each brings the frames of every second peer. */
    private static final int PUSHING = 2;

    private final SimulatedNetwork network;
    private final Simulator simulator;
    private final int rank;
    private final Host host;
    private final boolean pushes;
    private final SharedMemory memory;
    private final FrameHandler handler;
    private final SimulatedEndpoint[] endpoints;
    private final List<SimulatedThread> pushing = new ArrayList<>();

    /** The thread in {@link #await}. */
    private SimulatedThread waiting;

    private boolean woken;

    /** Whether this rank has polled: the first frames wait for that, as they do for a connection. */
    private boolean connected;

    private boolean closed;

    SimulatedTransport(
            SimulatedNetwork network, int rank, Host host, boolean pushes, SharedMemory memory, FrameHandler handler) {
        this.network = network;
        this.simulator = network.simulator();
        this.rank = rank;
        this.host = host;
        this.pushes = pushes;
        this.memory = memory;
        this.handler = handler;
        this.endpoints = new SimulatedEndpoint[network.size()];
        for (int peer = 0; peer < endpoints.length; peer++)
            endpoints[peer] = new SimulatedEndpoint(network, this, peer, handler);
    }

    int rank() {
        return rank;
    }

    boolean isConnected() {
        return connected;
    }

    @Override
    public PeerAddress address() {
        return new PeerAddress(NAME, host, Integer.toString(rank));
    }

    @Override
    public SimulatedEndpoint endpoint(int peer, PeerAddress address) {
        return endpoints[peer];
    }

    @Override
    public void start() {
        if (!pushes) return;
        connected = true;
        for (int part = 0; part < PUSHING; part++) {
            int own = part;
            int process = network.process(rank);
            SimulatedThread thread = simulator.newThread(process, () -> push(own), "push-" + process + "-" + part);
            pushing.add(thread);
            simulator.start(thread);
        }
    }

    /** Brings the frames of some peers. */
    private void push(int part) {
        while (!closed) {
            boolean moved = false;
            for (int peer = part; peer < endpoints.length; peer += PUSHING)
                moved |= endpoints[peer].write() | read(peer);
            if (!moved) simulator.await(Seam.AWAIT, "frames", due(part, PUSHING));
        }
    }

    private boolean read(int peer) {
        return endpoints[peer].read(1 + simulator.random().below(4));
    }

    private long due(int first, int step) {
        long due = SimulatedThread.NEVER;
        for (int peer = first; peer < endpoints.length; peer += step) due = Math.min(due, endpoints[peer].due());
        return due;
    }

    @Override
    public int eagerLimit() {
        return network.eagerLimit();
    }

    @Override
    public boolean pushes() {
        return pushes;
    }

    @Override
    public boolean pollsMemory() {
        return network.pollsMemory();
    }

    @Override
    public boolean poll() {
        simulator.step(Seam.POLL);
        connected = true;
        boolean moved = false;
        int first = simulator.random().below(endpoints.length);
        for (int i = 0; i < endpoints.length; i++) {
            int peer = (first + i) % endpoints.length;
            moved |= endpoints[peer].write();
            if (!pushes) moved |= read(peer);
        }
        return moved;
    }

    /**
     * Waits. A caller that would look again after a {@link SleepRecheck} does that because of the order of memory
     * accesses on a real machine: here it would make up for a wake-up that got lost.
     */
    @Override
    public void await(long nanos) {
        long end = nanos >= SleepRecheck.SLEEP_NANOS ? SimulatedThread.NEVER : simulator.now() + nanos;
        waiting = SimulatedThread.current();
        simulator.await(Seam.AWAIT, "frames", woken ? simulator.now() : Math.min(end, due(0, 1)));
        waiting = null;
        woken = false;
        if (simulator.random().chance(500)) poll();
    }

    @Override
    public void wakeup() {
        woken = true;
        simulator.wakeAt(waiting, simulator.now());
    }

    /** A packet arrives. */
    void onArrival(int from, long time) {
        if (pushes && !pushing.isEmpty()) wakePushing(from, time);
        else simulator.wakeAt(waiting, time);
    }

    /** A frame waits: a thread of the transport sends it, or whoever polls. */
    void onQueued(int to) {
        if (!pushing.isEmpty()) wakePushing(to, simulator.now());
        handler.onWork();
    }

    /** There is room for what waits. */
    void onRoom(int to) {
        if (endpoints[to].due() <= simulator.now()) onArrival(to, simulator.now());
    }

    private void wakePushing(int peer, long time) {
        SimulatedThread thread = pushing.get(peer % PUSHING);
        if (thread.seam == Seam.AWAIT) simulator.wakeAt(thread, time);
    }

    @Override
    public SharedMemory sharedMemory(int... ranks) {
        return memory;
    }

    @Override
    public String describe() {
        StringBuilder text = new StringBuilder("simulated transport of rank " + rank);
        for (int peer = 0; peer < endpoints.length; peer++)
            if (peer != rank) text.append("\nrank ").append(endpoints[peer]);
        return text.toString();
    }

    @Override
    public void close(long nanos) {
        long end = simulator.now() + nanos;
        while (!isFlushed()) {
            if (simulator.now() >= end) {
                if (nanos > 0) simulator.find("rank " + rank + " does not get rid of its frames");
                break;
            }
            if (pushes) simulator.step(Seam.JOIN);
            else if (!poll()) {
                waiting = SimulatedThread.current();
                simulator.await(Seam.AWAIT, "room", Math.min(end, due(0, 1)));
                waiting = null;
            }
        }
        for (SimulatedEndpoint endpoint : endpoints) endpoint.leave();
        close();
    }

    private boolean isFlushed() {
        for (SimulatedEndpoint endpoint : endpoints) if (!endpoint.isFlushed()) return false;
        return true;
    }

    @Override
    public void close() {
        closed = true;
        for (int part = 0; part < pushing.size(); part++) wakePushing(part, simulator.now());
        for (SimulatedThread thread : pushing) while (!thread.ended) simulator.step(Seam.JOIN);
    }
}
