package org.jmpi.comm.wire;

import org.jmpi.comm.transport.Frame;

/**
 * The header of every frame: {@value Frame#HEADER_BYTES} bytes, four 64-bit words, little-endian.
 *
 * <pre>
 *  byte 0   1     2         4               8
 *      +------+------+---------+---------------+
 * word0| kind | type | events  |    context    |
 *      +------+------+---------+---------------+
 * word1|        source         |      tag      |
 *      +-----------------------+---------------+
 * word2|                length                 |
 *      +-----------------------+---------------+
 * word3|       send id         | receive id or |
 *      |                       |    objects    |
 *      +-----------------------+---------------+
 * </pre>
 *
 * <table>
 * <caption>Which fields a kind uses; the others are zero</caption>
 * <tr><th>kind</th><th>type, events, context, source, tag</th><th>length</th><th>send id</th><th>last field</th></tr>
 * <tr><td>EAGER</td><td>of the message</td><td>payload bytes</td><td></td><td>objects</td></tr>
 * <tr><td>REQUEST_TO_SEND</td><td>of the message</td><td>message's bytes</td><td>sender's</td><td>objects</td></tr>
 * <tr><td>CLEAR_TO_SEND</td><td></td><td></td><td>sender's</td><td>receiver's id</td></tr>
 * <tr><td>DATA</td><td></td><td>payload bytes</td><td></td><td>receiver's id</td></tr>
 * <tr><td>CREDIT</td><td></td><td>bytes granted</td><td></td><td></td></tr>
 * <tr><td>CANCEL</td><td>of the message</td><td></td><td>sender's</td><td></td></tr>
 * <tr><td>CANCELLED</td><td></td><td></td><td>sender's</td><td></td></tr>
 * <tr><td>WAKE</td><td></td><td></td><td></td><td></td></tr>
 * <tr><td>HEARTBEAT</td><td></td><td></td><td>1: answer, else 0</td><td></td></tr>
 * <tr><td>FAILURE, ABORT, SUBSCRIPTION</td><td>source: the rank that found or called it; tag: exit code</td><td>payload
 * bytes</td><td></td>
 *     <td>failed ranks</td></tr>
 * <tr><td>of layers</td><td>type: the layer's id; context: the layer's number at the receiver; source and tag: a
 * word</td><td>payload bytes</td><td>number</td><td>room or number</td></tr>
 * <tr><td>AGREEMENT</td><td>type: the kind of message; context: of the communicator; source and tag: the number of the
 * agreement</td><td>payload bytes</td><td>the proposer</td><td></td></tr>
 * </table>
 *
 * The observer of the sender alone sets the event bits, for the observer of the receiver; 0 if there is none. The
 * source is the sender's rank in the communicator; the type is the ordinal of the message's basic type; objects is the
 * number of objects in a message of that type, the number of items in one of items without elements,
 * the mark of the call in other messages of collective operations, else 0. The
 * payload of FAILURE, ABORT and SUBSCRIPTION is the failed ranks, 4 bytes each, then one line of UTF-8.
 * Kind 0xFF is never used: transports may mark frames of their own with it.
 */
public final class FrameHeader {
    /** The largest value of the event bits. */
    public static final int MOST_EVENT_BITS = 0xFFFF;

    private FrameHeader() {}

    /** Writes the words of a frame that carries or announces a message. */
    public static void message(
            Frame frame,
            FrameKind kind,
            int type,
            int eventBits,
            int context,
            int source,
            int tag,
            long length,
            int sendId,
            int objects) {
        frame.word0 = kind.ordinal() | (long) (type << 8 | eventBits << 16) & 0xFFFF_FFFFL | (long) context << 32;
        frame.word1 = pair(source, tag);
        frame.word2 = length;
        frame.word3 = pair(sendId, objects);
    }

    /**
     * Writes the words of a frame of a layer.
     *
     * @param id the layer's, from 0 to 255
     * @param layer the number that the layer has at the receiver
     * @param word of the program, or of the protocol
     * @param length of the payload, in bytes
     * @param number of a request or an answer
     * @param room for the answer, in bytes, or a second number
     */
    public static void layer(
            Frame frame, FrameKind kind, int id, int layer, long word, int length, int number, int room) {
        frame.word0 = kind.ordinal() | id << 8 | (long) layer << 32;
        frame.word1 = word;
        frame.word2 = length;
        frame.word3 = pair(number, room);
    }

    /** Writes the words of a frame about a message that both sides know. */
    public static void control(Frame frame, FrameKind kind, long length, int sendId, int receiveId) {
        frame.word0 = kind.ordinal();
        frame.word1 = 0;
        frame.word2 = length;
        frame.word3 = pair(sendId, receiveId);
    }

    public static FrameKind kind(long word0) {
        return FrameKind.of((int) word0 & 0xFF);
    }

    public static int type(long word0) {
        return (int) (word0 >>> 8) & 0xFF;
    }

    public static int eventBits(long word0) {
        return (int) (word0 >>> 16) & MOST_EVENT_BITS;
    }

    public static int context(long word0) {
        return (int) (word0 >>> 32);
    }

    public static int source(long word1) {
        return (int) word1;
    }

    public static int tag(long word1) {
        return (int) (word1 >>> 32);
    }

    /** Returns the length in bytes; the caller checks that it is possible. */
    public static long length(long word2) {
        return word2;
    }

    public static int sendId(long word3) {
        return (int) word3;
    }

    public static int receiveId(long word3) {
        return (int) (word3 >>> 32);
    }

    /** Returns the number of objects in the message that a frame carries or announces. */
    public static int objects(long word3) {
        return (int) (word3 >>> 32);
    }

    private static long pair(int low, int high) {
        return low & 0xFFFF_FFFFL | (long) high << 32;
    }
}
