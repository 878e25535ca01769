package org.jmpi.transport.socket;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jmpi.comm.transport.PeerAddress;
import org.jmpi.comm.transport.SocketAddresses;
import org.jmpi.comm.trust.AddressPair;
import org.jmpi.comm.trust.Handshake;
import org.jmpi.comm.trust.Handshake.Verdict;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.comm.trust.Proof;
import org.jmpi.comm.trust.SocketCarrier;

/** A peer that speaks the wire format by hand, well or badly. */
final class RawPeer implements AutoCloseable {
    private static final int LIMIT_MS = 30_000;

    final Socket socket;
    final DataInputStream in;

    RawPeer(PeerAddress address) throws IOException {
        socket = new Socket();
        socket.connect(SocketAddresses.parseAll(address.location()).get(0), LIMIT_MS);
        socket.setSoTimeout(LIMIT_MS);
        socket.setTcpNoDelay(true);
        in = new DataInputStream(socket.getInputStream());
    }

    void send(byte... bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    /** Proves some secret as some rank; returns the verdict. */
    Verdict greet(JobSecret secret, int rank, int acceptor) throws IOException {
        Handshake handshake = initiator(secret, rank, acceptor);
        carry(handshake);
        return handshake.verdict();
    }

    Handshake initiator(JobSecret secret, int rank, int acceptor) {
        Proof proof = Proof.hmac(secret, AddressPair.ofInitiator(socket));
        return Handshake.initiator(HandshakeHandler.PROTOCOL, rank, acceptor, proof);
    }

    /** Goes on to the verdict, whatever it is. */
    void carry(Handshake handshake) throws IOException {
        try {
            SocketCarrier.carry(handshake, socket, in, socket.getOutputStream(), LIMIT_MS * 1_000_000L);
        } catch (IOException e) {
            if (handshake.verdict() == null) throw e;
        } finally {
            socket.setSoTimeout(LIMIT_MS);
        }
    }

    /** Whether the other side ends the connection. */
    boolean isClosed() throws IOException {
        try {
            while (in.read() >= 0) continue;
            return true;
        } catch (EOFException e) {
            return true;
        } catch (java.net.SocketException e) {
            return true; // reset, with bytes of ours unread
        }
    }

    static ByteBuffer header(long word0, long word1, long word2, long word3) {
        return ByteBuffer.allocate(32)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(word0)
                .putLong(word1)
                .putLong(word2)
                .putLong(word3)
                .flip();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
