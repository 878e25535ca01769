package org.jmpi.run;

import java.util.concurrent.CountDownLatch;
import mpi.MPI;
import mpi.MPIException;

/**
 * Ranks whose JVMs take some time to end, as on a busy host, while main is in a call of MPI. The argument says which
 * one: {@code Recv}, {@code Init}; or {@code joined} for Recv, with a hook that joins main.
 */
public final class SlowEndProgram {
    private static final long END_MILLIS = 1500;

    private SlowEndProgram() {}

    /** Runs the program. */
    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        CountDownLatch begun = new CountDownLatch(1);
        // By this name it is none of the program's hooks.
        Thread hook = new Thread(() -> await(main, begun), args[0].equals("joined") ? "joining" : "jmpi-late");
        Runtime.getRuntime().addShutdownHook(hook);
        if (!args[0].equals("Init")) {
            MPI.Init(args);
            MPI.COMM_WORLD.Barrier();
        }
        Thread exit = new Thread(() -> System.exit(0));
        exit.setDaemon(true);
        exit.start();
        if (args[0].equals("Init")) {
            begun.await();
            MPI.Init(args);
        }
        try {
            MPI.COMM_SELF.Recv(new int[1], 0, 1, MPI.INT, 0, 1);
        } catch (MPIException e) {
            // Many programs would show it.
            if (!args[0].equals("joined")) System.err.println("caught: " + e.getMessage());
            throw e;
        }
    }

    private static void await(Thread main, CountDownLatch begun) {
        begun.countDown();
        try {
            main.join(END_MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this thread", e);
        }
    }
}
