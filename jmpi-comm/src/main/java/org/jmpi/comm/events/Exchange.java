package org.jmpi.comm.events;

/** Lets an observer exchange messages among the ranks of a collective call, apart from the messages of the call. */
public interface Exchange {
    /** {@return this rank} */
    int rank();

    /** {@return the number of ranks; on an intercommunicator, of both groups} */
    int size();

    /** {@return the number of ranks in this rank's own group, which come first} */
    int groupSize();

    /**
     * Sends a message to each rank, this one too, and receives one from each. Every rank calls this at the same point.
     * An empty message does not travel.
     *
     * @param send the message for each rank
     * @param receive where the message of each rank goes: as many bytes as that rank sends
     */
    void exchange(byte[][] send, byte[][] receive);
}
