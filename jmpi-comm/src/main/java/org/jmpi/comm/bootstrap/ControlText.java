package org.jmpi.comm.bootstrap;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A text in a control message: a length (4), then that many bytes of UTF-8. */
public final class ControlText {
    private static final int LONGEST = 4 << 20;
    private static final String CUT = "\n... (cut)";

    private ControlText() {}

    /**
     * Writes a text, of which at most 4 MiB are kept.
     *
     * @param out takes the text
     * @param text null is written as an empty text
     * @throws IOException if {@code out} takes no more
     */
    public static void write(DataOutputStream out, String text) throws IOException {
        byte[] bytes = (text == null ? "" : text).getBytes(StandardCharsets.UTF_8);
        if (bytes.length > LONGEST) bytes = cut(bytes);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static byte[] cut(byte[] bytes) {
        byte[] tail = CUT.getBytes(StandardCharsets.UTF_8);
        byte[] head = Arrays.copyOf(bytes, LONGEST);
        System.arraycopy(tail, 0, head, head.length - tail.length, tail.length);
        return head;
    }

    /**
     * {@return the text that {@link #write} wrote}
     *
     * @param in holds the whole message
     * @throws IOException if the message ends inside the text
     */
    public static String read(DataInputStream in) throws IOException {
        int length = count(in, "bytes of a text", 1);
        return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    /**
     * {@return the number of items of a list, read before the list}
     *
     * @param in holds the whole message
     * @param what names the items
     * @param leastBytes the length of the shortest item
     * @throws IOException if the message is shorter than that many items
     */
    public static int count(DataInputStream in, String what, int leastBytes) throws IOException {
        int count = in.readInt();
        if (count < 0 || count > in.available() / leastBytes)
            throw new IOException("number of " + what + " out of range: " + count + " in " + in.available() + " bytes");
        return count;
    }
}
