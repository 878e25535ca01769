package org.jmpi.ibm.beyond.threads;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.Poll;
import org.jmpi.ibm.beyond.Room;
import org.jmpi.ibm.beyond.Threads;

/** One thread starts receives and another one waits for them. */
public final class Handover {
    private static final int MESSAGES = 300;
    private static final int TAG = 1;

    /** A receive under way. */
    private record Started(Request request, Room room) {}

    private Handover() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int right = (world.Rank() + 1) % world.Size();
        int left = (world.Rank() + world.Size() - 1) % world.Size();
        BlockingQueue<Started> started = new LinkedBlockingQueue<>();
        Threads.run(3, thread -> {
            for (int i = 0; i < MESSAGES; i++) {
                int count = 1 + i % 100 * 100;
                if (thread == 0) {
                    Room room = new Room(count);
                    started.add(new Started(world.Irecv(room.array(), room.offset(), count, MPI.INT, left, TAG), room));
                } else if (thread == 1) {
                    Started receive = Poll.until(started::poll);
                    receive.request.Wait();
                    receive.room.check(Items.INTS.range(i, count), "message " + i);
                } else {
                    world.Send(Items.INTS.range(i, count), 0, count, MPI.INT, right, TAG);
                }
            }
        });
        MPI.Finalize();
    }
}
