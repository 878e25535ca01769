package org.jmpi.comm.control;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * The fields of a control message, one after the other, as {@link ControlReader} reads them. Numbers are big-endian. A
 * text or a block of bytes is a length (4) and the bytes, a text in UTF-8. A list or a map is a count (4), then its
 * items.
 */
public final class ControlWriter extends ByteArrayOutputStream {
    private static final int LONGEST_TEXT = 4 << 20;
    private static final byte[] CUT = "\n... (cut)".getBytes(StandardCharsets.UTF_8);

    /** Begins without a field. */
    public ControlWriter() {}

    /**
     * Adds the number of a message's kind.
     *
     * @param kind from 0 to 127
     * @return this
     */
    public ControlWriter writeKind(int kind) {
        write(kind);
        return this;
    }

    /**
     * Adds a number of 4 bytes.
     *
     * @param number any
     * @return this
     */
    public ControlWriter writeInt(int number) {
        for (int shift = Integer.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) write(number >>> shift);
        return this;
    }

    /**
     * Adds a number of 8 bytes.
     *
     * @param number any
     * @return this
     */
    public ControlWriter writeLong(long number) {
        return writeInt((int) (number >>> Integer.SIZE)).writeInt((int) number);
    }

    /**
     * Adds a byte, 1 or 0.
     *
     * @param value any
     * @return this
     */
    public ControlWriter writeBoolean(boolean value) {
        write(value ? 1 : 0);
        return this;
    }

    /**
     * Adds bytes, behind their number.
     *
     * @param bytes any number
     * @return this
     */
    public ControlWriter writeBlock(byte[] bytes) {
        writeInt(bytes.length);
        write(bytes, 0, bytes.length);
        return this;
    }

    /**
     * Adds a text, of which at most 4 MiB are kept.
     *
     * @param text null is written as an empty text
     * @return this
     */
    public ControlWriter writeText(String text) {
        byte[] bytes = (text == null ? "" : text).getBytes(StandardCharsets.UTF_8);
        return writeBlock(bytes.length > LONGEST_TEXT ? cut(bytes) : bytes);
    }

    private static byte[] cut(byte[] bytes) {
        byte[] head = Arrays.copyOf(bytes, LONGEST_TEXT);
        System.arraycopy(CUT, 0, head, head.length - CUT.length, CUT.length);
        return head;
    }

    /**
     * Adds a list of numbers.
     *
     * @param numbers in their order
     * @return this
     */
    public ControlWriter writeInts(List<Integer> numbers) {
        writeInt(numbers.size());
        for (int number : numbers) writeInt(number);
        return this;
    }

    /**
     * Adds a list of texts.
     *
     * @param texts in their order
     * @return this
     */
    public ControlWriter writeTexts(List<String> texts) {
        writeInt(texts.size());
        for (String text : texts) writeText(text);
        return this;
    }

    /**
     * {@return all fields, behind their length in bytes}
     *
     * @param name names the message if it is too long
     * @param longest the most bytes that the fields may have
     * @throws IOException if they have more
     */
    public byte[] frame(String name, int longest) throws IOException {
        if (count > longest) throw new IOException(name + " is too long: " + count + " bytes, at most " + longest);
        return ByteBuffer.allocate(Integer.BYTES + count)
                .putInt(count)
                .put(buf, 0, count)
                .array();
    }
}
