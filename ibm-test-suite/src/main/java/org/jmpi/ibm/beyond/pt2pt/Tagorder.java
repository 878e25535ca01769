package org.jmpi.ibm.beyond.pt2pt;

import java.util.function.IntUnaryOperator;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.Ranks;
import org.jmpi.ibm.beyond.Room;

/** Messages with intertwined tags, short and long, received in the opposite order and in an interleaved one. */
public final class Tagorder {
    private static final int TAGS = 60;

    private Tagorder() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.atLeast(2);
        exchange(i -> TAGS - 1 - i);
        exchange(i -> i % 2 == 0 ? i / 2 : TAGS - 1 - i / 2);
        exchange(i -> i * 7 % TAGS);
        MPI.Finalize();
    }

    private static int count(int tag) {
        return tag % 5 == 0 ? 20_000 : tag;
    }

    private static void exchange(IntUnaryOperator order) {
        Intracomm world = MPI.COMM_WORLD;
        if (world.Rank() == 0) {
            Request[] sends = new Request[TAGS];
            for (int tag = 0; tag < TAGS; tag++)
                sends[tag] = world.Isend(Items.INTS.range(tag, count(tag)), 0, count(tag), MPI.INT, 1, tag);
            Request.Waitall(sends);
        } else if (world.Rank() == 1) {
            for (int i = 0; i < TAGS; i++) {
                int tag = order.applyAsInt(i);
                Room room = new Room(count(tag));
                world.Recv(room.array(), room.offset(), count(tag), MPI.INT, 0, tag);
                room.check(Items.INTS.range(tag, count(tag)), "message with tag " + tag);
            }
        }
    }
}
