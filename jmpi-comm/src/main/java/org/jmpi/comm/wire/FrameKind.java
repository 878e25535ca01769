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
    SUBSCRIPTION;

    private static final FrameKind[] KINDS = values();

    /** Returns whether as many bytes as the header names follow it. */
    public boolean hasPayload() {
        return switch (this) {
            case EAGER, DATA, FAILURE, ABORT, SUBSCRIPTION -> true;
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
