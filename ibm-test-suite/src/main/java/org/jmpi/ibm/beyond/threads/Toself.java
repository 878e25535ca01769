package org.jmpi.ibm.beyond.threads;

import mpi.MPI;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.beyond.Room;
import org.jmpi.ibm.beyond.Threads;

/** Threads of one rank send to each other: one blocks in a receive, another in a synchronous send. */
public final class Toself {
    private static final int PAIRS = 4;
    private static final int ROUNDS = 200;

    private Toself() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Threads.run(2 * PAIRS, thread -> {
            int me = MPI.COMM_WORLD.Rank();
            for (int round = 0; round < ROUNDS; round++) {
                int count = round % 20 == 19 ? 30_000 : 1;
                if (thread < PAIRS) {
                    MPI.COMM_WORLD.Ssend(Items.INTS.range(round, count), 0, count, MPI.INT, me, thread);
                } else {
                    Room room = new Room(count);
                    MPI.COMM_WORLD.Recv(room.array(), room.offset(), count, MPI.INT, me, thread - PAIRS);
                    room.check(Items.INTS.range(round, count), "message of round " + round);
                }
            }
        });
        MPI.Finalize();
    }
}
