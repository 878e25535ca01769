package org.jmpi.ibm.pt2pt;

import mpi.Intracomm;
import mpi.MPI;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.Ranks;

/**
 * A synchronous send does not return before its receive has started.
 *
 * <p>No clock is compared with another rank's: the sender's time starts before the receiver's pause and ends after the
 * receive, so it is at least as long as the pause.
 */
public final class Ssend {
    private static final int TAG = 1;
    private static final int GO = 2;
    private static final int COUNT = 10;
    private static final long PAUSE_MILLIS = 200;

    private Ssend() {}

    public static void main(String[] args) throws InterruptedException {
        MPI.Init(args);
        run(Items.INTS);
        MPI.Finalize();
    }

    public static void run(Items items) throws InterruptedException {
        Ranks.atLeast(2);
        Intracomm world = MPI.COMM_WORLD;
        if (world.Rank() == 0) {
            double start = MPI.Wtime();
            world.Send(new int[0], 0, 0, MPI.INT, 1, GO);
            world.Ssend(items.range(0, COUNT), 0, COUNT, items.type(), 1, TAG);
            double seconds = MPI.Wtime() - start;
            Check.isTrue(seconds >= PAUSE_MILLIS / 1e3, "Ssend returned after the receive began: " + seconds + " s");
        }
        if (world.Rank() == 1) {
            world.Recv(new int[0], 0, 0, MPI.INT, 0, GO);
            Thread.sleep(PAUSE_MILLIS);
            Object room = items.room(COUNT);
            world.Recv(room, 0, COUNT, items.type(), 0, TAG);
            Check.equal(items.range(0, COUNT), room, "message");
        }
    }
}
