package org.jmpi.ibm.beyond.pt2pt;

import java.util.List;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.Poll;
import org.jmpi.ibm.Ranks;
import org.jmpi.ibm.beyond.Room;

/** Probes for messages that have long been there: they find them in the order in which they were sent. */
public final class Probeorder {
    private static final int MESSAGES = 40;
    private static final int TAGS = 4;
    private static final int LAST = 99;

    private Probeorder() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.atLeast(2);
        Intracomm world = MPI.COMM_WORLD;
        if (world.Rank() == 0) {
            Request[] sends = new Request[MESSAGES];
            for (int i = 0; i < MESSAGES; i++)
                sends[i] = world.Isend(Items.INTS.range(i, length(i)), 0, length(i), MPI.INT, 1, i % TAGS);
            world.Send(new int[0], 0, 0, MPI.INT, 1, LAST);
            Request.Waitall(sends);
        } else if (world.Rank() == 1) {
            world.Recv(new int[0], 0, 0, MPI.INT, 0, LAST);
            for (int i = 3; i < MESSAGES; i += TAGS) receive(i, MPI.ANY_SOURCE, 3);
            for (int i = 0; i < MESSAGES; i++)
                if (i % TAGS != 3) receive(i, i % 2 == 0 ? 0 : MPI.ANY_SOURCE, MPI.ANY_TAG);
            Check.equal(null, world.Iprobe(MPI.ANY_SOURCE, MPI.ANY_TAG), "Iprobe after the last message");
        }
        MPI.Finalize();
    }

    private static int length(int message) {
        return message % 10 == 9 ? 25_000 : message + 1;
    }

    private static void receive(int number, int source, int tag) {
        Intracomm world = MPI.COMM_WORLD;
        for (Status found : List.of(world.Probe(source, tag), Poll.until(() -> world.Iprobe(source, tag)))) {
            Check.equal(0, found.source, "source of message " + number);
            Check.equal(number % TAGS, found.tag, "tag of message " + number);
            Check.equal(length(number), found.Get_count(MPI.INT), "count of message " + number);
        }
        Room room = new Room(length(number));
        world.Recv(room.array(), room.offset(), length(number), MPI.INT, 0, number % TAGS);
        room.check(Items.INTS.range(number, length(number)), "message " + number);
    }
}
