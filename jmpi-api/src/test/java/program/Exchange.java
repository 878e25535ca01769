package program;

import java.io.Serializable;
import java.util.List;
import mpi.MPI;
import mpi.Request;
import org.jmpi.Jmpi;

/** Two ranks, one of which receives objects of the program's classes on threads of all kinds. */
public final class Exchange {
    private record Item(int value) implements Serializable {}

    private Exchange() {}

    /**
     * Sends an item for each of some threads, which receive it.
     *
     * @param contexts the context class loaders of the threads
     */
    public static void run(List<ClassLoader> contexts) throws Exception {
        Jmpi.run(2, () -> {
            if (MPI.COMM_WORLD.Rank() == 0) for (int i = 0; i < 2 * contexts.size(); i++) send(i);
            else for (int i = 0; i < contexts.size(); i++) receive(2 * i, contexts.get(i));
        });
    }

    private static void send(int value) {
        MPI.COMM_WORLD.Send(new Object[] {new Item(value)}, 0, 1, MPI.OBJECT, 1, value);
    }

    private static void receive(int first, ClassLoader context) throws InterruptedException {
        Item[] items = new Item[2];
        under(context, () -> MPI.COMM_WORLD.Recv(items, 0, 1, MPI.OBJECT, 0, first));
        Request request = MPI.COMM_WORLD.Irecv(items, 1, 1, MPI.OBJECT, 0, first + 1);
        // No class of the program is on this thread's stack.
        under(context, request::Wait);
        for (int i = 0; i < 2; i++)
            if (!items[i].equals(new Item(first + i))) throw new AssertionError(items[i] + " under " + context);
    }

    private static void under(ClassLoader context, Runnable body) throws InterruptedException {
        Throwable[] failure = new Throwable[1];
        Thread thread = new Thread(body);
        thread.setContextClassLoader(context);
        thread.setUncaughtExceptionHandler((failed, cause) -> failure[0] = cause);
        thread.start();
        thread.join();
        if (failure[0] != null) throw new AssertionError("under " + context, failure[0]);
    }
}
