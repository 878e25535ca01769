package org.jmpi.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/**
 * Rank 2 ends with a lock of rank 1's memory; the other ranks print what their calls on windows do then, in one line of
 * words. They end when rank 0 has read a line.
 */
public final class WindowSurvivorProgram {
    private static final int VICTIM = 2;
    private static final int LOCKED = 1;

    private WindowSurvivorProgram() {}

    public static void main(String[] args) throws IOException {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        Intracomm survivors = MPI.COMM_WORLD.Split(rank == VICTIM ? 1 : 0, rank);
        int[] own = new int[4];
        Win created = Win.Create(own, 0, 4, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        Win allocated = Win.Allocate(16, 4, MPI.INFO_NULL, MPI.COMM_WORLD);
        if (rank == VICTIM) {
            for (Win win : new Win[] {created, allocated}) {
                win.Lock(MPI.LOCK_EXCLUSIVE, LOCKED, 0);
                win.Put(new int[] {7}, 0, 1, MPI.INT, LOCKED, 3, 1, MPI.INT);
                win.Flush(LOCKED);
            }
        }
        MPI.COMM_WORLD.Barrier();
        if (rank == VICTIM) {
            // Each of the others has left the barrier.
            for (int i = 0; i < 3; i++) MPI.COMM_WORLD.Recv(new byte[0], 0, 0, MPI.BYTE, MPI.ANY_SOURCE, 1);
            Runtime.getRuntime().halt(3);
        }
        MPI.COMM_WORLD.Send(new byte[0], 0, 0, MPI.BYTE, VICTIM, 1);
        List<String> words = new ArrayList<>();
        for (Win win : new Win[] {created, allocated}) survive(win, survivors, words);
        System.out.println(String.join(" ", words));
        if (rank == 0) System.in.read();
        MPI.Finalize();
    }

    private static void survive(Win win, Intracomm survivors, List<String> words) {
        words.add(lock(win));
        words.add(failure(() -> win.Lock(MPI.LOCK_SHARED, VICTIM, 0)));
        words.add(failure(() -> win.Fence(0)));
        survivors.Barrier();
        words.add(failure(() -> accessTheOthers(win, survivors)));
        words.add(failure(() -> exposeToEachOther(win, survivors)));
        words.add(win.Get_failed().Size() + "");
        words.add(failure(win::Free));
    }

    /** The lock of the lost rank fails those that wait for it then; those that ask later get it. */
    private static String lock(Win win) {
        String failure = failure(() -> win.Lock(MPI.LOCK_EXCLUSIVE, LOCKED, 0));
        if (failure.equals("failed")) return "over";
        win.Unlock(LOCKED);
        return failure.equals("none") ? "over" : failure;
    }

    /** Each rank counts in the memory of rank 3, which the lost rank had not locked. */
    private static void accessTheOthers(Win win, Intracomm survivors) {
        int[] before = new int[1];
        for (int i = 0; i < 10; i++) {
            win.Lock(MPI.LOCK_EXCLUSIVE, 3, 0);
            win.Get(before, 0, 1, MPI.INT, 3, 0, 1, MPI.INT);
            win.Flush(3);
            win.Put(new int[] {before[0] + 1}, 0, 1, MPI.INT, 3, 0, 1, MPI.INT);
            win.Unlock(3);
        }
        survivors.Barrier();
        win.Lock(MPI.LOCK_SHARED, 3, 0);
        win.Get(before, 0, 1, MPI.INT, 3, 0, 1, MPI.INT);
        win.Unlock(3);
        if (before[0] != 30) throw new AssertionError("counted " + before[0]);
        survivors.Barrier();
    }

    private static void exposeToEachOther(Win win, Intracomm survivors) {
        int me = survivors.Rank();
        Group group = survivors.Group();
        win.Post(group.Incl(new int[] {(me + 2) % 3}), 0);
        win.Start(group.Incl(new int[] {(me + 1) % 3}), 0);
        int next = new int[] {0, 1, 3}[(me + 1) % 3];
        win.Put(new int[] {5}, 0, 1, MPI.INT, next, 1, 1, MPI.INT);
        win.Complete();
        win.Wait();
    }

    private static String failure(Runnable call) {
        try {
            call.run();
            return "none";
        } catch (MPIException e) {
            if (e.Get_error_class() != MPI.ERR_PROC_FAILED) return e.getMessage();
            return e.getMessage().contains("rank 2") ? "failed" : e.getMessage();
        }
    }
}
