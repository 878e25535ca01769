package jpvm;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jmpi.pvm.Items;
import org.jmpi.pvm.PvmException;

/** A message: a buffer, its tag, and the tasks that have sent and received it. */
public class jpvmMessage {
    /** The tag. */
    public int messageTag;

    /** The task that has sent the message. */
    public jpvmTaskId sourceTid;

    /** The task that receives it. */
    public jpvmTaskId destTid;

    /** What it holds. */
    public jpvmBuffer buffer;

    /** Makes a message without a buffer. */
    public jpvmMessage() {}

    /**
     * Makes a message.
     *
     * @param buf what it holds
     * @param dest the task that receives it
     * @param src the task that sends it
     * @param tag its tag
     */
    public jpvmMessage(jpvmBuffer buf, jpvmTaskId dest, jpvmTaskId src, int tag) {
        buffer = buf;
        destTid = dest;
        sourceTid = src;
        messageTag = tag;
    }

    /**
     * Reads a message from a stream.
     *
     * @param conn has what {@link #send} has written
     * @throws jpvmException if it has not
     */
    public jpvmMessage(jpvmRecvConnection conn) throws jpvmException {
        take(conn);
    }

    /**
     * Writes this message to a stream of the program's own, such as a file.
     *
     * @param conn takes it
     * @throws jpvmException if it can't
     */
    public void send(jpvmSendConnection conn) throws jpvmException {
        try {
            DataOutputStream out = conn.strm;
            ByteBuffer bytes = buffer.items().encode(0);
            out.writeInt(messageTag);
            sourceTid.send(out);
            destTid.send(out);
            out.writeInt(bytes.remaining());
            out.write(bytes.array());
            out.flush();
        } catch (IOException | PvmException e) {
            throw new jpvmException("the message can't be written: " + e);
        }
    }

    /**
     * Reads a message from a stream into this object.
     *
     * @param conn has what {@link #send} has written
     * @throws jpvmException if it has not
     */
    public void recv(jpvmRecvConnection conn) throws jpvmException {
        take(conn);
    }

    private void take(jpvmRecvConnection conn) throws jpvmException {
        try {
            DataInputStream in = conn.strm;
            messageTag = in.readInt();
            sourceTid = new jpvmTaskId();
            sourceTid.recv(in);
            destTid = new jpvmTaskId();
            destTid.recv(in);
            buffer = new jpvmBuffer(Items.decode(ByteBuffer.wrap(read(in))));
        } catch (IOException | PvmException e) {
            throw new jpvmException("no message can be read: " + e);
        }
    }

    private static byte[] read(DataInputStream in) throws IOException {
        int length = in.readInt();
        byte[] bytes = in.readNBytes(Math.max(length, 0));
        if (length < Integer.BYTES || bytes.length < length)
            throw new IOException("a message of " + length + " bytes has " + bytes.length);
        return bytes;
    }
}
