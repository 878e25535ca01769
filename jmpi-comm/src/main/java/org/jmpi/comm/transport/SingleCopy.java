package org.jmpi.comm.transport;

/**
 * Payloads that ranks of one JVM let each other read where they lie, as many of each rank as there are ranks.
 *
 * <p>A rank publishes a payload before it stores with release what the readers look for, and neither changes nor hides
 * it until they have stored in the same way that they have read it.
 */
public final class SingleCopy {
    /** References that keep those of a rank apart from another's: a cache line and the one that is fetched with it. */
    private static final int AROUND = 128 / Integer.BYTES;

    private final Source[] payloads;
    private final int row;

    /**
     * Makes room for what ranks publish; they publish nothing so far.
     *
     * @param ranks how many there are
     */
    public SingleCopy(int ranks) {
        this.row = ranks + AROUND;
        this.payloads = new Source[ranks * row];
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
