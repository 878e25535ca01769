package mpi;

import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jmpi.Jmpi;

/**
 * A program for a JVM of its own that no launcher started; it says "fine" if all was, and ends as its argument asks.
 */
public final class LoneProgram {
    private LoneProgram() {}

    public static void main(String[] args) {
        check(!MPI.Initialized(), "not initialized before Init");
        refused("MPI.Init has not been called", MPI.COMM_WORLD::Rank);
        refused("MPI.Init has not been called", () -> MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, 0, 0));
        refused("MPI.Init has not been called", MPI::Finalize);
        refused("MPI.Init has not been called", MPI::Get_processor_name);
        String[] own = MPI.Init(args);
        check(Arrays.equals(args, own), "the arguments come back");
        check(MPI.Initialized(), "initialized after Init");
        refused("MPI.Init has been called already", () -> MPI.Init(args));
        check(MPI.COMM_WORLD.Size() == 1 && MPI.COMM_WORLD.Rank() == 0, "a world of one");
        check(MPI.COMM_SELF.Size() == 1 && MPI.COMM_SELF.Rank() == 0, "itself");
        check(!MPI.Get_processor_name().isEmpty(), "a name");
        talkToItself();
        fromAnotherThread();
        withRunsInside();
        finish(own[0]);
    }

    private static void talkToItself() {
        Request send = MPI.COMM_WORLD.Isend(new int[] {7}, 0, 1, MPI.INT, 0, 3);
        int[] got = new int[1];
        Status status = MPI.COMM_WORLD.Recv(got, 0, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
        send.Wait();
        check(got[0] == 7 && status.source == 0 && status.tag == 3, "a message to itself");
        MPI.COMM_WORLD.Barrier();
        int[] sum = new int[1];
        MPI.COMM_WORLD.Allreduce(new int[] {5}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        check(sum[0] == 5, "a sum of one");
        refused("destination out of range: rank=1, size=1", () -> MPI.COMM_WORLD.Send(got, 0, 1, MPI.INT, 1, 0));
    }

    private static void fromAnotherThread() {
        int[] size = new int[1];
        Thread thread = new Thread(() -> size[0] = MPI.COMM_WORLD.Size());
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        check(size[0] == 1, "any thread has the world");
    }

    /**
     * Threads of the pool serve the program's own rank, but while ranks of a run are under way only if they are bound.
     */
    private static void withRunsInside() {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        try {
            Callable<Integer> size = MPI.COMM_WORLD::Size;
            Callable<Integer> outside = Jmpi.bind(size);
            check(pool.submit(size).get() == 1 && pool.submit(outside).get() == 1, "any thread has the world");
            Jmpi.run(3, () -> {
                check(size.call() == 3 && pool.submit(Jmpi.bind(size)).get() == 3, "a thread of a run has the run's");
                check(pool.submit(outside).get() == 1, "a bound task has its own");
                refused(
                        "by Jmpi.bind on a thread of the rank",
                        () -> call(() -> pool.submit(size).get()));
            });
            check(size.call() == 1 && pool.submit(size).get() == 1, "any thread has the world again");
        } catch (Exception e) {
            throw new AssertionError(e);
        } finally {
            pool.shutdown();
        }
    }

    private static void call(Callable<?> call) {
        try {
            call.call();
        } catch (ExecutionException e) {
            throw (MPIException) e.getCause();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static void finish(String how) {
        switch (how) {
            case "abort" -> {
                System.out.println("fine");
                MPI.COMM_WORLD.Abort(5, "no\nwork left");
            }
            case "fatal" -> {
                System.out.println("fine");
                MPI.Errorhandler_set(MPI.ERRORS_ARE_FATAL);
                MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, 1, 0);
            }
            case "errors abort" -> {
                System.out.println("fine");
                MPI.COMM_WORLD.Set_errhandler(MPI.ERRORS_ABORT);
                if (MPI.COMM_WORLD.Get_errhandler() != MPI.ERRORS_ABORT) return;
                MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, 1, 0);
            }
            case "throw" -> {
                System.out.println("fine");
                throw new IllegalStateException("as asked");
            }
            case "return" -> System.out.println("fine");
            default -> {
                MPI.Finalize();
                check(MPI.Initialized(), "initialized after Finalize");
                refused("MPI.Finalize has been called", MPI.COMM_WORLD::Rank);
                refused("MPI.Finalize has been called", MPI::Finalize);
                System.out.println("fine");
            }
        }
    }

    private static void check(boolean condition, String what) {
        if (!condition) throw new AssertionError(what);
    }

    private static void refused(String message, Runnable call) {
        try {
            call.run();
        } catch (MPIException e) {
            check(e.getMessage().endsWith(message), e.getMessage());
            return;
        }
        throw new AssertionError("not refused: " + message);
    }
}
