package org.jmpi.comm.control;

/**
 * The totals of a rank up to one moment, for a view of the job. The totals begin with MPI.Init and only grow; each is
 * {@value #NOT_COUNTED} if the rank does not count.
 *
 * @param rank the rank in the world
 * @param state the part of its life that it is in
 * @param messagesSent messages of the program and of collective operations
 * @param bytesSent bytes of these
 * @param messagesReceived messages that have met their receives
 * @param bytesReceived bytes of these
 */
public record RankSample(
        int rank, LifeState state, long messagesSent, long bytesSent, long messagesReceived, long bytesReceived) {
    /** A total of a rank that does not count. */
    public static final long NOT_COUNTED = -1;

    /** A part of a rank's life. */
    public enum LifeState {
        /** The rank is in MPI.Init, or before it. */
        STARTING,
        /** The rank has passed MPI.Init. */
        RUNNING,
        /** The rank has passed MPI.Finalize. */
        FINALIZED,
        /** The rank's last thread has ended, or its JVM ends. */
        ENDED
    }

    /**
     * {@return the sample of a rank that does not count}
     *
     * @param rank the rank in the world
     * @param state the part of its life that it is in
     */
    public static RankSample uncounted(int rank, LifeState state) {
        return new RankSample(rank, state, NOT_COUNTED, NOT_COUNTED, NOT_COUNTED, NOT_COUNTED);
    }
}
