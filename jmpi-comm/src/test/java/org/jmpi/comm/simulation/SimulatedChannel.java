package org.jmpi.comm.simulation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jmpi.comm.transport.Frame;

/** What is under way from one rank to another: packets arrive in order, each at a time that the seed chooses. */
final class SimulatedChannel {
    private final SimulatedNetwork network;
    private final int from;
    private final int to;
    private final ArrayDeque<Packet> packets = new ArrayDeque<>();
    private int bytes;
    private long last;

    SimulatedChannel(SimulatedNetwork network, int from, int to) {
        this.network = network;
        this.from = from;
        this.to = to;
    }

    /**
     * A header, or a piece of a payload, or a frame that is handed over as a whole, or the word that the sender departs
     * or is lost.
     *
     * @param due when it arrives
     */
    private record Packet(long due, long[] header, long length, byte[] piece, Frame whole, boolean loss) {}

    /** Takes what arrives. */
    interface Reader {
        void begin(long[] header, long length);

        void unpack(byte[] piece);

        void take(Frame whole);

        void depart();

        void lose();
    }

    /** Returns how many bytes may be written now. */
    int room() {
        return network.capacity() - bytes;
    }

    /** Returns when the next packet arrives. */
    long due() {
        return packets.isEmpty() ? SimulatedThread.NEVER : packets.peek().due;
    }

    private static long[] header(Frame frame) {
        return new long[] {frame.word0, frame.word1, frame.word2, frame.word3};
    }

    void putHeader(Frame frame, long length) {
        put(header(frame), length, null, null);
    }

    void putPiece(byte[] piece) {
        put(null, 0, piece, null);
    }

    void putWhole(Frame frame) {
        put(header(frame), 0, null, frame);
    }

    void putFarewell() {
        put(null, 0, null, null);
    }

    private void put(long[] header, long length, byte[] piece, Frame whole) {
        TraceHash trace = network.simulator().trace();
        trace.add((long) from << Integer.SIZE | to);
        if (header != null) for (long word : header) trace.add(word);
        if (piece != null) trace.add(piece);
        last = Math.max(last, network.arrival());
        trace.add(last);
        packets.add(new Packet(last, header, length, piece, whole, false));
        bytes += size(piece);
        network.simulator().print(from + " to " + to + " " + network.name(header, piece) + ", arrives at " + last);
        arrives();
    }

    /** The receiver may not have opened its end yet. */
    private void arrives() {
        if (network.transport(to) != null) network.transport(to).onArrival(from, last);
    }

    /** Ends with the sender: some of what is under way arrives, and after a while the word that the sender is lost. */
    void cut(int kept, long delay) {
        while (packets.size() > kept) packets.removeLast();
        long due = packets.isEmpty() ? network.simulator().now() : packets.getLast().due;
        last = Math.max(network.simulator().now(), due) + delay;
        network.simulator().trace().add(last);
        network.simulator().print(to + " learns at " + last + " that " + from + " is lost");
        packets.add(new Packet(last, null, 0, null, null, true));
        arrives();
    }

    /** Returns how many packets are under way. */
    int packets() {
        return packets.size();
    }

    private static int size(byte[] piece) {
        return Frame.HEADER_BYTES + (piece == null ? 0 : piece.length);
    }

    /** Gives the next packet that has arrived to a reader; false if there is none. */
    boolean read(Reader reader) {
        if (due() > network.simulator().now()) return false;
        Packet packet = packets.poll();
        network.simulator().step(Seam.DELIVER);
        network.simulator().trace().add(-1L - ((long) from << Integer.SIZE | to));
        network.simulator().print(to + " takes " + network.name(packet.header, packet.piece) + " of " + from);
        bytes -= size(packet.piece);
        if (packet.whole != null) reader.take(packet.whole);
        else if (packet.header != null) reader.begin(packet.header, packet.length);
        else if (packet.piece != null) reader.unpack(packet.piece);
        else if (packet.loss) reader.lose();
        else reader.depart();
        network.transport(from).onRoom(to);
        return true;
    }

    /** Takes back what was to be handed over as a whole and has not been taken. */
    List<Frame> takeBack() {
        List<Frame> wholes = new ArrayList<>();
        for (Packet packet : packets) if (packet.whole != null) wholes.add(packet.whole);
        packets.removeIf(packet -> packet.whole != null);
        return wholes;
    }
}
