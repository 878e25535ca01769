package org.jmpi.comm.bootstrap;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * One message between a rank and its launcher.
 *
 * <pre>
 * 0         4        5
 * | length  |  kind  | body (length - 1 bytes) |
 * </pre>
 *
 * <p>Numbers are big-endian. What each kind's body holds is written at {@link ControlKind}.
 */
record ControlMessage(ControlKind kind, byte[] body) {
    /** The longest message, in bytes; a text that would not fit is cut. */
    static final int LONGEST = 16 << 20;

    private static final int LONGEST_TEXT = 4 << 20;
    private static final String CUT = "\n... (cut)";

    /** Writes a body. */
    @FunctionalInterface
    interface Body {
        void write(DataOutputStream out) throws IOException;
    }

    static ControlMessage of(ControlKind kind, Body body) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        body.write(new DataOutputStream(bytes));
        return new ControlMessage(kind, bytes.toByteArray());
    }

    static ControlMessage of(ControlKind kind) {
        return new ControlMessage(kind, new byte[0]);
    }

    /** Writes the message in one call of the stream, so that it is one segment on the network. */
    void write(DataOutputStream out) throws IOException {
        out.write(bytes());
        out.flush();
    }

    /** Returns the message as it travels. */
    byte[] bytes() throws IOException {
        if (body.length >= LONGEST)
            throw new IOException(kind + " is too long: " + body.length + " bytes, less than " + LONGEST);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(body.length + 5);
        DataOutputStream header = new DataOutputStream(bytes);
        header.writeInt(body.length + 1);
        header.writeByte(kind.ordinal());
        header.write(body);
        return bytes.toByteArray();
    }

    /**
     * Reads the next message.
     *
     * @throws EOFException if the connection ended
     * @throws IOException if the bytes are not a message
     */
    static ControlMessage read(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 1 || length > LONGEST)
            throw new IOException("length of a control message out of range: " + length + ", from 1 to " + LONGEST);
        int number = in.readUnsignedByte();
        ControlKind kind = ControlKind.of(number);
        if (kind == null) throw new IOException("unknown kind of control message: " + number);
        byte[] body = in.readNBytes(length - 1);
        if (body.length < length - 1) throw new EOFException("connection ended inside " + kind);
        return new ControlMessage(kind, body);
    }

    DataInputStream reader() {
        return new DataInputStream(new ByteArrayInputStream(body));
    }

    static void writeText(DataOutputStream out, String text) throws IOException {
        byte[] bytes = (text == null ? "" : text).getBytes(StandardCharsets.UTF_8);
        if (bytes.length > LONGEST_TEXT) bytes = cut(bytes);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static byte[] cut(byte[] bytes) {
        byte[] tail = CUT.getBytes(StandardCharsets.UTF_8);
        byte[] head = Arrays.copyOf(bytes, LONGEST_TEXT);
        System.arraycopy(tail, 0, head, head.length - tail.length, tail.length);
        return head;
    }

    static String readText(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > in.available())
            throw new IOException("length of a text out of range: " + length + ", at most " + in.available());
        return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return kind + "[" + body.length + " bytes]";
    }
}
