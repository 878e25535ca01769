package org.jmpi.tls;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Encodes values by the Distinguished Encoding Rules of ASN.1 (ITU-T X.690): a tag, a length, the content.
 *
 * <pre>
 *   +-----+--------------------------------------------+---------
 *   | tag | length &lt; 128, or 0x81 and 1 byte,          | content
 *   |     | or 0x82 and 2 bytes, big-endian            |
 *   +-----+--------------------------------------------+---------
 * </pre>
 */
final class Der {
    private static final int INTEGER = 0x02;
    private static final int BIT_STRING = 0x03;
    private static final int OBJECT_IDENTIFIER = 0x06;
    private static final int UTF8_STRING = 0x0c;
    private static final int UTC_TIME = 0x17;
    private static final int GENERALIZED_TIME = 0x18;
    private static final int SEQUENCE = 0x30;
    private static final int SET = 0x31;
    private static final int CONTEXT_0 = 0xa0;

    private static final int LONGEST_SHORT = 0x7f;
    private static final int BYTE = 0xff;

    private Der() {}

    static byte[] sequence(byte[]... parts) {
        return value(SEQUENCE, parts);
    }

    static byte[] set(byte[]... parts) {
        return value(SET, parts);
    }

    /** Returns a value with the explicit tag [0]. */
    static byte[] context0(byte[] part) {
        return value(CONTEXT_0, part);
    }

    /**
     * @param number from 0 to 127
     */
    static byte[] integer(int number) {
        return value(INTEGER, new byte[] {(byte) number});
    }

    /**
     * @param content of the identifier, whose arcs are encoded already
     */
    static byte[] objectIdentifier(int... content) {
        byte[] bytes = new byte[content.length];
        for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) content[i];
        return value(OBJECT_IDENTIFIER, bytes);
    }

    static byte[] utf8(String text) {
        return value(UTF8_STRING, text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * @param time {@code YYMMDDhhmmssZ}: a certificate uses this form until the year 2049 (RFC 5280)
     */
    static byte[] utcTime(String time) {
        return value(UTC_TIME, time.getBytes(StandardCharsets.US_ASCII));
    }

    /**
     * @param time {@code YYYYMMDDhhmmssZ}
     */
    static byte[] generalizedTime(String time) {
        return value(GENERALIZED_TIME, time.getBytes(StandardCharsets.US_ASCII));
    }

    /** Returns a string of whole bytes. */
    static byte[] bitString(byte[] bytes) {
        return value(BIT_STRING, new byte[1], bytes);
    }

    private static byte[] value(int tag, byte[]... parts) {
        int length = 0;
        for (byte[] part : parts) length += part.length;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        writeLength(length, out);
        for (byte[] part : parts) out.writeBytes(part);
        return out.toByteArray();
    }

    private static void writeLength(int length, ByteArrayOutputStream out) {
        if (length > LONGEST_SHORT) out.write(length > BYTE ? 0x82 : 0x81);
        if (length > BYTE) out.write(length >> Byte.SIZE);
        out.write(length);
    }
}
