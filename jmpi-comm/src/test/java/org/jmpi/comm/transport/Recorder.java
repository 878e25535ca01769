package org.jmpi.comm.transport;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Takes numbered frames, which have to come as 1, 2, 3 and whole. */
final class Recorder implements FrameHandler, Sink {
    static final String WHOLE = "whole";
    static final String TORN = "torn";
    static final String LOST = "lost";
    static final String ENDED_EARLY = "ended early";

    private final int due;
    private long number;
    private long length;
    private long position;
    private boolean torn;
    private int ends;
    private boolean early;

    /** How many frames have come, with all their bytes. */
    int taken;

    Recorder(int due) {
        this.due = due;
    }

    /** Returns what has become of the frames that were due. */
    String verdict() {
        if (torn) return TORN;
        if (early || ends > 1) return ENDED_EARLY;
        return taken == due ? WHOLE : LOST;
    }

    boolean hasEnded() {
        return ends > 0;
    }

    @Override
    public Sink onFrame(int peer, long word0, long word1, long word2, long word3) {
        torn |= word0 != number + 1 || word1 != ~word0 || word3 != -word0 || taken != number;
        number = word0;
        length = word2;
        position = 0;
        if (length > 0) return this;
        taken++;
        return null;
    }

    @Override
    public long bytes() {
        return length;
    }

    @Override
    public void unpack(long from, ByteBuffer chunk) {
        torn |= from != position;
        for (; chunk.hasRemaining(); position++) torn |= chunk.get() != Numbered.at(number, position);
    }

    @Override
    public void take(Source source) {
        ByteBuffer all = ByteBuffer.allocate((int) length).order(ByteOrder.LITTLE_ENDIAN);
        source.pack(0, all);
        unpack(0, all.flip());
    }

    @Override
    public void end() {
        torn |= position != length;
        taken++;
    }

    @Override
    public void onPeerLost(int peer, Throwable cause) {
        ends++;
        early |= taken < due;
    }

    @Override
    public void onPeerDeparted(int peer) {
        ends++;
        early |= taken < due;
    }

    @Override
    public void onWork() {}
}
