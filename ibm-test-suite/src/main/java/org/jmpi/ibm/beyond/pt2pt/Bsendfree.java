package org.jmpi.ibm.beyond.pt2pt;

import java.util.Arrays;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Prequest;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.Ranks;
import org.jmpi.ibm.beyond.Room;

/** Buffered sends whose requests are freed at once and whose arrays are overwritten: what was sent arrives. */
public final class Bsendfree {
    private static final int TAG = 1;
    private static final int COUNT = 20_000;
    private static final int MESSAGES = 4;

    private Bsendfree() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.atLeast(2);
        Intracomm world = MPI.COMM_WORLD;
        if (world.Rank() == 0) send();
        world.Barrier();
        if (world.Rank() == 1) receive();
        if (world.Rank() == 0) detach();
        MPI.Finalize();
    }

    /** Overwrites the buffer, which holds no message any more that is still to be sent. */
    private static void detach() {
        byte[] buffer = MPI.Buffer_detach();
        Check.equal(room(), buffer.length, "bytes detached");
        Arrays.fill(buffer, (byte) -1);
    }

    private static int room() {
        return MESSAGES * (MPI.COMM_WORLD.Pack_size(COUNT, MPI.INT) + MPI.BSEND_OVERHEAD);
    }

    private static void send() {
        MPI.Buffer_attach(new byte[room()]);
        int[] array = new int[COUNT];
        Prequest persistent = MPI.COMM_WORLD.Bsend_init(array, 0, COUNT, MPI.INT, 1, TAG);
        for (int i = 0; i < MESSAGES; i++) {
            Arrays.fill(array, i);
            if (i % 2 == 0) {
                MPI.COMM_WORLD.Ibsend(array, 0, COUNT, MPI.INT, 1, TAG).Free();
            } else {
                persistent.Start();
                persistent.Wait();
            }
            Arrays.fill(array, -1);
        }
        persistent.Free();
    }

    private static void receive() {
        for (int i = 0; i < MESSAGES; i++) {
            Room room = new Room(COUNT);
            MPI.COMM_WORLD.Recv(room.array(), room.offset(), COUNT, MPI.INT, 0, TAG);
            int value = i;
            room.check(Items.INTS.make(COUNT, k -> value), "buffered message " + i);
        }
    }
}
