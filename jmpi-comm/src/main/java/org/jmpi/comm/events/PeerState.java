package org.jmpi.comm.events;

/** The state of another rank, as far as this one knows it. */
public enum PeerState {
    /** Nothing has come from the peer yet. */
    UNREACHED("nothing has come yet"),
    /** Frames have come from the peer. */
    CONNECTED("connected"),
    /**
     * Nothing has come from any rank of the peer's host for a while, and all of them have been asked for a sign of
     * life.
     */
    SUSPECTED("silent, asked for a sign of life"),
    /** The peer has ended without saying so, or its host is silent for too long. This is final. */
    FAILED("failed"),
    /** The peer has ended in an orderly way. This is final. */
    DEPARTED("ended");

    private final String sentence;

    PeerState(String sentence) {
        this.sentence = sentence;
    }

    /** {@return the meaning of the state, in a few words} */
    public String sentence() {
        return sentence;
    }
}
