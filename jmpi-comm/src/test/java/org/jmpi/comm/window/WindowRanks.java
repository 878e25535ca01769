package org.jmpi.comm.window;

import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.config.JmpiConfig;
import org.jmpi.comm.session.RankThreads;

/** Ranks that are threads of a test. */
final class WindowRanks {
    /** For random programs, the smaller ones of one that has failed, too; other tests have a limit of their own. */
    private static final int LIMIT_SECONDS = 250;

    /** The program of each rank. */
    @FunctionalInterface
    interface Program {
        void run(Communicator world) throws Exception;
    }

    private WindowRanks() {}

    /** Runs a program on some ranks that are connected by a transport; throws the first failure. */
    static void run(String transport, int size, Program program) {
        Properties settings = new Properties();
        // The least one, so that accesses take many frames, and wait for credit.
        settings.setProperty("jmpi.eager.window", "65536");
        RankThreads world = RankThreads.create(size, JmpiConfig.load(settings, Map.of()), transport);
        CompletableFuture<Void> end = new CompletableFuture<>();
        AtomicInteger running = new AtomicInteger(size);
        try {
            for (int rank = 0; rank < size; rank++) {
                world.world(rank).open();
                Communicator comm = world.world(rank).worldComm();
                Runnable body = () -> {
                    try {
                        program.run(comm);
                    } catch (Throwable e) {
                        end.completeExceptionally(e);
                    } finally {
                        if (running.decrementAndGet() == 0) end.complete(null);
                    }
                };
                new Thread(body, "rank-" + rank).start();
            }
            end.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause().getMessage(), e.getCause());
        } catch (TimeoutException | InterruptedException e) {
            throw new AssertionError("hangs: " + world.describe(), e);
        } finally {
            world.close();
        }
    }
}
