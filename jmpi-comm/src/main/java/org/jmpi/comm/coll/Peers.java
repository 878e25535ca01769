package org.jmpi.comm.coll;

import org.jmpi.comm.datatype.Buffer;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/**
 * What a collective operation sees of its communicator: ranks that exchange messages, apart from all point-to-point
 * communication. Messages between two ranks arrive in the order in which they were sent.
 */
public interface Peers {
    int rank();

    int size();

    /** Returns how operations choose their algorithms; the same at every rank. */
    Tuning tuning();

    /** Sends; returns when the buffer may be used again, perhaps not before the receiver asks for the message. */
    void send(Buffer buffer, int to);

    void receive(Buffer buffer, int from);

    /** Sends to one rank and receives from one, at the same time. */
    void exchange(Buffer send, int to, Buffer receive, int from);

    /** Copies this rank's own contribution, as if it were sent and received. */
    void copy(Buffer from, Buffer to);

    /** Starts what {@link #send} does. */
    Transfer startSend(Buffer buffer, int to);

    /** Starts what {@link #receive} does. */
    Transfer startReceive(Buffer buffer, int from);

    /** A send or a receive under way. */
    interface Transfer {
        /** Returns when it is done; to be called once. */
        void await();
    }

    /**
     * Checks the root of an operation.
     *
     * @throws CommException of class ROOT
     */
    default void checkRoot(int root) {
        if (root < 0 || root >= size())
            throw new CommException(ErrorClass.ROOT, "root out of range: rank=" + root + ", size=" + size());
    }

    /** Returns the rank that is this far above, around the ring; below if negative. */
    default int neighbour(int distance) {
        return Math.floorMod(rank() + distance, size());
    }

    /** Sends and receives a message without content. */
    default void signal(int to, int from) {
        exchange(Signal.EMPTY, to, Signal.EMPTY, from);
    }
}
