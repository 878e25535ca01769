package org.jmpi.comm.simulation;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jmpi.comm.transport.Endpoint;
import org.jmpi.comm.transport.Frame;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Sink;

/** One rank's end of the channels to and from a peer. */
final class SimulatedEndpoint implements Endpoint, SimulatedChannel.Reader {
    private final Simulator simulator;
    private final SimulatedNetwork network;
    private final SimulatedTransport transport;
    private final FrameHandler handler;
    private final int peer;
    private final SimulatedChannel out;
    private final SimulatedChannel in;
    private final ArrayDeque<Frame> queue = new ArrayDeque<>();
    private Throwable gone;

    /** The frames that are under way as a whole. */
    private final List<Frame> wholes = new ArrayList<>();

    /**
     * Whether a thread writes, and how much of the first frame it has written: nothing, or the header and some bytes.
     */
    private boolean writing;

    private boolean begun;
    private long written;

    private boolean reading;
    private Sink sink;
    private long expected;
    private long received;
    private long packets;

    SimulatedEndpoint(SimulatedNetwork network, SimulatedTransport transport, int peer, FrameHandler handler) {
        this.simulator = network.simulator();
        this.network = network;
        this.transport = transport;
        this.handler = handler;
        this.peer = peer;
        this.out = network.channel(transport.rank(), peer);
        this.in = network.channel(peer, transport.rank());
    }

    @Override
    public boolean isReached() {
        return packets > 0;
    }

    @Override
    public long received() {
        return packets;
    }

    @Override
    public void send(Frame frame) {
        simulator.step(Seam.SEND);
        if (gone != null) {
            frame.failed(gone);
            return;
        }
        queue.add(frame);
        if (transport.isConnected() && !network.isBusy()) write();
        if (!queue.isEmpty()) transport.onQueued(peer);
    }

    /** Returns when there is something to move. */
    long due() {
        if (gone != null) return SimulatedThread.NEVER;
        return !queue.isEmpty() && out.room() > 0 && !writing ? simulator.now() : in.due();
    }

    /** Writes what there is room for, unless another thread does, or this one further down its stack. */
    boolean write() {
        if (writing) return false;
        boolean wrote = false;
        writing = true;
        while (gone == null && !queue.isEmpty() && out.room() > 0) {
            writeNext(queue.peek());
            wrote = true;
        }
        writing = false;
        return wrote;
    }

    private void writeNext(Frame frame) {
        long bytes = SimulatedNetwork.length(frame);
        if (!begun && network.handsOver(bytes)) {
            queue.poll();
            wholes.add(frame);
            out.putWhole(frame);
            return;
        }
        if (!begun) {
            begun = true;
            written = 0;
            out.putHeader(frame, bytes);
        } else {
            byte[] piece = new byte[network.piece(bytes - written, out.room())];
            ByteBuffer target = ByteBuffer.wrap(piece).order(ByteOrder.LITTLE_ENDIAN);
            frame.payload().pack(written, target);
            if (target.hasRemaining()) simulator.find("a source packs less than it says: " + target);
            out.putPiece(piece);
            written += piece.length;
        }
        if (written < bytes) return;
        begun = false;
        queue.poll();
        // The peer may see the frame before its sender goes on.
        simulator.step(Seam.SENT);
        frame.sent();
    }

    /** Takes some of what has arrived. */
    boolean read(int most) {
        if (reading) {
            simulator.find("two threads read from rank " + peer);
            return false;
        }
        boolean read = false;
        reading = true;
        for (int i = 0; i < most && gone == null && in.read(this); i++) read = true;
        reading = false;
        return read;
    }

    private Sink show(long[] header) {
        packets++;
        try {
            return handler.onFrame(peer, header[0], header[1], header[2], header[3]);
        } catch (RuntimeException e) {
            simulator.onUncaught(SimulatedThread.current(), e);
            throw e;
        }
    }

    @Override
    public void begin(long[] header, long length) {
        sink = show(header);
        expected = sink == null ? 0 : sink.bytes();
        received = 0;
        if (expected != length) simulator.find("a sink of " + expected + " bytes for a payload of " + length);
    }

    @Override
    public void unpack(byte[] piece) {
        packets++;
        ByteBuffer chunk = ByteBuffer.wrap(piece).order(ByteOrder.LITTLE_ENDIAN);
        sink.unpack(received, chunk);
        if (chunk.hasRemaining()) simulator.find("a sink leaves " + chunk.remaining() + " bytes");
        received += piece.length;
        if (received == expected) endSink();
    }

    private void endSink() {
        Sink ended = sink;
        sink = null;
        ended.end();
    }

    @Override
    public void take(Frame whole) {
        sink = show(new long[] {whole.word0, whole.word1, whole.word2, whole.word3});
        if (sink == null) simulator.find("no sink for a payload of " + SimulatedNetwork.length(whole));
        sink.take(whole.payload());
        endSink();
        if (!network.isLost(peer))
            network.transport(peer).endpoint(transport.rank(), null).taken(whole);
    }

    private void taken(Frame whole) {
        wholes.remove(whole);
        whole.sent();
    }

    @Override
    public void betweenFrames(Runnable action) {
        if (reading && !transport.pushes()) simulator.find("a message is failed while its bytes are moved");
        while (reading) simulator.step(Seam.JOIN);
        action.run();
    }

    @Override
    public void depart() {
        fail(new IllegalStateException("rank " + peer + " has departed"));
        handler.onPeerDeparted(peer);
    }

    @Override
    public void lose() {
        IllegalStateException cause = new IllegalStateException("rank " + peer + " is lost");
        fail(cause);
        // The peer was about to take it.
        for (Frame frame : wholes) frame.failed(cause);
        wholes.clear();
        handler.onPeerLost(peer, cause);
    }

    /** Notifies the peer that this rank departs. */
    void leave() {
        if (gone != null) return;
        out.putFarewell();
        fail(new IllegalStateException("this rank has departed"));
    }

    private void fail(Throwable cause) {
        gone = cause;
        List<Frame> failed = new ArrayList<>(queue);
        queue.clear();
        List<Frame> back = out.takeBack();
        wholes.removeAll(back);
        failed.addAll(back);
        for (Frame frame : failed) frame.failed(cause);
    }

    boolean isFlushed() {
        return gone != null || queue.isEmpty() && wholes.isEmpty();
    }

    @Override
    public String toString() {
        return peer + ": " + queue.size() + " frames wait, " + wholes.size() + " under way as a whole, room for "
                + out.room() + " bytes" + (gone == null ? "" : ", " + gone.getMessage());
    }
}
