package org.jmpi.comm.coll;

import org.jmpi.comm.datatype.Layout;

/**
 * What a collective operation sees of its communicator: ranks that exchange messages, apart from all point-to-point
 * communication. Buffers are given as in MPI: array, offset in elements, count of items, layout of an item.
 */
public interface Peers {
    int rank();

    int size();

    void send(Object buf, int offset, int count, Layout layout, int to);

    void receive(Object buf, int offset, int count, Layout layout, int from);

    /** Sends to one rank and receives from one, at the same time. */
    void exchange(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            int to,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            int from,
            Layout layout);

    /** Copies this rank's own contribution, as if it were sent and received. */
    void copy(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Layout sendlayout,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Layout recvlayout);

    /** Sends and receives a message without content. */
    default void signal(int to, int from) {
        exchange(Signal.EMPTY, 0, 0, to, Signal.EMPTY, 0, 0, from, Signal.LAYOUT);
    }
}
