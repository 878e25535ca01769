package org.jmpi.tls;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;

/**
 * The streams of a TLS connection over those of a socket that blocks. One thread at a time reads, and one at a time
 * writes. A stream that is cut looks like one that is closed: the protocol above says where it ends.
 */
public final class TlsStreams {
    private static final int RECORDS_BYTES = 128 << 10;

    private final TlsConnection tls;
    private final InputStream in;
    private final OutputStream out;
    private final InputStream input = new Input();
    private final OutputStream output = new Output();

    private TlsStreams(TlsConnection tls, InputStream in, OutputStream out) {
        this.tls = tls;
        this.in = in;
        this.out = out;
    }

    /**
     * Makes the handshake of TLS.
     *
     * @param tls this side
     * @param socket connected; its read time-out is none afterwards
     * @param in reads from the socket
     * @param out writes to the socket
     * @param nanos the longest time, in ns
     * @return the streams of what travels in the records
     * @throws IOException if one side does not accept the other, the connection breaks, or the time is over
     */
    public static TlsStreams open(TlsConnection tls, Socket socket, InputStream in, OutputStream out, long nanos)
            throws IOException {
        long deadline = System.nanoTime() + nanos;
        TlsStreams streams = new TlsStreams(tls, in, out);
        while (!streams.handshake()) {
            // One deadline: a peer that sends a byte now and then would meet any time-out of a single read.
            long millis = (deadline - System.nanoTime()) / 1_000_000;
            if (millis <= 0) throw new SocketTimeoutException("it did not answer in time");
            socket.setSoTimeout((int) Math.min(millis, Integer.MAX_VALUE));
            if (!streams.receive()) throw new EOFException("it hung up");
        }
        socket.setSoTimeout(0);
        tls.enlarge(RECORDS_BYTES);
        return streams;
    }

    private boolean handshake() throws IOException {
        try {
            return tls.handshake();
        } finally {
            send();
        }
    }

    private boolean receive() throws IOException {
        ByteBuffer records = tls.incoming();
        int count = in.read(records.array(), records.position(), records.remaining());
        if (count > 0) records.position(records.position() + count);
        return count >= 0;
    }

    private void send() throws IOException {
        ByteBuffer records = tls.outgoing();
        out.write(records.array(), 0, records.position());
        out.flush();
        records.clear();
    }

    /** {@return what the peer writes} */
    public InputStream input() {
        return input;
    }

    /** {@return what the peer reads; each write is sent at once} */
    public OutputStream output() {
        return output;
    }

    /**
     * {@return the bytes by which both ends know the connection}
     *
     * @throws IOException if a certificate has no encoding
     */
    public byte[] binding() throws IOException {
        return tls.binding();
    }

    private final class Input extends InputStream {
        /** Unread plain bytes: from the position to the limit. */
        private ByteBuffer plain = ByteBuffer.allocate(RECORDS_BYTES).limit(0);

        @Override
        public int read() throws IOException {
            return fill() ? Byte.toUnsignedInt(plain.get()) : -1;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (length == 0) return 0;
            if (!fill()) return -1;
            int count = Math.min(length, plain.remaining());
            plain.get(bytes, offset, count);
            return count;
        }

        @Override
        public int available() {
            return plain.remaining();
        }

        /** Returns false at the end of the stream. */
        private boolean fill() throws IOException {
            while (!plain.hasRemaining()) {
                plain.clear();
                try {
                    tls.unwrap(plain);
                } finally {
                    plain.flip();
                }
                if (!plain.hasRemaining() && (tls.isInboundDone() || !receive())) return false;
            }
            return true;
        }
    }

    private final class Output extends OutputStream {
        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            ByteBuffer source = ByteBuffer.wrap(bytes, offset, length);
            while (source.hasRemaining()) {
                tls.wrap(source);
                send();
            }
        }
    }
}
