package org.jmpi.ibm.beyond.errors;

import mpi.MPI;
import mpi.Win;
import org.jmpi.ibm.Check;

/** Bad arguments and wrong epochs of windows, which stay usable. */
public final class Windows {
    private Windows() {}

    public static void main(String[] args) {
        MPI.Init(args);
        Rows rows = new Rows();
        int[] own = new int[10];
        making(rows, own);
        Win win = Win.Create(own, 0, 10, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        epochs(rows, win);
        win.Lock_all(0);
        ranges(rows, win);
        win.Unlock_all();
        win.Free();
        freed(rows, win);
        MPI.Finalize();
    }

    private static void put(Win win, int target, long disp, int count) {
        win.Put(new int[count], 0, count, MPI.INT, target, disp, count, MPI.INT);
    }

    private static void making(Rows rows, int[] own) {
        rows.row(
                        MPI.ERR_DISP,
                        "Create, displacement unit 0",
                        () -> Win.Create(own, 0, 10, 0, MPI.INFO_NULL, MPI.COMM_WORLD))
                .row(MPI.ERR_SIZE, "Create, size -1", () -> Win.Create(own, 0, -1, 1, MPI.INFO_NULL, MPI.COMM_WORLD))
                .row(
                        MPI.ERR_TYPE,
                        "Create over objects",
                        () -> Win.Create(new String[3], 0, 3, 1, MPI.INFO_NULL, MPI.COMM_WORLD))
                .row(MPI.ERR_BUFFER, "Create over null", () -> Win.Create(null, 0, 3, 1, MPI.INFO_NULL, MPI.COMM_WORLD))
                .row(MPI.ERR_SIZE, "Allocate, size -1", () -> Win.Allocate(-1, 1, MPI.INFO_NULL, MPI.COMM_WORLD))
                .row(MPI.ERR_COMM, "Allocate, no communicator", () -> Win.Allocate(8, 1, MPI.INFO_NULL, null));
    }

    private static void epochs(Rows rows, Win win) {
        rows.row(MPI.ERR_RMA_SYNC, "Put without an epoch", () -> put(win, 0, 0, 1))
                .row(MPI.ERR_RMA_SYNC, "Flush without a lock", () -> win.Flush(0))
                .row(MPI.ERR_RMA_SYNC, "Unlock without a lock", () -> win.Unlock(0))
                .row(MPI.ERR_RMA_SYNC, "Unlock_all without a lock", win::Unlock_all)
                .row(MPI.ERR_RMA_SYNC, "Complete without Start", win::Complete)
                .row(MPI.ERR_RMA_SYNC, "Wait without Post", win::Wait)
                .row(MPI.ERR_RMA_SYNC, "Test without Post", win::Test)
                .row(MPI.ERR_LOCKTYPE, "Lock of no type", () -> win.Lock(77, 0, 0))
                .row(MPI.ERR_ASSERT, "Fence with an assertion of locks", () -> win.Fence(MPI.MODE_NOCHECK))
                .row(MPI.ERR_GROUP, "Start without a group", () -> win.Start(null, 0));
    }

    private static void ranges(Rows rows, Win win) {
        rows.row(MPI.ERR_RANK, "Put to no rank", () -> put(win, MPI.COMM_WORLD.Size(), 0, 1))
                .row(MPI.ERR_RMA_RANGE, "Put behind the window", () -> put(win, 0, 10, 1))
                .row(MPI.ERR_RMA_RANGE, "Put before the window", () -> put(win, 0, -1, 1))
                .row(MPI.ERR_RMA_RANGE, "Put across the end of the window", () -> put(win, 0, 9, 2))
                .row(
                        MPI.ERR_TYPE,
                        "Put of doubles to ints",
                        () -> win.Put(new double[1], 0, 1, MPI.DOUBLE, 0, 0, 1, MPI.DOUBLE))
                .row(
                        MPI.ERR_OP,
                        "Accumulate without an operator",
                        () -> win.Accumulate(new int[1], 0, 1, MPI.INT, 0, 0, 1, MPI.INT, null))
                .row(MPI.ERR_RMA_SYNC, "Lock_all within Lock_all", () -> win.Lock_all(0))
                .row(MPI.ERR_RMA_SYNC, "Fence within Lock_all", () -> win.Fence(0))
                .row(MPI.ERR_RMA_SYNC, "Free within Lock_all", win::Free)
                .row(MPI.ERR_RMA_FLAVOR, "Attach to a fixed window", () -> win.Attach(new int[1], 0, 1));
    }

    private static void freed(Rows rows, Win win) {
        Check.isTrue(win.Is_null(), "a freed window is void");
        for (Win each : new Win[] {win, MPI.WIN_NULL})
            rows.row(MPI.ERR_WIN, "Fence of a void window", () -> each.Fence(0))
                    .row(MPI.ERR_WIN, "Free of a void window", each::Free)
                    .row(MPI.ERR_WIN, "Put to a void window", () -> put(each, 0, 0, 1));
    }
}
