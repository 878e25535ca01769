package org.jmpi.run.agent;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.jmpi.comm.control.ControlReader;
import org.jmpi.comm.control.ControlWriter;

/**
 * A message of an {@link AgentChannel}, encoded.
 *
 * @param host the number of the agent that it is for or from; {@link #NEIGHBOUR} is the other end of the channel
 * @param bytes all of it, as it travels
 */
public record AgentFrame(int host, byte[] bytes) {
    static final int NEIGHBOUR = -1;

    private static final int HEAD = 9;
    private static final int LONGEST = 64 << 20;

    static AgentFrame of(int host, AgentMessage message) {
        ControlWriter out = new ControlWriter().writeInt(host);
        AgentMessage.CODEC.write(message, out);
        try {
            return new AgentFrame(host, out.frame(message.getClass().getSimpleName(), LONGEST));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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
        ByteBuffer frame = ByteBuffer.allocate(Integer.BYTES + length).putInt(length);
        in.readFully(frame.array(), Integer.BYTES, length);
        return new AgentFrame(frame.getInt(Integer.BYTES), frame.array());
    }

    /** @throws IOException if it is none */
    public AgentMessage message() throws IOException {
        return AgentMessage.CODEC.read(new ControlReader(bytes, HEAD - 1));
    }
}
