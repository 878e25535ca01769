package org.jmpi.comm.progress;

import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Host;

/**
 * The pipes of {@link PipeTransport} between the ranks of one JVM: a bounded one each way per pair.
 */
final class PipeNetwork {
    /** Payload bytes that lie in a pipe at most: more than one piece, less than a large message. */
    static final int CAPACITY = 48 << 10;

    private final AtomicReferenceArray<PipeTransport> ranks;
    private final Pipe[] pipes;

    PipeNetwork(int size) {
        ranks = new AtomicReferenceArray<>(size);
        pipes = new Pipe[size * size];
        for (int i = 0; i < pipes.length; i++) pipes[i] = new Pipe();
    }

    PipeTransport open(int rank, Host host, FrameHandler handler) {
        PipeTransport transport = new PipeTransport(this, rank, host, handler);
        ranks.set(rank, transport);
        return transport;
    }

    int size() {
        return ranks.length();
    }

    Pipe pipe(int from, int to) {
        return pipes[from * ranks.length() + to];
    }

    void wake(int rank) {
        PipeTransport transport = ranks.get(rank);
        if (transport != null) transport.wakeup();
    }

    /** A header with its payload's length, or a piece of a payload, or the word that the writer departs. */
    record Packet(long[] header, long length, byte[] piece) {
        static final Packet FAREWELL = new Packet(null, 0, null);
    }

    /** The packets from one rank to another. */
    static final class Pipe {
        private final ArrayDeque<Packet> packets = new ArrayDeque<>();
        private int bytes;
        private Throwable broken;

        /** Returns how many payload bytes may be written now; headers count little. */
        synchronized int room() {
            return packets.size() > 200 ? 0 : CAPACITY - bytes;
        }

        synchronized void write(Packet packet) {
            packets.add(packet);
            if (packet.piece != null) bytes += packet.piece.length;
        }

        /** Returns the next packet, or null; what lies in a broken pipe is lost. */
        synchronized Packet read() {
            Packet packet = broken != null ? null : packets.poll();
            if (packet != null && packet.piece != null) bytes -= packet.piece.length;
            return packet;
        }

        synchronized Throwable broken() {
            return broken;
        }

        synchronized void breakWith(Throwable cause) {
            if (broken == null) broken = cause;
        }
    }
}
