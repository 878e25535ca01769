package org.jmpi.comm.events;

/**
 * The state of another rank, as far as this one knows it. A state without a successor is final.
 *
 * <p>Whether anything has come from the peer is no state of it, but a property of the connection.
 */
public enum PeerState {
    /** Nothing shows that the peer has ended. */
    ALIVE("alive"),
    /**
     * Nothing has come from any rank of the peer's host for a while, and all of them have been asked for a sign of
     * life.
     */
    SUSPECTED("silent, asked for a sign of life"),
    /**
     * The connection to the peer was lost while this rank did not need it: it has failed only if another rank declares
     * that.
     */
    PRESUMED_DEPARTED("ended"),
    /** The peer has ended in an orderly way. */
    DEPARTED("ended"),
    /** The peer has ended without saying so, or its host is silent for too long. */
    FAILED("failed"),
    /** This rank has ended its communication before the peer did. */
    CLOSED("closed by this rank");

    private final String sentence;

    PeerState(String sentence) {
        this.sentence = sentence;
    }

    /** {@return the meaning of the state, in a few words} */
    public String sentence() {
        return sentence;
    }

    /** {@return whether nothing more goes to or comes from the peer} */
    public boolean isGone() {
        return this != ALIVE && this != SUSPECTED;
    }

    /**
     * {@return whether a peer in this state can go on to another}
     *
     * @param next the state after this one
     */
    public boolean leadsTo(PeerState next) {
        return switch (this) {
            case ALIVE -> next != ALIVE;
            case SUSPECTED -> next != SUSPECTED;
            case PRESUMED_DEPARTED -> next == DEPARTED || next == FAILED;
            case DEPARTED, FAILED, CLOSED -> false;
        };
    }
}
