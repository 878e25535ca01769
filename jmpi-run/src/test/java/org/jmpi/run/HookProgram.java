package org.jmpi.run;

import java.util.Arrays;
import mpi.MPI;
import mpi.Request;

/**
 * Calls MPI in shutdown hooks. Of the arguments the last one says how the ranks end: {@code return} or {@code exit}.
 * Each before it names what a hook of each rank does.
 */
public final class HookProgram {
    private static final int TAG = 7;

    private HookProgram() {}

    /** Runs the program. */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.Rank();
        Thread daemon = new Thread(() -> MPI.COMM_SELF.Recv(new int[1], 0, 1, MPI.INT, 0, TAG));
        daemon.setDaemon(true);
        for (String what : Arrays.copyOf(args, args.length - 1))
            Runtime.getRuntime().addShutdownHook(new Thread(() -> hook(what, rank, daemon)));
        if (args[0].equals("join")) daemon.start();
        MPI.COMM_WORLD.Barrier();
        if (args[0].equals("after Finalize")) MPI.Finalize();
        if (args[args.length - 1].equals("exit")) System.exit(0);
    }

    private static void hook(String what, int rank, Thread daemon) {
        String end = "done";
        try {
            call(what, 1 - rank, daemon);
        } catch (Exception e) {
            end = e.getMessage();
        }
        System.out.println(what + " " + rank + ": " + end);
    }

    private static void call(String what, int other, Thread daemon) throws Exception {
        int[] data = new int[1];
        switch (what) {
            case "Finalize" -> MPI.Finalize();
            case "receive" -> MPI.COMM_WORLD.Recv(data, 0, 1, MPI.INT, other, TAG);
            case "test" -> {
                Request receive = MPI.COMM_WORLD.Irecv(data, 0, 1, MPI.INT, MPI.ANY_SOURCE, TAG);
                while (receive.Test() == null) Thread.onSpinWait();
            }
            case "exchange" -> {
                Request send = MPI.COMM_WORLD.Isend(new int[300_000], 0, 300_000, MPI.INT, other, TAG);
                MPI.COMM_WORLD.Recv(new int[300_000], 0, 300_000, MPI.INT, other, TAG);
                send.Wait();
            }
            case "abort" -> MPI.COMM_WORLD.Abort(7);
            case "fatal" -> {
                MPI.COMM_WORLD.Errhandler_set(MPI.ERRORS_ARE_FATAL);
                MPI.COMM_WORLD.Send(data, 0, 1, MPI.INT, 99, TAG);
            }
            case "after Finalize" -> MPI.Init(new String[0]);
            case "join" -> daemon.join();
            default -> throw new IllegalArgumentException(what);
        }
    }
}
