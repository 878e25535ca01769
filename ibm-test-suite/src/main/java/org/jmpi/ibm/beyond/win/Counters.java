package org.jmpi.ibm.beyond.win;

import java.util.Arrays;
import mpi.MPI;
import mpi.Win;
import org.jmpi.ibm.Check;

/** No increment of any rank is lost: by Fetch_and_op, Accumulate, Compare_and_swap, and under an exclusive lock. */
public final class Counters {
    private static final int ROUNDS = 100;

    private Counters() {}

    public static void main(String[] args) {
        MPI.Init(args);
        int last = MPI.COMM_WORLD.Size() - 1;
        int me = MPI.COMM_WORLD.Rank();
        int[] array = new int[me == last ? 4 : 0];
        count(Win.Create(array, 0, array.length, 1, MPI.INFO_NULL, MPI.COMM_WORLD), last);
        count(Win.Allocate(4 * array.length, 4, MPI.INFO_NULL, MPI.COMM_WORLD), last);
        MPI.Finalize();
    }

    private static void count(Win win, int target) {
        int ranks = MPI.COMM_WORLD.Size();
        int[] tickets = new int[ROUNDS];
        win.Lock_all(0);
        for (int i = 0; i < ROUNDS; i++) {
            win.Fetch_and_op(new int[] {1}, 0, tickets, i, MPI.INT, target, 0, MPI.SUM);
            win.Accumulate(new int[] {2}, 0, 1, MPI.INT, target, 1, 1, MPI.INT, MPI.SUM);
            increment(win, target);
        }
        win.Unlock_all();
        for (int i = 0; i < ROUNDS; i++) {
            win.Lock(MPI.LOCK_EXCLUSIVE, target, 0);
            int value = get(win, target, 3);
            win.Put(new int[] {value + 3}, 0, 1, MPI.INT, target, 3, 1, MPI.INT);
            win.Unlock(target);
        }
        MPI.COMM_WORLD.Barrier();
        int[] all = new int[ranks * ROUNDS];
        MPI.COMM_WORLD.Allgather(tickets, 0, ROUNDS, MPI.INT, all, 0, ROUNDS, MPI.INT);
        Arrays.sort(all);
        for (int i = 0; i < all.length; i++) Check.equal(i, all[i], "ticket");
        win.Lock(MPI.LOCK_SHARED, target, 0);
        for (int i = 0; i < 4; i++)
            Check.equal(new int[] {1, 2, 1, 3}[i] * ranks * ROUNDS, get(win, target, i), "counter " + i);
        win.Unlock(target);
        win.Free();
    }

    private static int get(Win win, int target, int index) {
        int[] value = new int[1];
        win.Get(value, 0, 1, MPI.INT, target, index, 1, MPI.INT);
        win.Flush(target);
        return value[0];
    }

    private static void increment(Win win, int target) {
        int[] before = new int[1];
        win.Fetch_and_op(null, 0, before, 0, MPI.INT, target, 2, MPI.NO_OP);
        win.Flush(target);
        int seen;
        do {
            seen = before[0];
            win.Compare_and_swap(new int[] {seen + 1}, 0, new int[] {seen}, 0, before, 0, MPI.INT, target, 2);
            win.Flush(target);
        } while (before[0] != seen);
    }
}
