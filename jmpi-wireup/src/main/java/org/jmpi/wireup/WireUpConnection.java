package org.jmpi.wireup;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.jmpi.comm.trust.AddressPair;
import org.jmpi.comm.trust.JobSecret;
import org.jmpi.comm.trust.Proof;

/**
 * One end of a connection between a rank and rank 0, over which the secret is proved. A message is a length of 4 bytes
 * and that many bytes; an answer of rank 0 begins with one byte more, 0 or, if the rest is a reason for refusal, 1.
 *
 * <pre>
 * rank                                       rank 0
 *   | -- join: its number of ranks ----------&gt; |
 *   | &lt;-- 0, nonce of the job's secret -------- |
 *   |                                           |   any number of times:
 *   | -- values of this rank -----------------&gt; |
 *   | &lt;-- 0, values of all ranks -------------- |   when every rank has sent its own
 * </pre>
 */
final class WireUpConnection implements Closeable {
    /** The name of the protocol in the handshake. */
    static final String PROTOCOL = "JMPI-WU1";

    private static final int LONGEST = 1 << 28;
    private static final byte GOOD = 0;
    private static final byte REFUSED = 1;

    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;

    WireUpConnection(Socket socket) throws IOException {
        this.socket = socket;
        in = new DataInputStream(socket.getInputStream());
        out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
    }

    /**
     * Returns the proof of the key that ranks share.
     *
     * @param seen the addresses of the connection
     * @param nat whether something between the ranks may translate addresses
     */
    static Proof proof(byte[] key, AddressPair seen, boolean nat) {
        return Proof.hmac(JobSecret.derive(key, ascii("jmpi wire-up")), nat ? AddressPair.NONE : seen);
    }

    /** Returns the secret of the run that has this nonce: a key may serve several runs. */
    static JobSecret secret(byte[] key, byte[] nonce) {
        byte[] purpose = ascii("jmpi job");
        byte[] info = new byte[purpose.length + nonce.length];
        System.arraycopy(purpose, 0, info, 0, purpose.length);
        System.arraycopy(nonce, 0, info, purpose.length, nonce.length);
        return JobSecret.derive(key, info);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    void send(byte[] message) throws IOException {
        out.writeInt(message.length);
        out.write(message);
        out.flush();
    }

    byte[] receive() throws IOException {
        int length = in.readInt();
        if (length < 0 || length > LONGEST) throw new IOException("length of a message out of range: " + length);
        byte[] message = in.readNBytes(length);
        if (message.length < length) throw new EOFException();
        return message;
    }

    void answer(byte[] message) throws IOException {
        out.writeByte(GOOD);
        send(message);
    }

    void refuse(String reason) throws IOException {
        out.writeByte(REFUSED);
        send(reason.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Returns the answer of rank 0.
     *
     * @param millis the longest time to wait for its first byte, in ms
     * @throws IOException if rank 0 refuses, with its reason; or if none comes
     */
    byte[] awaitAnswer(int millis) throws IOException {
        socket.setSoTimeout(millis);
        byte kind = in.readByte();
        byte[] message = receive();
        if (kind != GOOD) throw new IOException(new String(message, StandardCharsets.UTF_8));
        return message;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
