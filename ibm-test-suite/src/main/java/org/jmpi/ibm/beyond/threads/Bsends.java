package org.jmpi.ibm.beyond.threads;

import java.util.Arrays;
import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.beyond.Room;
import org.jmpi.ibm.beyond.Threads;

/** Threads of one rank share the attached buffer: their messages do not overwrite each other. */
public final class Bsends {
    private static final int THREADS = 4;
    private static final int ROUNDS = 50;
    private static final int COUNT = 500;

    private Bsends() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int right = (world.Rank() + 1) % world.Size();
        int left = (world.Rank() + world.Size() - 1) % world.Size();
        MPI.Buffer_attach(new byte[THREADS * ROUNDS * (world.Pack_size(COUNT, MPI.INT) + MPI.BSEND_OVERHEAD)]);
        Threads.run(THREADS, thread -> {
            int[] array = new int[COUNT];
            for (int round = 0; round < ROUNDS; round++) {
                Arrays.fill(array, thread * ROUNDS + round);
                world.Bsend(array, 0, COUNT, MPI.INT, right, thread);
            }
        });
        Threads.run(THREADS, thread -> {
            for (int round = 0; round < ROUNDS; round++) {
                int value = thread * ROUNDS + round;
                Room room = new Room(COUNT);
                world.Recv(room.array(), room.offset(), COUNT, MPI.INT, left, thread);
                room.check(Items.INTS.make(COUNT, k -> value), "buffered message " + value);
            }
        });
        MPI.Buffer_detach();
        MPI.Finalize();
    }
}
