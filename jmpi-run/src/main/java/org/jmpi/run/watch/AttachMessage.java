package org.jmpi.run.watch;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import org.jmpi.comm.control.ControlReader;
import org.jmpi.comm.control.ControlWriter;

/**
 * A message between the jmpirun of a job and a command of the same user on the same host that attaches to it.
 *
 * <pre>
 *       command                           jmpirun
 *        | -- Ask(what) ------------------&gt; |
 *        | &lt;-- Status, Text or Refused ---- |      to each Ask
 * </pre>
 *
 * <p>The frame is that of {@link ControlReader#next}.
 */
sealed interface AttachMessage {
    /** The longest message, in bytes: the stacks of many ranks. */
    int LONGEST = 256 << 20;

    /** Changes with the form of the messages. */
    int PROTOCOL = 1;

    void write(ControlWriter out);

    /** The request of a command. */
    enum Request {
        STATUS,
        STACKS,
        STOP
    }

    /** A command asks for something. */
    record Ask(int protocol, int request) implements AttachMessage {
        private static final int KIND = 0;

        static Ask of(Request request) {
            return new Ask(PROTOCOL, request.ordinal());
        }

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeInt(protocol).writeInt(request);
        }
    }

    /** The state of the job. */
    record Status(JobStatus status) implements AttachMessage {
        private static final int KIND = 1;

        @Override
        public void write(ControlWriter out) {
            status.write(out.writeKind(KIND));
        }
    }

    /** Text for the user: the stacks; nothing to STOP, whose answer is followed by the end of the connection. */
    record Text(String text) implements AttachMessage {
        private static final int KIND = 2;

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeText(text);
        }
    }

    /** The jmpirun of the job does not do it, for a reason in one line. */
    record Refused(String reason) implements AttachMessage {
        private static final int KIND = 3;

        @Override
        public void write(ControlWriter out) {
            out.writeKind(KIND).writeText(reason);
        }
    }

    /** Returns the message as it travels. */
    default byte[] bytes() throws IOException {
        ControlWriter out = new ControlWriter();
        write(out);
        return out.frame(getClass().getSimpleName(), LONGEST);
    }

    /**
     * Returns the next message of a stream.
     *
     * @throws EOFException if the stream ends
     * @throws IOException if the bytes are no message
     */
    static AttachMessage read(DataInputStream in) throws IOException {
        ControlReader fields = ControlReader.next(in, LONGEST);
        AttachMessage message = read(fields.readUnsignedByte(), fields);
        fields.end(message.getClass().getSimpleName());
        return message;
    }

    private static AttachMessage read(int kind, ControlReader in) throws IOException {
        return switch (kind) {
            case Ask.KIND -> new Ask(in.readInt(), in.readInt());
            case Status.KIND -> new Status(JobStatus.read(in));
            case Text.KIND -> new Text(in.readText());
            case Refused.KIND -> new Refused(in.readText());
            default -> throw new IOException("unknown kind of message: " + kind);
        };
    }
}
