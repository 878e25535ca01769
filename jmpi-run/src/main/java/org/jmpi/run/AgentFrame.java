package org.jmpi.run;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * A message of an {@link AgentChannel}, encoded.
 *
 * @param host the number of the agent that it is for or from; {@link #NEIGHBOUR} is the other end of the channel
 * @param bytes all of it, as it travels
 */
record AgentFrame(int host, byte[] bytes) {
    static final int NEIGHBOUR = -1;

    private static final int HEAD = 9;
    private static final int LONGEST = 64 << 20;

    static AgentFrame of(int host, AgentMessage message) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeInt(0);
            out.writeInt(host);
            out.writeByte(message.kind());
            message.writeBody(out);
            byte[] frame = bytes.toByteArray();
            int length = frame.length - Integer.BYTES;
            if (length > LONGEST) throw new IOException("message of " + length + " bytes, at most " + LONGEST);
            for (int i = 0; i < Integer.BYTES; i++) frame[i] = (byte) (length >>> 8 * (3 - i));
            return new AgentFrame(host, frame);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot encode " + message.getClass().getSimpleName(), e);
        }
    }

    /**
     * Reads the next frame.
     *
     * @throws EOFException if the channel has ended
     */
    static AgentFrame read(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < HEAD - Integer.BYTES || length > LONGEST)
            throw new IOException("it sent a frame of " + length + " bytes");
        byte[] frame = new byte[Integer.BYTES + length];
        in.readFully(frame, Integer.BYTES, length);
        for (int i = 0; i < Integer.BYTES; i++) frame[i] = (byte) (length >>> 8 * (3 - i));
        int host = 0;
        for (int i = 0; i < Integer.BYTES; i++) host = host << 8 | frame[Integer.BYTES + i] & 0xff;
        return new AgentFrame(host, frame);
    }

    boolean isAlive() {
        return bytes[HEAD - 1] == AgentMessage.Alive.KIND;
    }

    /** @throws IOException if it is none */
    AgentMessage message() throws IOException {
        return AgentMessage.read(bytes[HEAD - 1], Arrays.copyOfRange(bytes, HEAD, bytes.length));
    }
}
