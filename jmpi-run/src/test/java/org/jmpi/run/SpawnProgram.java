package org.jmpi.run;

import java.io.File;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import mpi.Comm;
import mpi.Info;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Programs that spawn themselves, by name; each fails by an exception if a result is wrong. */
public final class SpawnProgram {
    private static final String NAME = SpawnProgram.class.getName();

    private SpawnProgram() {}

    /** Runs the program that the first argument names. */
    public static void main(String[] args) throws Exception {
        if (args[0].equals("leave without Init")) return;
        MPI.Init(args);
        Intercomm parent = Comm.Get_parent();
        if (args[0].equals("part") && args.length > 1 && args[1].equals("0") && rank() == 0)
            System.out.println("a child speaks");
        switch (args[0]) {
            case "talk" -> talk(parent, args);
            case "grow" -> grow(parent);
            case "errors" -> errors();
            case "die" -> die(parent);
            case "leave" -> leave(parent);
            case "free" -> free(parent);
            case "hints" -> hints(parent, args);
            case "several" -> several(parent, args);
            case "wait" -> await(parent);
            case "late" -> late(parent);
            case "lone" -> lone(parent);
            case "part" -> part(parent);
            case "grandchildren" -> grandchildren(parent, args);
            case "revoke" -> revoke(parent);
            default -> throw new IllegalArgumentException(args[0]);
        }
        MPI.Finalize();
        check(true, MPI.Finalized());
    }

    private static void check(Object expected, Object actual) {
        if (!Objects.equals(expected, actual)) throw new IllegalStateException(actual + " instead of " + expected);
    }

    private static void fails(int errorClass, String part, Runnable call) {
        try {
            call.run();
        } catch (MPIException e) {
            if (e.Get_error_class() == errorClass && e.getMessage().contains(part)) return;
            throw e;
        }
        throw new IllegalStateException("no failure: " + part);
    }

    private static int rank() {
        return MPI.COMM_WORLD.Rank();
    }

    private static int sum(Intracomm comm, int value) {
        int[] sum = new int[1];
        comm.Allreduce(new int[] {value}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        return sum[0];
    }

    /** Messages of both directions, short and long, a collective operation of both groups, and all in one group. */
    private static void talk(Intercomm parent, String[] args) {
        Intercomm both = parent;
        if (parent == null) {
            check(false, MPI.Finalized());
            int[] codes = {7, 7, 7};
            both = MPI.COMM_WORLD.Spawn(NAME, new String[] {"talk", "", "two words"}, 3, null, 1, codes);
            check("[0, 0, 0]", Arrays.toString(codes));
            check(3, both.Remote_size());
        } else {
            check(List.of("talk", "", "two words"), List.of(args));
            check(0, MPI.COMM_WORLD.Attr_get(MPI.APPNUM));
            check(3, MPI.COMM_WORLD.Size());
        }
        for (int length : new int[] {1, 1 << 20}) {
            double[] own = new double[length];
            Arrays.fill(own, rank());
            var sends = new mpi.Request[both.Remote_size()];
            for (int peer = 0; peer < sends.length; peer++)
                sends[peer] = both.Isend(own, 0, length, MPI.DOUBLE, peer, 3);
            double[] got = new double[length];
            for (int peer = 0; peer < sends.length; peer++) {
                both.Recv(got, 0, length, MPI.DOUBLE, peer, 3);
                check((double) peer, got[length - 1]);
            }
            mpi.Request.Waitall(sends);
        }
        int[] sum = new int[1];
        both.Allreduce(new int[] {1}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        check(both.Remote_size(), sum[0]);
        Intracomm all = both.Merge(parent != null);
        check(5, all.Size());
        check(parent == null ? rank() : 2 + rank(), all.Rank());
        check(15, sum(all, all.Rank() + 1));
        Intercomm dup = both.Dup();
        Intracomm half = all.Split(all.Rank() % 2, 0);
        check(half.Size(), sum(half, 1));
        half.Disconnect();
        dup.Disconnect();
        all.Disconnect();
        both.Disconnect();
        check(null, Comm.Get_parent());
        if (parent == null && rank() == 0) System.out.println("talked");
    }

    /** A spawned world knows a member by another number than the member itself, or the one that revokes. */
    private static void revoke(Intercomm parent) {
        if (parent != null) {
            fails(MPI.ERR_REVOKED, "revoked", () -> parent.Recv(new int[1], 0, 1, MPI.INT, 0, 1));
            parent.Shrink().Disconnect();
            return;
        }
        Intercomm[] worlds = new Intercomm[3];
        for (int i = 0; i < worlds.length; i++)
            worlds[i] = MPI.COMM_WORLD.Spawn(NAME, new String[] {"revoke"}, 1, null, 0, null);
        for (int i = worlds.length - 1; i >= 0; i--) {
            worlds[i].Revoke();
            worlds[i].Shrink().Disconnect();
        }
        System.out.println("revoked");
    }

    /** From 2 to 8 ranks and back, ten times. */
    private static void grow(Intercomm parent) {
        if (parent != null) {
            shrink(parent, true);
            return;
        }
        int files = 0;
        long threads = 0;
        for (int round = 0; round < 10; round++) {
            shrink(MPI.COMM_WORLD.Spawn(NAME, new String[] {"grow"}, 6, null, 0, null), false);
            MPI.COMM_WORLD.Barrier();
            if (round == 2) {
                files = files();
                threads = threads();
            }
        }
        // A socket that is closed keeps its file for a moment; one left over in each round would be seven.
        while (files() > files + 2 || threads() > threads + 2) Thread.yield();
        if (rank() == 0) System.out.println("grew ten times");
    }

    private static void shrink(Intercomm both, boolean high) {
        Intracomm all = both.Merge(high);
        check(8, sum(all, 1));
        all.Disconnect();
        both.Disconnect();
        check(MPI.COMM_WORLD.Size(), sum(MPI.COMM_WORLD, 1));
    }

    private static int files() {
        String[] open = new File("/proc/self/fd").list();
        return open == null ? 0 : open.length;
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("jmpi"))
                .count();
    }

    private static void errors() {
        Intracomm world = MPI.COMM_WORLD;
        int[] codes = {0, 0};
        fails(MPI.ERR_SPAWN, "no class NoSuchClass", () -> world.Spawn("NoSuchClass", null, 2, null, 0, codes));
        check(MPI.ERR_SPAWN, codes[1]);
        fails(MPI.ERR_SPAWN, "no such jar", () -> world.Spawn("no-such.jar", null, 1, null, 0, null));
        fails(MPI.ERR_SPAWN, "-np 100000", () -> world.Spawn(NAME, null, 100_000, null, 0, null));
        fails(
                MPI.ERR_SPAWN,
                "without MPI.Init",
                () -> world.Spawn(NAME, new String[] {"leave without Init"}, 1, null, 0, codes));
        fails(MPI.ERR_ARG, "command is null", () -> world.Spawn(null, null, 1, null, 0, null));
        fails(MPI.ERR_ARG, "option of the launcher", () -> world.Spawn("-np", null, 1, null, 0, null));
        fails(MPI.ERR_ARG, "maxprocs=0", () -> world.Spawn(NAME, null, 0, null, 0, null));
        fails(MPI.ERR_ARG, "argument is null", () -> world.Spawn(NAME, new String[1], 1, null, 0, null));
        fails(MPI.ERR_ARG, "errcodes is too short", () -> world.Spawn(NAME, null, 2, null, 0, new int[1]));
        fails(MPI.ERR_ROOT, "root=2", () -> world.Spawn(NAME, null, 1, null, 2, null));
        Info info = Info.Create();
        info.Set("mpi_initial_errhandler", "none");
        fails(MPI.ERR_INFO_VALUE, "none", () -> world.Spawn(NAME, null, 1, info, 0, null));
        info.Free();
        fails(MPI.ERR_INFO, "freed", () -> world.Spawn(NAME, null, 1, info, 0, null));
        fails(MPI.ERR_COMM, "MPI.COMM_WORLD", world::Disconnect);
        check(2, sum(world, 1));
        if (rank() == 0) System.out.println("all failed");
    }

    /** The new processes end while their parents wait for them: these go on. */
    private static void die(Intercomm parent) {
        if (parent != null) {
            // Rank 0 has nothing to do with its parents: jmpirun ends it.
            if (rank() == 0) MPI.COMM_SELF.Recv(new int[1], 0, 1, MPI.INT, 0, 1);
            parent.Recv(new int[1], 0, 1, MPI.INT, 0, 1);
            Runtime.getRuntime().halt(9);
        }
        Intercomm both = MPI.COMM_WORLD.Spawn(NAME, new String[] {"die"}, 2, null, 0, null);
        if (rank() == 0) both.Send(new int[1], 0, 1, MPI.INT, 1, 1);
        fails(MPI.ERR_PROC_FAILED, "rank 1 of world", () -> both.Recv(new int[1], 0, 1, MPI.INT, 1, 2));
        // Rank 0 may have been ended by now.
        fails(MPI.ERR_PROC_FAILED, " of world", both::Barrier);
        both.Disconnect();
        check(2, sum(MPI.COMM_WORLD, 1));
        if (rank() == 0) System.out.println("went on");
    }

    /** A process that ends without MPI.Finalize has failed, also if it ends in order. */
    private static void leave(Intercomm parent) {
        if (parent != null) {
            parent.Barrier();
            if (rank() == 0) System.exit(5);
            MPI.COMM_SELF.Recv(new int[1], 0, 1, MPI.INT, 0, 1);
        }
        Intercomm both = MPI.COMM_WORLD.Spawn(NAME, new String[] {"leave"}, 2, null, 0, null);
        both.Barrier();
        fails(MPI.ERR_PROC_FAILED, " of world", () -> both.Recv(new int[1], 0, 1, MPI.INT, 0, 2));
        fails(MPI.ERR_PROC_FAILED, " of world", both::Barrier);
        check(true, both.Get_failed().Size() > 0);
        check(2, sum(MPI.COMM_WORLD, 1));
        if (rank() == 0) System.out.println("went on");
    }

    /** The new processes free the communicator, their parents do not. Both worlds wait for each other in Finalize. */
    private static void free(Intercomm parent) {
        if (parent != null) {
            parent.Free();
            return;
        }
        MPI.COMM_WORLD.Spawn(NAME, new String[] {"free"}, 2, null, 0, null);
        MPI.COMM_WORLD.Barrier();
        if (rank() == 0) System.out.println("finalizes");
    }

    private static void hints(Intercomm parent, String[] args) {
        if (parent != null) {
            check(args[1], new File("").getAbsolutePath());
            check("yes", System.getProperty("spawned"));
            check(MPI.ERRORS_ARE_FATAL, MPI.COMM_WORLD.Get_errhandler());
            parent.Disconnect();
            return;
        }
        check("kept", System.getProperty("inherited"));
        Info info = Info.Create();
        info.Set("wdir", args[1]);
        info.Set("jmpi_jvm_options", "-Dspawned=yes");
        info.Set("mpi_initial_errhandler", "mpi_errors_are_fatal");
        info.Set("unknown key", "ignored");
        MPI.COMM_WORLD.Spawn(NAME, new String[] {"hints", args[1]}, 1, info, 0, null)
                .Disconnect();
        System.out.println("heeded");
    }

    private static void several(Intercomm parent, String[] args) {
        if (parent != null) {
            int number = Integer.parseInt(args[1]);
            check(number, MPI.COMM_WORLD.Attr_get(MPI.APPNUM));
            check(number == 0, rank() == 0);
            check(3, MPI.COMM_WORLD.Size());
            check("kept", System.getProperty("inherited"));
            parent.Disconnect();
            return;
        }
        String[][] argv = {{"several", "0"}, {"several", "1"}};
        int[] codes = new int[3];
        Intercomm both =
                MPI.COMM_WORLD.Spawn_multiple(new String[] {NAME, NAME}, argv, new int[] {1, 2}, null, 0, codes);
        check(3, both.Remote_size());
        both.Disconnect();
        System.out.println("several");
    }

    /** Waits for the end of the job. */
    private static void await(Intercomm parent) {
        if (parent == null) MPI.COMM_WORLD.Spawn(NAME, new String[] {"wait"}, 2, null, 0, null);
        else if (rank() == 0) System.out.println("waits");
        MPI.COMM_SELF.Recv(new int[1], 0, 1, MPI.INT, 0, 1);
    }

    private static void late(Intercomm parent) {
        int messages = 500;
        int[] numbers = new int[4000];
        if (parent != null) {
            for (int i = 0; i < messages; i++) {
                numbers[0] = i;
                parent.Send(numbers, 0, numbers.length, MPI.INT, 0, 1);
            }
            return;
        }
        Intercomm both = MPI.COMM_SELF.Spawn(NAME, new String[] {"late"}, 1, null, 0, null);
        for (int i = 0; i < messages; i++) {
            both.Recv(numbers, 0, numbers.length, MPI.INT, 0, 1);
            check(i, numbers[0]);
        }
        System.out.println("all came");
    }

    /** Runs without a launcher. */
    private static void lone(Intercomm parent) {
        check(null, parent);
        int[] codes = {0};
        fails(
                MPI.ERR_SPAWN,
                "no class NoSuchClass",
                () -> MPI.COMM_WORLD.Spawn("NoSuchClass", null, 1, null, 0, codes));
        check(MPI.ERR_SPAWN, codes[0]);
        for (int round = 0; round < 2; round++)
            part(MPI.COMM_WORLD.Spawn(NAME, new String[] {"part", "" + round}, 2, null, 0, null));
        System.out.println("spawned twice");
    }

    private static void part(Intercomm both) {
        both.Barrier();
        Intracomm all = both.Merge(false);
        all.Barrier();
        all.Disconnect();
        both.Disconnect();
    }

    private static void grandchildren(Intercomm parent, String[] args) {
        int depth = args.length == 1 ? 0 : Integer.parseInt(args[1]);
        check(depth > 0, parent != null);
        if (depth < 2) {
            String[] next = {"grandchildren", "" + (depth + 1)};
            Intercomm both = MPI.COMM_SELF.Spawn(NAME, next, 1, null, 0, null);
            int[] deepest = new int[1];
            both.Recv(deepest, 0, 1, MPI.INT, 0, 1);
            if (parent != null) parent.Send(deepest, 0, 1, MPI.INT, 0, 1);
            else System.out.println("deepest " + deepest[0]);
        } else {
            parent.Send(new int[] {depth}, 0, 1, MPI.INT, 0, 1);
        }
        // The end without Disconnect.
    }
}
