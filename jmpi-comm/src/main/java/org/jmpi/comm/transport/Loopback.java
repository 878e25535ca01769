package org.jmpi.comm.transport;

/**
 * The endpoint of a rank's messages to itself: {@link #send} passes the frame to the rank's own handler and copies its
 * payload before it returns. A frame that a callback sends nests on the thread's stack.
 */
public final class Loopback implements Endpoint {
    private final int rank;
    private final FrameHandler handler;

    /**
     * Makes a rank's way to itself.
     *
     * @param rank the rank
     * @param handler takes what arrives for it
     */
    public Loopback(int rank, FrameHandler handler) {
        this.rank = rank;
        this.handler = handler;
    }

    @Override
    public String transport() {
        return "self";
    }

    @Override
    public void send(Frame frame) {
        Sink sink = handler.onFrame(rank, frame.word0, frame.word1, frame.word2, frame.word3);
        if (sink != null) {
            if (sink.bytes() > 0) sink.take(frame.payload());
            sink.end();
        }
        frame.sent();
    }
}
