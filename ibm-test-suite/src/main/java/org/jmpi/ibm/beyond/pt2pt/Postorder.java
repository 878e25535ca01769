package org.jmpi.ibm.beyond.pt2pt;

import java.util.function.IntConsumer;
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
        if (world.Rank() == 0) {
            int[] number = {0};
            match(tag -> {
                world.Send(number, 0, 1, MPI.INT, 1, tag);
                number[0]++;
            });
        }
        if (world.Rank() == 1) {
            Request.Waitall(receives);
            Check.equal(match(tag -> {}), rooms, "numbers of the messages, by receive");
        }
        MPI.Finalize();
    }

    private static int awaited(int receive) {
        return receive % 2 == 0 ? MPI.ANY_TAG : receive / 2 % TAGS;
    }

    /** A number of messages with tags in turn, each of which finds a receive; then what is still awaited. */
    private static int sent(int message, int[][] numbers) {
        if (message < MESSAGES / 2) return message * 3 % TAGS;
        int receive = 0;
        while (numbers[receive] != null) receive++;
        return awaited(receive) == MPI.ANY_TAG ? 0 : awaited(receive);
    }

    /** Returns the number of the message that each receive gets; tells the tags of the messages in their order. */
    private static int[][] match(IntConsumer tags) {
        int[][] numbers = new int[MESSAGES][];
        for (int message = 0; message < MESSAGES; message++) {
            int tag = sent(message, numbers);
            int receive = 0;
            while (numbers[receive] != null || awaited(receive) != MPI.ANY_TAG && awaited(receive) != tag) receive++;
            numbers[receive] = new int[] {message};
            tags.accept(tag);
        }
        return numbers;
    }
}
