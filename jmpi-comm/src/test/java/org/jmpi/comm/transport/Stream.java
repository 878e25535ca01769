package org.jmpi.comm.transport;

/** Frames of one length on their way through one ring: some moved by two actors at once, the rest after them. */
final class Stream {
    private static final int TRIES = 200;

    private final int frames;
    private final int length;
    private final Recorder recorder;
    private final RingWriter writer;
    private final RingReader reader;
    private int written;
    private Frame frame;

    Stream(int frames, int length) {
        this.frames = frames;
        this.length = length;
        RingMemory ring = Rings.make(false);
        recorder = new Recorder(frames);
        writer = new RingWriter(ring, Rings.LONGEST_COPIED);
        reader = new RingReader(0, ring, recorder);
    }

    void write() {
        for (int tries = 0; written < frames && tries < TRIES; tries++) {
            if (frame == null) frame = new Numbered(written + 1, length);
            if (!writer.write(frame)) continue;
            frame = null;
            written++;
        }
    }

    void read() {
        for (int tries = 0; recorder.taken < frames && tries < TRIES; tries++) reader.poll();
    }

    /** Moves what is left, and returns what has become of all frames. */
    String finish() {
        for (int tries = 0; recorder.taken < frames && tries < TRIES; tries++) {
            write();
            read();
        }
        return recorder.verdict();
    }
}
