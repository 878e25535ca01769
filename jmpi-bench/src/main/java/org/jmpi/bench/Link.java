package org.jmpi.bench;

import mpi.MPI;
import mpi.Request;

/**
 * The exchange of one {@link Payload} between ranks 0 and 1. Each rank sends back the buffer that it received into: an
 * unchanged buffer would stay in the reader's cache, which flatters transports that copy once.
 *
 * <pre>
 *   roundTrip, splitRoundTrip     window
 *   rank 0        rank 1          rank 0        rank 1
 *     | ---- data --> |             | ---- data --> |  \
 *     | &lt;--- data --- |             | ---- data --> |   } 64, all in flight at once
 *                                   | ---- data --> |  /
 *                                   | &lt;--- 1 byte - |
 * </pre>
 */
final class Link {
    /** Messages in flight at once. */
    static final int WINDOW = 64;

    private static final int TAG_DATA = 1;
    private static final int TAG_ANSWER = 2;
    private static final int TAG_VERDICT = 3;
    private static final int SEED_OUT = 101;
    private static final int SEED_BACK = 57;

    /** A payload has arrived with another content than it was sent with; thrown on both ranks. */
    static final class Corrupt extends Exception {
        private static final long serialVersionUID = 1;

        private Corrupt(String message) {
            super(message);
        }
    }

    private final Payload payload;
    private final boolean first = MPI.COMM_WORLD.Rank() == 0;
    private final int other = first ? 1 : 0;
    private final Request[] requests = new Request[WINDOW];
    private final byte[] answer = new byte[1];

    /** Takes the payload; its array is used for sending and for receiving. */
    Link(Payload payload) throws Exception {
        this.payload = payload;
    }

    /** Sends the payload to rank 1 and back, by Send and Recv. */
    void roundTrip() throws Exception {
        if (first) send();
        receive();
        if (!first) send();
    }

    /** Sends the payload to rank 1 and back, by Isend, Irecv and Wait. */
    void splitRoundTrip() throws Exception {
        if (first) startSend().Wait();
        startReceive().Wait();
        if (!first) startSend().Wait();
    }

    /** Sends a window of messages to rank 1, which answers the last. */
    void window() throws Exception {
        // One buffer for the whole window: the content does not matter here.
        for (int i = 0; i < WINDOW; i++) requests[i] = first ? startSend() : startReceive();
        Request.Waitall(requests);
        if (first) {
            MPI.COMM_WORLD.Recv(answer, 0, 1, MPI.BYTE, other, TAG_ANSWER);
        } else {
            MPI.COMM_WORLD.Send(answer, 0, 1, MPI.BYTE, other, TAG_ANSWER);
        }
    }

    /**
     * Sends one content to rank 1 and another one back, and checks both.
     *
     * @throws Corrupt on both ranks, if an element was wrong on either
     */
    void verify() throws Exception {
        payload.fill(SEED_OUT);
        if (first) send();
        payload.clear();
        receive();
        int wrong = payload.firstDifference(first ? SEED_BACK : SEED_OUT);
        payload.fill(SEED_BACK);
        if (!first) send();
        agree(wrong);
    }

    private void agree(int wrong) throws Exception {
        int[] mine = {wrong};
        int[] theirs = new int[1];
        MPI.COMM_WORLD.Sendrecv(mine, 0, 1, MPI.INT, other, TAG_VERDICT, theirs, 0, 1, MPI.INT, other, TAG_VERDICT);
        int there = first ? theirs[0] : wrong;
        int back = first ? wrong : theirs[0];
        if (there >= 0) throw corrupt(0, 1, there);
        if (back >= 0) throw corrupt(1, 0, back);
    }

    private Corrupt corrupt(int from, int to, int index) {
        return new Corrupt("message of " + payload.bytes() + " bytes from rank " + from + " to rank " + to
                + " arrived with a wrong element at index " + index + " of " + payload.elements());
    }

    private void send() throws Exception {
        MPI.COMM_WORLD.Send(payload.array(), 0, payload.elements(), payload.type(), other, TAG_DATA);
    }

    private void receive() throws Exception {
        MPI.COMM_WORLD.Recv(payload.array(), 0, payload.elements(), payload.type(), other, TAG_DATA);
    }

    private Request startSend() throws Exception {
        return MPI.COMM_WORLD.Isend(payload.array(), 0, payload.elements(), payload.type(), other, TAG_DATA);
    }

    private Request startReceive() throws Exception {
        return MPI.COMM_WORLD.Irecv(payload.array(), 0, payload.elements(), payload.type(), other, TAG_DATA);
    }
}
