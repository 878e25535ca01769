package org.jmpi.ibm.beyond.pt2pt;

import mpi.MPI;
import mpi.Request;
import mpi.Status;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.Ranks;

/**
 * Messages of short and long length and of several tags from several ranks, received by one with all kinds of
 * wildcards in turn: of those that fit, each sender's come in the order in which they were sent.
 */
public final class Overtaking {
    private static final int MESSAGES = 120;
    private static final int TAGS = 3;
    private static final int LONG = 30_000;

    private Overtaking() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.atLeast(2);
        if (MPI.COMM_WORLD.Rank() == 0) receive();
        else send();
        MPI.Finalize();
    }

    private static void send() {
        Request[] sends = new Request[MESSAGES];
        for (int number = 0; number < MESSAGES; number++) {
            int count = number % 4 == 3 ? LONG : 1;
            sends[number] = MPI.COMM_WORLD.Isend(Items.INTS.range(number, count), 0, count, MPI.INT, 0, number % TAGS);
        }
        Request.Waitall(sends);
    }

    private static void receive() {
        int senders = MPI.COMM_WORLD.Size() - 1;
        boolean[][] taken = new boolean[senders + 1][MESSAGES];
        int[] room = new int[LONG];
        for (int i = 0; i < senders * MESSAGES; i++) {
            int source = i % 4 < 2 ? MPI.ANY_SOURCE : 1 + i % senders;
            int tag = i % 2 == 0 ? MPI.ANY_TAG : i % TAGS;
            if (source != MPI.ANY_SOURCE && next(taken[source], MPI.ANY_TAG) < 0) source = MPI.ANY_SOURCE;
            if (!hasTag(taken, source, tag)) tag = MPI.ANY_TAG;
            Status status = MPI.COMM_WORLD.Recv(room, 0, LONG, MPI.INT, source, tag);
            int expected = next(taken[status.source], tag);
            Check.equal(expected, room[0], "number of a message from rank " + status.source + " with tag " + tag);
            Check.equal(expected % TAGS, status.tag, "tag of message " + expected);
            taken[status.source][expected] = true;
        }
    }

    /** Returns whether a message that fits is still to come. */
    private static boolean hasTag(boolean[][] taken, int source, int tag) {
        for (int rank = 1; rank < taken.length; rank++)
            if ((source == MPI.ANY_SOURCE || source == rank) && next(taken[rank], tag) >= 0) return true;
        return false;
    }

    /** Returns the number of a sender's next message with this tag, -1 if there is none. */
    private static int next(boolean[] taken, int tag) {
        for (int number = 0; number < MESSAGES; number++)
            if (!taken[number] && (tag == MPI.ANY_TAG || number % TAGS == tag)) return number;
        return -1;
    }
}
