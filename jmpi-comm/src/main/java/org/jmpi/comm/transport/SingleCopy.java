package org.jmpi.comm.transport;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Payloads that ranks of one JVM let each other read where they lie, as many of each rank as there are ranks.
 *
 * <p>A rank publishes a payload before it stores with release what the readers look for, and neither changes nor hides
 * it until they have stored in the same way that they have read it.
 *
 * <p>A rank that fails hides its payload before that. A reader notes that it reads, then looks for the payload; the
 * other rank hides the payload, then looks whether someone reads. Each has a full fence in between, so that the reader
 * finds no payload, or the other rank waits for the reader.
 */
public final class SingleCopy {
    /** References that keep those of a rank apart from another's: a cache line and the one that is fetched with it. */
    private static final int AROUND = 128 / Integer.BYTES;

    private final Source[] payloads;
    private final int row;

    /** For each rank a bit for each one whose payloads it reads. */
    private final AtomicLongArray reading;

    /**
     * Makes room for what ranks publish; they publish nothing so far.
     *
     * @param ranks how many there are
     */
    public SingleCopy(int ranks) {
        this.row = ranks + AROUND;
        this.payloads = new Source[ranks * row];
        this.reading = new AtomicLongArray(ranks * AROUND);
    }

    /**
     * Notes that a rank reads what another one publishes; before {@link #get}.
     *
     * @param reader the rank
     * @param of the other one
     */
    public void startReading(int reader, int of) {
        reading.set(reader * AROUND, reading.get(reader * AROUND) | 1L << of);
    }

    /**
     * Notes that a rank reads nothing any more.
     *
     * @param reader the rank
     */
    public void stopReading(int reader) {
        reading.setRelease(reader * AROUND, 0);
    }

    /**
     * {@return whether a rank reads what another one publishes}
     *
     * @param reader the rank
     * @param of the other one, which has a full fence since it has hidden that
     */
    public boolean isReading(int reader, int of) {
        return (reading.getAcquire(reader * AROUND) >>> of & 1) != 0;
    }

    /**
     * Exposes a payload, or hides it.
     *
     * @param rank whose payload it is
     * @param number which of the rank's, from 0 on
     * @param payload what is published; null for nothing
     */
    public void set(int rank, int number, Source payload) {
        payloads[rank * row + number] = payload;
    }

    /**
     * {@return the payload that a rank publishes}
     *
     * @param rank whose payload it is
     * @param number which of the rank's, from 0 on
     */
    public Source get(int rank, int number) {
        return payloads[rank * row + number];
    }
}
