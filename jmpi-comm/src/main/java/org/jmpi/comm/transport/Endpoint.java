package org.jmpi.comm.transport;

/** The way to one peer. */
public interface Endpoint {
    /**
     * Sends a frame. Frames given to one endpoint arrive once each and in the order given; threads that call at the
     * same time are ordered one way or the other.
     *
     * <p>Any thread may call, also from inside {@link FrameHandler#onFrame} and {@link Frame#sent}; the call never
     * blocks: what the connection does not take at once is queued and moved by {@link Transport#poll}.
     * {@link Frame#sent} may be called before this method returns. Once the handler knows that the peer is lost or
     * has departed, every frame is answered by {@link Frame#failed}.
     *
     * @param frame the transport's until it calls {@link Frame#sent} or {@link Frame#failed}
     */
    void send(Frame frame);

    /** {@return the name of the transport, as {@code jmpirun --transport} has it; empty if it has none} */
    default String transport() {
        return "";
    }

    /**
     * {@return whether the peer learns that this rank departs} A transport with connections may tell only those peers
     * to which there is one.
     */
    default boolean isToldOfDeparture() {
        return true;
    }

    /**
     * Is notified that the peer has failed: {@link Transport#close(long)} does not wait for it. Frames may still be
     * sent. A transport that waits for its peers overrides this; any thread may call it.
     */
    default void peerFailed() {}

    /**
     * Runs an action while no frame that comes from the peer is moved, so that no thread is within one of its sinks.
     * If the transport is polled, the thread that polls calls this between two polls. One that {@link
     * Transport#pushes} overrides this, and any thread may call it that moves no frame.
     *
     * @param action does not block
     */
    default void betweenFrames(Runnable action) {
        action.run();
    }

    /**
     * {@return whether anything has ever come from the peer by this way} A peer that is lost before may have ended in
     * an orderly way. A transport with connections overrides this; any thread may call it.
     */
    default boolean isReached() {
        return true;
    }

    /**
     * {@return a number that changes whenever something has come from the peer, a part of a payload too} It shows that
     * the peer is alive while a long payload holds up its heart-beats. A transport between hosts overrides this; any
     * thread may call it.
     */
    default long received() {
        return 0;
    }
}
