package org.jmpi.ibm.pt2pt;

import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.Ranks;

/**
 * A send that is cancelled has either been cancelled, and nothing comes, or is delivered whole; all goes on in
 * both cases.
 */
public final class Cancel1 {
    private static final int TAG = 1;
    private static final int VERDICT = 2;
    private static final int LONG = 100_000;
    private static final int ROUNDS = 10;

    private Cancel1() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Ranks.exactly(2);
        for (int round = 0; round < ROUNDS; round++)
            for (int count : new int[] {1, LONG}) {
                cancel(Comm::Isend, count, false);
                cancel(Comm::Issend, count, false);
                cancel(Comm::Isend, count, true);
                cancel(Comm::Issend, count, true);
            }
        MPI.Finalize();
    }

    /** @param awaited whether the receive is there first, else it is posted only if the message was not cancelled */
    private static void cancel(Transfer<Request> mode, int count, boolean awaited) {
        Intracomm world = MPI.COMM_WORLD;
        if (world.Rank() == 0) {
            world.Barrier();
            Request send = mode.make(world, Items.INTS.range(0, count), 0, count, MPI.INT, 1, TAG);
            send.Cancel();
            boolean cancelled = send.Wait().Test_cancelled();
            Check.isTrue(send.Is_null(), "the request is void");
            world.Send(new boolean[] {cancelled}, 0, 1, MPI.BOOLEAN, 1, VERDICT);
        } else {
            receive(count, awaited);
        }
        checkUsable();
    }

    private static void receive(int count, boolean awaited) {
        Intracomm world = MPI.COMM_WORLD;
        int[] room = new int[count];
        Request receive = awaited ? world.Irecv(room, 0, count, MPI.INT, 0, TAG) : null;
        world.Barrier();
        boolean[] cancelled = new boolean[1];
        world.Recv(cancelled, 0, 1, MPI.BOOLEAN, 0, VERDICT);
        if (receive == null) {
            if (cancelled[0]) Check.equal(null, world.Iprobe(0, TAG), "Iprobe for a cancelled message");
            else receive = world.Irecv(room, 0, count, MPI.INT, 0, TAG);
        } else if (cancelled[0]) {
            receive.Cancel();
        }
        if (receive == null) return;
        Status status = receive.Wait();
        Check.equal(cancelled[0], status.Test_cancelled(), "the receive was cancelled");
        Check.equal(cancelled[0] ? new int[count] : Items.INTS.range(0, count), room, "room of the message");
    }

    /** The next message with this tag is the next one that is sent. */
    private static void checkUsable() {
        Intracomm world = MPI.COMM_WORLD;
        world.Barrier();
        int[] room = {-1};
        if (world.Rank() == 0) world.Send(new int[] {42}, 0, 1, MPI.INT, 1, TAG);
        else world.Recv(room, 0, 1, MPI.INT, 0, TAG);
        if (world.Rank() == 1) Check.equal(42, room[0], "message after a cancelled one");
    }
}
