package org.jmpi.comm.session;

import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import org.jmpi.comm.control.SpawnOrder;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.wireup.LauncherProvider;

/** A job of one process without a launcher. */
final class SingletonJob implements RankJob {
    @Override
    public void abort(int code, String message) {
        System.err.println("MPI.Abort: " + message);
        Shutdown.exit(code);
    }

    @Override
    public void peerGone(int peer, String message) {
        // There is no peer but this rank.
    }

    @Override
    public void beforeFailure() {
        // No launcher knows a better cause.
    }

    @Override
    public void failed(Thread thread, Throwable cause) {
        System.err.print(UncaughtHandler.text(thread, cause));
        System.err.flush();
        Shutdown.exit(1);
    }

    @Override
    public void finalized() {
        // No launcher waits for it.
    }

    @Override
    public void note(String line) {
        // No launcher has asked for it.
    }

    @Override
    public CompletableFuture<String> spawn(SpawnOrder order) {
        return spawnByOwnLauncher(order);
    }

    /** Has a launcher started for ranks that have none. */
    static CompletableFuture<String> spawnByOwnLauncher(SpawnOrder order) {
        ClassLoader loader = SingletonJob.class.getClassLoader();
        for (LauncherProvider provider : ServiceLoader.load(LauncherProvider.class, loader))
            return provider.spawn(order);
        throw new CommException(
                ErrorClass.SPAWN,
                "this process has no launcher that starts others: put jmpi-run in the class path, or start the program"
                        + " by jmpirun, as in jmpirun -np 1");
    }

    @Override
    public void leave() {
        // There is nothing to leave.
    }
}
