package org.jmpi.comm.progress;

import jdk.internal.vm.annotation.DontInline;
import org.jmpi.comm.transport.FrameHandler;
import org.jmpi.comm.transport.Sink;
import org.jmpi.comm.wire.FrameHeader;
import org.jmpi.comm.wire.FrameKind;

/**
 * Takes the frames of the transports, and gives each to the receiver of its kind. A protocol registers the receivers of
 * its kinds.
 */
public final class FrameDispatcher implements FrameHandler {
    /** Takes the frames of one kind, and checks the header fields that the kind uses. */
    @FunctionalInterface
    public interface Receiver {
        /**
         * Takes a frame.
         *
         * @param from the sender
         * @param word0 the first word of the header
         * @param word1 the second word of the header
         * @param word2 the third word of the header
         * @param word3 the fourth word of the header
         * @return what takes the payload; null if there is none
         * @throws IllegalArgumentException if no correct peer sends the header
         */
        Sink onFrame(PeerConnection from, long word0, long word1, long word2, long word3);
    }

    private final Receiver[] receivers = new Receiver[FrameKind.values().length];
    private EagerProtocol eager;
    private PeerFailures failures;
    private ProgressLeader leader;

    /** As {@link PeerTable#senders} returns them. */
    private PeerConnection[] senders;

    FrameDispatcher() {}

    /**
     * Connects this to the engine, before a transport shows it a frame.
     *
     * @param eager takes the EAGER frames, which have no receiver
     */
    void connect(EagerProtocol eager, PeerFailures failures, ProgressLeader leader, PeerConnection[] senders) {
        this.eager = eager;
        this.failures = failures;
        this.leader = leader;
        this.senders = senders;
    }

    /** Sets the peers whose frames are taken. */
    void senders(PeerConnection[] all) {
        senders = all;
    }

    /**
     * Sets the receiver of a kind, before the engine starts.
     *
     * @param kind of the frames
     * @param receiver takes them
     * @throws IllegalStateException if the kind has a receiver
     */
    public void register(FrameKind kind, Receiver receiver) {
        if (receivers[kind.ordinal()] != null)
            throw new IllegalStateException("two receivers for frames of kind " + kind);
        receivers[kind.ordinal()] = receiver;
    }

    @Override
    @DontInline
    public Sink onFrame(int peer, long word0, long word1, long word2, long word3) {
        PeerConnection from = senders[peer];
        if (from == null) return failures.drop(peer, word0, word2);
        // The table costs a short message 5 of 130 ns as soon as frames of three kinds have come: then the JIT compiler
        // no longer knows the receiver. Without this branch: 136.9 ns; with it: 129.8; a switch: 130.0 and 130.4.
        if (FrameHeader.kind(word0) == FrameKind.EAGER) return eager.onEager(from, word0, word1, word2, word3);
        return dispatch(from, word0, word1, word2, word3);
    }

    /**
     * Gives a frame to the receiver of its kind.
     *
     * @throws IllegalArgumentException if the kind has no receiver, or the receiver refuses the header
     */
    Sink dispatch(PeerConnection from, long word0, long word1, long word2, long word3) {
        FrameKind kind = FrameHeader.kind(word0);
        Receiver receiver = receivers[kind.ordinal()];
        if (receiver == null) throw new IllegalArgumentException("frame of a kind without a receiver: " + kind);
        return receiver.onFrame(from, word0, word1, word2, word3);
    }

    @Override
    public void onPeerLost(int peer, Throwable cause) {
        failures.onPeerLost(peer, cause);
    }

    @Override
    public void onPeerDeparted(int peer) {
        failures.onPeerDeparted(peer);
    }

    @Override
    public void onWork() {
        leader.onWork();
    }
}
