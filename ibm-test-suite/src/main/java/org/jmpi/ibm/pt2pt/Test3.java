package org.jmpi.ibm.pt2pt;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import org.jmpi.ibm.Check;
import org.jmpi.ibm.Items;
import org.jmpi.ibm.Poll;
import org.jmpi.ibm.Ranks;

/**
 * A send and a receive under way at once, each completed by Test: while one is tested, the other moves on.
 *
 * <p>The partner sends before it receives. So a long message to it can't be complete before the one from it has come.
 */
public final class Test3 {
    private static final int TAG = 1;

    private Test3() {}

    public static void main(String[] args) {
        MPI.Init(args);
        run(Items.INTS, 100_000);
        MPI.Finalize();
    }

    public static void run(Items items, int most) {
        Ranks.atLeast(2);
        for (int count : new int[] {1, most}) {
            if (MPI.COMM_WORLD.Rank() == 0) {
                test(items, count, true);
                test(items, count, false);
            }
            if (MPI.COMM_WORLD.Rank() == 1) {
                answer(items, count);
                answer(items, count);
            }
        }
    }

    private static void test(Items items, int count, boolean sendFirst) {
        Intracomm world = MPI.COMM_WORLD;
        Object room = items.room(count);
        Request send = world.Isend(items.range(0, count), 0, count, items.type(), 1, TAG);
        Request receive = world.Irecv(room, 0, count, items.type(), 1, TAG);
        Poll.until(sendFirst ? send::Test : receive::Test);
        Poll.until(sendFirst ? receive::Test : send::Test);
        Check.isTrue(send.Is_null() && receive.Is_null(), "both requests are void");
        Check.equal(items.range(1, count), room, "message from the partner");
    }

    private static void answer(Items items, int count) {
        Intracomm world = MPI.COMM_WORLD;
        Object room = items.room(count);
        world.Send(items.range(1, count), 0, count, items.type(), 0, TAG);
        world.Recv(room, 0, count, items.type(), 0, TAG);
        Check.equal(items.range(0, count), room, "message at the partner");
    }
}
