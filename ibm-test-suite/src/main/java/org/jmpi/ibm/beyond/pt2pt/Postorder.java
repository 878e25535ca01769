package org.jmpi.ibm.beyond.pt2pt;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Ranks;

/**
 * Receives with and without wildcards, all posted before anything is sent: each message goes to the first of those
 * that fit it and are still open.
 */
public final class Postorder {
    private static final int MESSAGES = 200;
    private static final int TAGS = 5;

    private Postorder() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.atLeast(2);
        Intracomm world = MPI.COMM_WORLD;
        int[][] rooms = new int[MESSAGES][1];
        Request[] receives = new Request[MESSAGES];
        if (world.Rank() == 1)
            for (int i = 0; i < MESSAGES; i++)
                receives[i] = world.Irecv(rooms[i], 0, 1, MPI.INT, i % 3 == 0 ? 0 : MPI.ANY_SOURCE, awaited(i));
        world.Barrier();
        if (world.Rank() == 0) for (int i = 0; i < MESSAGES; i++) world.Send(new int[] {i}, 0, 1, MPI.INT, 1, sent(i));
        if (world.Rank() == 1) {
            Request.Waitall(receives);
            Check.equal(expected(), rooms, "numbers of the messages, by receive");
        }
        MPI.Finalize();
    }

    private static int awaited(int receive) {
        return receive % 2 == 0 ? MPI.ANY_TAG : receive / 2 % TAGS;
    }

    /** Tags are sent so often that every receive finds a message: first those that are named, then the others. */
    private static int sent(int message) {
        return message * 3 % TAGS;
    }

    private static int[][] expected() {
        int[][] numbers = new int[MESSAGES][];
        for (int message = 0; message < MESSAGES; message++) {
            int receive = 0;
            while (numbers[receive] != null || awaited(receive) != MPI.ANY_TAG && awaited(receive) != sent(message))
                receive++;
            numbers[receive] = new int[] {message};
        }
        return numbers;
    }
}
