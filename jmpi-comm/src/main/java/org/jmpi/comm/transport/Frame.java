package org.jmpi.comm.transport;

/**
 * One frame on its way out: a header of {@value #HEADER_BYTES} bytes and a payload, which may be absent.
 *
 * <p>The header is four 64-bit words whose meaning only the protocols know; a transport carries them as they are,
 * little-endian where it writes bytes. From {@link Endpoint#send} until {@link #sent} or {@link #failed} the frame and
 * the memory behind its payload belong to the transport.
 */
public abstract class Frame {
    /** The length of a header on the wire. */
    public static final int HEADER_BYTES = 32;

    /** The first word of the header. */
    public long word0;
    /** The second word of the header. */
    public long word1;
    /** The third word of the header. */
    public long word2;
    /** The fourth word of the header. */
    public long word3;

    /** Links frames that wait in an endpoint's queue; the endpoint's own while it has the frame. */
    public Frame next;

    /** Makes a frame whose header is all zero. */
    protected Frame() {}

    /** {@return the payload, or null if the frame is its header alone} */
    public abstract Source payload();

    /** Called once, when the payload has been read and its memory may change; must not block. */
    public abstract void sent();

    /**
     * Called once instead of {@link #sent} when the frame can no longer be sent, after {@link FrameHandler#onPeerLost}
     * or {@link FrameHandler#onPeerDeparted}.
     *
     * @param cause the reason, in words for the user
     */
    public abstract void failed(Throwable cause);
}
