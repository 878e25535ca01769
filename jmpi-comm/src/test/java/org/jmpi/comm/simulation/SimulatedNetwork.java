package org.jmpi.comm.simulation;

import java.util.Arrays;
import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Host;
import org.jmpi.comm.transport.SharedMemory;
import org.jmpi.comm.wire.FrameHeader;

/** What connects the ranks. The seed chooses what kind of network it is, and when each packet arrives. */
final class SimulatedNetwork {
    /** The longest time from the loss of a rank to the word of it. */
    private static final long LONGEST_DETECTION_NANOS = 500_000_000;

    private final Simulator simulator;
    private final SimulationRandom random;
    private final SimulatedTransport[] transports;

    /** The process that has each rank; -1 for one that has not opened its end. */
    private final int[] processes;

    private final SimulatedChannel[] channels;
    private final SimulatedMemory memory = new SimulatedMemory();

    /** How many bytes may be under way between two ranks, and how many of a payload travel together. */
    private final int capacity;

    private final int longestPiece;

    /** The shortest payload that is handed over as a whole. */
    private final long shortestWhole;

    private final int eagerLimit;

    /** How often in a thousand a frame can't be sent at once though there is room. */
    private final int busy;

    private final boolean pollsMemory;
    private final long shortDelay;
    private final long longDelay;

    SimulatedNetwork(Simulator simulator, int size) {
        this.simulator = simulator;
        this.random = simulator.random();
        this.transports = new SimulatedTransport[size];
        this.processes = new int[size];
        Arrays.fill(processes, -1);
        this.channels = new SimulatedChannel[size * size];
        for (int i = 0; i < channels.length; i++) channels[i] = new SimulatedChannel(this, i / size, i % size);
        this.capacity = (int) random.oneOf(64, 1 << 10, 64 << 10);
        this.longestPiece = (int) random.oneOf(24, 500, 8 << 10);
        this.shortestWhole = random.oneOf(1, 512, Long.MAX_VALUE);
        this.eagerLimit = (int) random.oneOf(0, 64, 1 << 10, 8 << 10);
        this.busy = (int) random.oneOf(0, 200);
        this.pollsMemory = random.chance(500);
        this.shortDelay = random.oneOf(0, 1_000, 100_000);
        this.longDelay = random.oneOf(10_000, 5_000_000, 100_000_000);
    }

    /**
     * Opens the end of a rank.
     *
     * @param process that has the rank
     * @param pushes whether frames arrive on threads of its own
     * @param memory that it shares with others; null for none
     */
    SimulatedTransport open(
            int rank, int process, Host host, boolean pushes, SharedMemory memory, FrameHandler handler) {
        processes[rank] = process;
        return transports[rank] = new SimulatedTransport(this, rank, host, pushes, memory, handler);
    }

    SharedMemory memory(int rank, Host[] hosts) {
        return memory.of(rank, hosts);
    }

    /** Returns the process that has a rank. */
    int process(int rank) {
        return processes[rank];
    }

    boolean isLost(int rank) {
        return simulator.isLost(processes[rank]);
    }

    Simulator simulator() {
        return simulator;
    }

    int size() {
        return transports.length;
    }

    SimulatedTransport transport(int rank) {
        return transports[rank];
    }

    SimulatedChannel channel(int from, int to) {
        return channels[from * size() + to];
    }

    int capacity() {
        return capacity;
    }

    int eagerLimit() {
        return eagerLimit;
    }

    boolean isBusy() {
        return random.chance(busy);
    }

    boolean pollsMemory() {
        return pollsMemory;
    }

    boolean handsOver(long bytes) {
        return bytes >= shortestWhole;
    }

    /** Returns how many of the bytes that are left of a payload travel next; long payloads take few packets, too. */
    int piece(long left, int room) {
        long most = Math.min(Math.max(longestPiece, left / 8), Math.max(1, room));
        return (int) Math.min(left, random.between(1, most));
    }

    /** Returns when a packet that is sent now arrives. */
    long arrival() {
        return simulator.now() + random.between(0, random.chance(50) ? longDelay : shortDelay);
    }

    /** Ends the channels of a process that is lost. Each other one learns of it by its channel, at its own time. */
    void lose(int process) {
        int rank = CommModel.indexOf(processes, process);
        if (rank < 0) return;
        for (int peer = 0; peer < size(); peer++) {
            if (peer == rank) continue;
            SimulatedChannel channel = channel(rank, peer);
            channel.cut(
                    random.below(channel.packets() + 1),
                    random.between(0, random.oneOf(1_000, 1_000_000, LONGEST_DETECTION_NANOS)));
        }
    }

    String name(long[] header, byte[] piece) {
        if (piece != null) return "piece of " + piece.length;
        return header == null ? "farewell" : FrameHeader.kind(header[0]).toString();
    }

    static long length(Frame frame) {
        return frame.payload() == null ? 0 : frame.payload().bytes();
    }
}
