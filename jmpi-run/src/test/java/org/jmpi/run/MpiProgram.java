package org.jmpi.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.locks.LockSupport;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

/** Programs of several ranks, by name; each fails by an exception if a result is wrong. */
public final class MpiProgram {
    private static Object[] kept;

    private static final int TAG = 7;

    private MpiProgram() {}

    /** Runs the program that the first argument names. */
    public static void main(String[] args) throws Exception {
        String[] own = MPI.Init(args);
        switch (own[0]) {
            case "everything" -> everything();
            case "flood" -> flood();
            case "universe" ->
                System.out.println(
                        MPI.COMM_WORLD.Attr_get(MPI.UNIVERSE_SIZE) + " " + MPI.COMM_SELF.Attr_get(MPI.UNIVERSE_SIZE));
            case "huge" -> huge();
            case "exit well" -> {
                MPI.COMM_WORLD.Barrier();
                if (rank() == Integer.parseInt(own[1])) exitByTimer();
                MPI.COMM_WORLD.Barrier();
            }
            case "fill", "fill from a thread" -> {
                MPI.COMM_WORLD.Barrier();
                if (rank() == Integer.parseInt(own[1])) {
                    if (own[0].equals("fill")) fillHeap();
                    new Thread(MpiProgram::fillHeap).start();
                    MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, MPI.ANY_SOURCE, 99);
                }
                MPI.COMM_WORLD.Barrier();
            }
            case "unread" -> {
                int last = MPI.COMM_WORLD.Size() - 1;
                if (rank() == 0) MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, last, 0);
                // Without hooks, as in a crash; the others never look at what has come.
                if (rank() == 0) Runtime.getRuntime().halt(3);
                while (true) LockSupport.park();
            }
            default -> fail(own[0], Integer.parseInt(own[1]));
        }
        MPI.Finalize();
    }

    private static int rank() {
        return MPI.COMM_WORLD.Rank();
    }

    private static int size() {
        return MPI.COMM_WORLD.Size();
    }

    private static void check(boolean right, String what) {
        if (!right) throw new IllegalStateException("rank " + rank() + ": wrong " + what);
    }

    /** A ring of short and long messages and of objects, and every collective operation. */
    private static void everything() {
        int next = (rank() + 1) % size();
        int previous = (rank() + size() - 1) % size();
        for (int length : new int[] {0, 1, 1000, 300_000}) {
            double[] out = new double[length];
            double[] in = new double[length];
            Arrays.setAll(out, i -> rank() + i * 0.5);
            Status status = MPI.COMM_WORLD.Sendrecv(
                    out, 0, length, MPI.DOUBLE, next, TAG, in, 0, length, MPI.DOUBLE, MPI.ANY_SOURCE, TAG);
            check(status.source == previous && status.Get_count(MPI.DOUBLE) == length, "status");
            for (int i = 0; i < length; i++) check(in[i] == previous + i * 0.5, "element " + i + " of " + length);
        }
        collectives();
        if (rank() == 0) System.out.println("everything is right on " + size() + " ranks");
    }

    private static void collectives() {
        int root = size() - 1;
        Object[] greeting = {rank() == root ? List.of("from", root) : null};
        MPI.COMM_WORLD.Bcast(greeting, 0, 1, MPI.OBJECT, root);
        check(greeting[0].equals(List.of("from", root)), "broadcast: " + greeting[0]);
        long[] sum = new long[2];
        MPI.COMM_WORLD.Allreduce(new long[] {rank(), 1}, 0, sum, 0, 2, MPI.LONG, MPI.SUM);
        check(sum[0] == size() * (size() - 1) / 2 && sum[1] == size(), "sum: " + Arrays.toString(sum));
        int[] most = new int[2];
        MPI.COMM_WORLD.Reduce(new int[] {rank() / 2, rank()}, 0, most, 0, 1, MPI.INT2, MPI.MAXLOC, 0);
        int[] all = new int[size()];
        MPI.COMM_WORLD.Gather(new int[] {rank()}, 0, 1, MPI.INT, all, 0, 1, MPI.INT, 0);
        if (rank() > 0) return;
        check(most[0] == root / 2 && most[1] == root / 2 * 2, "maximum: " + Arrays.toString(most));
        for (int i = 0; i < all.length; i++) check(all[i] == i, "gathered: " + Arrays.toString(all));
    }

    /** More messages than a receiver that posts no receive may be made to keep; it starts when all have been sent. */
    private static void flood() {
        int count = 100_000;
        if (rank() == 0) {
            List<Request> sends = new ArrayList<>();
            for (int i = 0; i < count; i++) sends.add(MPI.COMM_WORLD.Isend(new int[] {i}, 0, 1, MPI.INT, 1, TAG));
            MPI.COMM_WORLD.Send(new int[0], 0, 0, MPI.INT, 1, TAG + 1);
            Request.Waitall(sends.toArray(new Request[0]));
        } else if (rank() == 1) {
            int[] got = new int[1];
            MPI.COMM_WORLD.Recv(got, 0, 0, MPI.INT, 0, TAG + 1);
            for (int i = 0; i < count; i++) {
                MPI.COMM_WORLD.Recv(got, 0, 1, MPI.INT, 0, TAG);
                check(got[0] == i, "order: " + got[0] + " instead of " + i);
            }
            System.out.println("all in order");
        }
    }

    /** One message of 3 GiB. */
    private static void huge() {
        long[] longs = new long[3 << 27];
        if (rank() == 0) Arrays.setAll(longs, i -> i * 0x9E37_79B9_7F4A_7C15L);
        if (rank() == 0) MPI.COMM_WORLD.Send(longs, 0, longs.length, MPI.LONG, 1, TAG);
        if (rank() != 1) return;
        MPI.COMM_WORLD.Recv(longs, 0, longs.length, MPI.LONG, 0, TAG);
        for (int i = 0; i < longs.length; i++) check(longs[i] == i * 0x9E37_79B9_7F4A_7C15L, "element " + i);
        System.out.println("intact");
    }

    /** One rank ends in some way while the others wait for it in a collective operation. */
    private static void fail(String how, int failing) throws Exception {
        MPI.COMM_WORLD.Barrier();
        if (rank() == failing) {
            System.out.println("fails");
            System.out.flush();
            end(how);
        }
        MPI.COMM_WORLD.Barrier();
    }

    private static void end(String how) throws Exception {
        switch (how) {
            case "throw" -> throw new IllegalStateException("boom");
            case "exit" -> System.exit(3);
            case "kill" ->
                new ProcessBuilder("kill", "-9", "" + ProcessHandle.current().pid())
                        .start()
                        .waitFor();
            case "memory" -> {
                List<long[]> all = new ArrayList<>();
                while (true) all.add(new long[1 << 20]);
            }
            default -> throw new IllegalArgumentException("no such end: " + how);
        }
    }

    /** Takes all memory by small objects: a collector that is asked for one finds room for one, again and again. */
    private static void fillHeap() {
        for (Object[] all = null; ; all = kept) kept = new Object[] {all};
    }

    /** Ends the rank on another thread of its own, while main waits for ever. */
    private static void exitByTimer() {
        TimerTask end = new TimerTask() {
            @Override
            public void run() {
                System.exit(0);
            }
        };
        new Timer(true).schedule(end, 0);
        MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, MPI.ANY_SOURCE, 99);
    }
}
