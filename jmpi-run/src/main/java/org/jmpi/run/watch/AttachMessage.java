package org.jmpi.run.watch;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.jmpi.comm.control.ControlReader;
import org.jmpi.comm.control.ControlWriter;
import org.jmpi.run.system.RecordCodec;

/**
 * A message between the jmpirun of a job and a command of the same user on the same host that attaches to it.
 *
 * <pre>
 *       command                           jmpirun
 *        | -- Ask(what) ------------------&gt; |
 *        | &lt;-- Status, Text or Refused ---- |      to each Ask
 * </pre>
 *
 * <p>The frame is that of {@link ControlReader#next}. Ask and Refused are the first kinds by their names and keep their
 * form: another version of jmpirun understands them.
 */
sealed interface AttachMessage {
    /** The longest message, in bytes: the stacks of many ranks. */
    int LONGEST = 256 << 20;

    /** Changes with the form of the messages. */
    int PROTOCOL = 2;

    RecordCodec<AttachMessage> CODEC = new RecordCodec<>(AttachMessage.class, "message");

    /** The request of a command. */
    enum Request {
        STATUS,
        STACKS,
        STOP
    }

    /** A command asks for something. */
    record Ask(int protocol, int request) implements AttachMessage {
        static Ask of(Request request) {
            return new Ask(PROTOCOL, request.ordinal());
        }
    }

    /** The state of the job. */
    record Status(JobStatus status) implements AttachMessage {}

    /** Text for the user: the stacks; nothing to STOP, whose answer is followed by the end of the connection. */
    record Text(String text) implements AttachMessage {}

    /** The jmpirun of the job does not do it, for a reason in one line. */
    record Refused(String reason) implements AttachMessage {}

    /** Returns the message as it travels. */
    default byte[] bytes() throws IOException {
        ControlWriter out = new ControlWriter();
        CODEC.write(this, out);
        return out.frame(getClass().getSimpleName(), LONGEST);
    }

    /** Sends the message. */
    default void send(SocketChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(bytes());
        while (bytes.hasRemaining()) channel.write(bytes);
    }

    /**
     * Returns the next message of a stream.
     *
     * @throws EOFException if the stream ends
     * @throws IOException if the bytes are no message
     */
    static AttachMessage read(DataInputStream in) throws IOException {
        return CODEC.read(ControlReader.next(in, LONGEST));
    }
}
