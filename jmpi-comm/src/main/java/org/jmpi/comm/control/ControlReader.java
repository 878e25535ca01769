package org.jmpi.comm.control;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads the fields of a control message, in the order in which {@link ControlWriter} has written them. */
public final class ControlReader extends DataInputStream {
    /**
     * Begins with a field.
     *
     * @param message holds the whole message
     * @param offset where the field begins
     */
    public ControlReader(byte[] message, int offset) {
        super(new Message(message, offset));
    }

    /**
     * {@return the next message of a stream, from its kind on}
     *
     * <pre>
     * 0         4        5
     * | length  |  kind  | body (length - 1 bytes) |
     * </pre>
     *
     * @param in the stream
     * @param longest the most bytes that a message has
     * @throws EOFException if the stream ends
     * @throws IOException if the length is out of range
     */
    public static ControlReader next(DataInputStream in, int longest) throws IOException {
        int length = in.readInt();
        if (length < 1 || length > longest)
            throw new IOException("length of a message out of range: " + length + ", from 1 to " + longest);
        byte[] message = in.readNBytes(length);
        if (message.length < length) throw new EOFException("connection ended inside a message");
        return new ControlReader(message, 0);
    }

    /**
     * {@return a block of bytes}
     *
     * @throws IOException if the message ends inside it
     */
    public byte[] readBlock() throws IOException {
        return readNBytes(readCount("bytes", 1));
    }

    /**
     * {@return a text}
     *
     * @throws IOException if the message ends inside it
     */
    public String readText() throws IOException {
        return new String(readBlock(), StandardCharsets.UTF_8);
    }

    /**
     * {@return a list of numbers}
     *
     * @throws IOException if the message ends inside it
     */
    public List<Integer> readInts() throws IOException {
        int count = readCount("numbers", Integer.BYTES);
        List<Integer> numbers = new ArrayList<>(count);
        for (int i = 0; i < count; i++) numbers.add(readInt());
        return numbers;
    }

    /**
     * {@return a list of texts}
     *
     * @throws IOException if the message ends inside it
     */
    public List<String> readTexts() throws IOException {
        int count = readCount("texts", Integer.BYTES);
        List<String> texts = new ArrayList<>(count);
        for (int i = 0; i < count; i++) texts.add(readText());
        return texts;
    }

    /**
     * {@return the number of items of a list, which follow it}
     *
     * @param items names them
     * @param leastBytes the length of the shortest item
     * @throws IOException if the rest of the message is shorter than that many items
     */
    public int readCount(String items, int leastBytes) throws IOException {
        int count = readInt();
        if (count < 0 || count > available() / leastBytes)
            throw new IOException("number of " + items + " out of range: " + count + " in " + available() + " bytes");
        return count;
    }

    /**
     * Ends reading.
     *
     * @param name names the message if bytes are left
     * @throws IOException if bytes are left
     */
    public void end(String name) throws IOException {
        if (available() > 0) throw new IOException(name + " is too long by " + available() + " bytes");
    }

    /** Ends by an exception of its own: an {@link EOFException} is the end of the stream that brings the messages. */
    private static final class Message extends InputStream {
        private final byte[] bytes;
        private final int start;
        private int next;

        Message(byte[] bytes, int start) {
            this.bytes = bytes;
            this.start = start;
            next = start;
        }

        @Override
        public int read() throws IOException {
            requireMore();
            return Byte.toUnsignedInt(bytes[next++]);
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (length == 0) return 0;
            requireMore();
            int count = Math.min(length, available());
            System.arraycopy(bytes, next, target, offset, count);
            next += count;
            return count;
        }

        @Override
        public int available() {
            return bytes.length - next;
        }

        private void requireMore() throws IOException {
            if (next == bytes.length)
                throw new IOException("a message of kind " + bytes[start] + " ends inside a field, after "
                        + (next - start) + " bytes");
        }
    }
}
