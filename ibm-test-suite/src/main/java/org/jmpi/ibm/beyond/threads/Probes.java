package org.jmpi.ibm.beyond.threads;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Status;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.Poll;
import org.jmpi.ibm.beyond.Room;
import org.jmpi.ibm.beyond.Threads;

/** Threads probe for messages of unknown length, each for those with its own tag, and then receive them. */
public final class Probes {
    private static final int THREADS = 4;
    private static final int ROUNDS = 200;

    private Probes() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int right = (world.Rank() + 1) % world.Size();
        Threads.run(2 * THREADS, thread -> {
            for (int round = 0; round < ROUNDS; round++)
                if (thread >= THREADS) send(round, right, thread - THREADS);
                else receive(round, thread);
        });
        MPI.Finalize();
    }

    private static int count(int round, int tag) {
        return round % 40 == 39 ? 20_000 : (round + tag) % 17;
    }

    private static void send(int round, int right, int tag) {
        int count = count(round, tag);
        MPI.COMM_WORLD.Send(Items.INTS.range(round, count), 0, count, MPI.INT, right, tag);
    }

    private static void receive(int round, int tag) {
        Status found = round % 2 == 0
                ? MPI.COMM_WORLD.Probe(MPI.ANY_SOURCE, tag)
                : Poll.until(() -> MPI.COMM_WORLD.Iprobe(MPI.ANY_SOURCE, tag));
        int count = found.Get_count(MPI.INT);
        Check.equal(count(round, tag), count, "count of message " + round + " with tag " + tag);
        Room room = new Room(count);
        MPI.COMM_WORLD.Recv(room.array(), room.offset(), count, MPI.INT, found.source, tag);
        room.check(Items.INTS.range(round, count), "message " + round + " with tag " + tag);
    }
}
