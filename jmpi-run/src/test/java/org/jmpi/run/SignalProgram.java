package org.jmpi.run;

import java.lang.reflect.Proxy;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import mpi.MPI;

/** Counts the signals SIGUSR1 that reach a rank within some seconds of the first one. */
public final class SignalProgram {
    private static final long SECONDS = 4;

    private SignalProgram() {}

    /** Runs the program. */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Semaphore signals = new Semaphore(0);
        handle(signals::release);
        MPI.COMM_WORLD.Barrier();
        System.out.println("pid " + ProcessHandle.current().pid());
        signals.acquire();
        int count = signals.tryAcquire(SECONDS, TimeUnit.SECONDS) ? 2 : 1;
        System.out.println("rank " + MPI.COMM_WORLD.Rank() + " got " + count);
        MPI.COMM_WORLD.Barrier();
        MPI.Finalize();
    }

    private static void handle(Runnable action) throws ReflectiveOperationException {
        Class<?> signal = Class.forName("sun.misc.Signal");
        Class<?> handler = Class.forName("sun.misc.SignalHandler");
        Object own =
                Proxy.newProxyInstance(handler.getClassLoader(), new Class<?>[] {handler}, (proxy, method, args) -> {
                    action.run();
                    return null;
                });
        signal.getMethod("handle", signal, handler)
                .invoke(null, signal.getConstructor(String.class).newInstance("USR1"), own);
    }
}
