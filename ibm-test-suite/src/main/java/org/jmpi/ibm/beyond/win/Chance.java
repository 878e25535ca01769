package org.jmpi.ibm.beyond.win;

import java.util.Arrays;
import java.util.Random;
import mpi.Datatype;
import mpi.Group;
import mpi.MPI;
import mpi.Op;
import mpi.Win;
import org.jmpi.ibm.Check;

/**
 * Random accesses in random epochs leave what a model says. All ranks draw the same: each has a slice of every rank's
 * memory for its puts and gets, and all share a slice for their accumulates, which commute.
 */
public final class Chance {
    private static final int SLICE = 24;
    private static final int ROUNDS = 120;
    private static final Op[] OPS = {MPI.SUM, MPI.MAX, MPI.BXOR};

    private final int me = MPI.COMM_WORLD.Rank();
    private final int ranks = MPI.COMM_WORLD.Size();
    private final int shared = ranks * SLICE;
    private final int length = shared + SLICE;
    private final int[][] model = new int[ranks][length];
    private final int[] own = new int[length];
    private final Random chance = new Random(7);
    private final Win win;
    private final Group all = MPI.COMM_WORLD.Group();

    /** Ints that a get of this rank has read, and those that it should have. */
    private int[] read = new int[SLICE];

    private int[] toRead = new int[SLICE];

    private Chance(boolean allocated) {
        win = allocated
                ? Win.Allocate(4L * length, 4, MPI.INFO_NULL, MPI.COMM_WORLD)
                : Win.Create(own, 0, length, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
    }

    public static void main(String[] args) {
        MPI.Init(args);
        for (boolean allocated : new boolean[] {false, true}) new Chance(allocated).run();
        MPI.Finalize();
    }

    private void run() {
        for (int round = 0; round < ROUNDS; round++) {
            int epoch = chance.nextInt(4);
            begin(epoch);
            Op op = OPS[chance.nextInt(OPS.length)];
            for (int origin = 0; origin < ranks; origin++) {
                access(origin, chance.nextInt(ranks), round);
                accumulate(origin, chance.nextInt(ranks), op);
            }
            end(epoch);
            check("round " + round + ", epoch " + epoch);
        }
        win.Free();
    }

    private void begin(int epoch) {
        Arrays.fill(read, 0);
        Arrays.fill(toRead, 0);
        switch (epoch) {
            case 0 -> win.Fence(0);
            case 1 -> {
                win.Post(all, 0);
                win.Start(all, 0);
            }
            case 2 -> win.Lock_all(0);
            default -> {
                for (int rank = 0; rank < ranks; rank++) win.Lock(MPI.LOCK_SHARED, rank, 0);
            }
        }
    }

    private void end(int epoch) {
        switch (epoch) {
            case 0 -> win.Fence(MPI.MODE_NOSUCCEED);
            case 1 -> {
                win.Complete();
                win.Wait();
            }
            case 2 -> win.Unlock_all();
            default -> {
                for (int rank = 0; rank < ranks; rank++) win.Unlock(rank);
            }
        }
        MPI.COMM_WORLD.Barrier();
    }

    /** Puts to a slice, or gets from it. */
    private void access(int origin, int target, int round) {
        int stride = 1 + chance.nextInt(3);
        int count = 1 + chance.nextInt(SLICE / stride);
        boolean puts = chance.nextBoolean();
        Datatype type = Datatype.Vector(count, 1, stride, MPI.INT);
        type.Commit();
        int[] values = new int[count];
        for (int i = 0; i < count; i++) values[i] = chance.nextInt(1000) + round;
        long disp = origin * SLICE;
        if (me == origin && puts) win.Put(values, 0, count, MPI.INT, target, disp, 1, type);
        if (me == origin && !puts) win.Get(read, 0, count, MPI.INT, target, disp, 1, type);
        for (int i = 0; i < count; i++) {
            int at = origin * SLICE + i * stride;
            if (puts) model[target][at] = values[i];
            else if (me == origin) toRead[i] = model[target][at];
        }
        type.free();
    }

    private void accumulate(int origin, int target, Op op) {
        int[] operands = new int[SLICE];
        for (int i = 0; i < SLICE; i++) operands[i] = chance.nextInt(1000);
        if (me == origin) win.Accumulate(operands, 0, SLICE, MPI.INT, target, shared, SLICE, MPI.INT, op);
        op.Call(operands, 0, model[target], shared, SLICE, MPI.INT);
    }

    private void check(String when) {
        Check.equal(toRead, read, "what rank " + me + " has read in " + when);
        int[] found = new int[length];
        win.Lock(MPI.LOCK_SHARED, me, 0);
        win.Get(found, 0, length, MPI.INT, me, 0, length, MPI.INT);
        win.Unlock(me);
        Check.equal(model[me], found, "memory after " + when);
        MPI.COMM_WORLD.Barrier();
    }
}
