package org.jmpi.ibm.beyond.pt2pt;

import mpi.MPI;
import mpi.Status;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Ranks;

/** All ranks flood one that is slow to receive: the memory that this takes stays bounded, and nothing is lost. */
public final class Flood {
    private static final int TAG = 1;
    private static final int NEVER = 2;
    private static final int BYTES = 1 << 10;
    private static final int MESSAGES = 300_000;
    private static final int PAUSES = 20;
    private static final double PAUSE = 0.1;
    private static final long MOST = 128L << 20;

    private Flood() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.atLeast(2);
        long before = used();
        MPI.COMM_WORLD.Barrier();
        if (MPI.COMM_WORLD.Rank() == 0) receive(before);
        else send();
        MPI.COMM_WORLD.Barrier();
        MPI.Finalize();
    }

    private static void send() {
        byte[] message = new byte[BYTES];
        for (int i = 0; i < MESSAGES; i++) {
            message[0] = (byte) i;
            MPI.COMM_WORLD.Send(message, 0, BYTES, MPI.BYTE, 0, TAG);
        }
    }

    private static void receive(long before) {
        int senders = MPI.COMM_WORLD.Size() - 1;
        int[] received = new int[senders + 1];
        byte[] room = new byte[BYTES];
        for (int i = 0; i < senders * MESSAGES; i++) {
            if (i % (senders * MESSAGES / PAUSES) == 0) {
                dawdle();
                long taken = used() - before;
                Check.isTrue(taken < MOST, "memory in use is below " + MOST + " bytes: " + taken);
            }
            Status status = MPI.COMM_WORLD.Recv(room, 0, BYTES, MPI.BYTE, MPI.ANY_SOURCE, TAG);
            Check.equal((byte) received[status.source]++, room[0], "message from rank " + status.source);
        }
    }

    /** Lets messages come, and takes none. */
    private static void dawdle() {
        for (double start = MPI.Wtime(); MPI.Wtime() < start + PAUSE; )
            Check.equal(null, MPI.COMM_WORLD.Iprobe(MPI.ANY_SOURCE, NEVER), "Iprobe for what is never sent");
    }

    private static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
