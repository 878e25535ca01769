package org.jmpi.comm.wire;

/** The purpose of a frame. */
public enum FrameKind {
    /** A whole message, sent without asking. */
    EAGER,
    /** A message is ready to be sent: its envelope and length. */
    REQUEST_TO_SEND,
    /** The receive for an announced message has been found: send it. */
    CLEAR_TO_SEND,
    /** The payload of an announced message. */
    DATA,
    /** Room for this many more eager bytes. */
    CREDIT,
    /** The sender withdraws an announced message, if it is not matched yet. */
    CANCEL,
    /** The announced message has been withdrawn. */
    CANCELLED,
    /** Something has been stored in shared memory that the receiver sleeps for. */
    WAKE,
    /** A sign of life of a host, or a request for one. */
    HEARTBEAT,
    /** Ranks have failed: each receiver to which that is new forwards it. */
    FAILURE,
    /** A rank called MPI.Abort: each receiver to which that is new forwards it. */
    ABORT,
    /** The address at which the sender takes the receiver's heart-beats as datagrams. */
    SUBSCRIPTION,
    /** Asks which number the receiver has given a layer. */
    LAYER_QUERY,
    /** The number that a layer has at the sender. */
    LAYER_NUMBER,
    /** A frame of a layer. */
    LAYER_FRAME,
    /** A request of a layer, which is answered. */
    LAYER_REQUEST,
    /** The answer to a request of a layer. */
    LAYER_ANSWER,
    /** There is an answer to a request of a layer that is longer than was reserved. */
    LONG_ANSWER,
    /** The sender of the request has room for the long answer now: send it. */
    CLEAR_ANSWER,
    /** Room for this many more bytes of layers. */
    LAYER_CREDIT,
    /** A message of an agreement of the ranks that are left after failures. */
    AGREEMENT,
    /** A communicator is revoked: each member to which that is new forwards it. */
    REVOCATION,
    /** The receiver, a process of another world, need not wait for the sender in MPI.Finalize any more. */
    FINALIZE;

    private static final FrameKind[] KINDS = values();

    /** Returns whether as many bytes as the header names follow it. */
    public boolean hasPayload() {
        return switch (this) {
            case EAGER,
                    DATA,
                    FAILURE,
                    ABORT,
                    SUBSCRIPTION,
                    LAYER_QUERY,
                    LAYER_FRAME,
                    LAYER_REQUEST,
                    LAYER_ANSWER,
                    AGREEMENT,
                    REVOCATION -> true;
            default -> false;
        };
    }

    /**
     * Returns the kind with this code.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static FrameKind of(int code) {
        if (code < 0 || code >= KINDS.length) throw new IllegalArgumentException("no such kind of frame: " + code);
        return KINDS[code];
    }
}
