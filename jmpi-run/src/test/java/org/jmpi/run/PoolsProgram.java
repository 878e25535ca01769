package org.jmpi.run;

import java.io.Serializable;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import mpi.MPI;
import mpi.Request;

/** Receives objects of its own classes on threads with context class loaders of all kinds, and on those of a pool. */
public final class PoolsProgram {
    private record Item(int value) implements Serializable {}

    private PoolsProgram() {}

    private static void receive() {
        Object[] item = {MPI.COMM_WORLD.Rank() == 0 ? new Item(8) : null};
        MPI.COMM_WORLD.Bcast(item, 0, 1, MPI.OBJECT, 0);
        if (((Item) item[0]).value() != 8) throw new AssertionError(item[0]);
    }

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        ClassLoader[] contexts = {
            null,
            ClassLoader.getPlatformClassLoader(),
            ClassLoader.getSystemClassLoader(),
            new URLClassLoader(new URL[0], null)
        };
        for (ClassLoader context : contexts) {
            CompletableFuture<Void> done = new CompletableFuture<>();
            Thread thread = new Thread(() -> done.completeAsync(() -> null, body -> {
                receive();
                body.run();
            }));
            thread.setUncaughtExceptionHandler((failed, cause) -> done.completeExceptionally(cause));
            thread.setContextClassLoader(context);
            thread.start();
            done.get();
        }
        ForkJoinPool pool = new ForkJoinPool(2);
        pool.submit(PoolsProgram::receive).get();
        Item[] item = new Item[1];
        Request request = MPI.COMM_WORLD.Irecv(item, 0, 1, MPI.OBJECT, MPI.COMM_WORLD.Rank(), 1);
        MPI.COMM_WORLD.Send(new Item[] {new Item(9)}, 0, 1, MPI.OBJECT, MPI.COMM_WORLD.Rank(), 1);
        pool.submit(request::Wait).get();
        pool.shutdown();
        System.out.println("received " + item[0].value());
        MPI.Finalize();
    }
}
