package org.jmpi.tls;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Two sides of a TLS connection, and the network between them. */
record Pipe(TlsConnection initiator, TlsConnection acceptor) {
    /** What a record is longer than its content, which the JDK may ask for as room. */
    static final int OVERHEAD_BYTES = 64;

    private static final int MOST_ROUNDS = 20;

    static Pipe of(Identity initiator, Identity acceptor) throws IOException {
        return new Pipe(Tls.of(initiator).connection(true), Tls.of(acceptor).connection(false));
    }

    /** Makes the handshake; throws what the first side throws that fails. */
    void shake() throws IOException {
        boolean over = false;
        for (int round = 0; !over && round < MOST_ROUNDS; round++) {
            over = initiator.handshake();
            move(initiator, acceptor);
            over &= acceptor.handshake();
            move(acceptor, initiator);
        }
        assertTrue(over, "the handshake did not end");
    }

    /** Moves records from one side to the other; returns how many bytes. */
    static int move(TlsConnection from, TlsConnection to) {
        ByteBuffer records = from.outgoing().flip();
        int bytes = records.remaining();
        to.enlarge(to.incoming().position() + bytes);
        to.incoming().put(records);
        records.clear();
        return bytes;
    }

    /** Sends bytes over the connection; returns what arrives. */
    static byte[] send(TlsConnection from, TlsConnection to, byte... bytes) throws IOException {
        ByteBuffer source = ByteBuffer.wrap(bytes);
        ByteBuffer target = ByteBuffer.allocate(bytes.length + OVERHEAD_BYTES);
        while (source.hasRemaining()) {
            from.wrap(source);
            move(from, to);
            to.unwrap(target);
        }
        byte[] arrived = new byte[target.flip().remaining()];
        target.get(arrived);
        return arrived;
    }
}
