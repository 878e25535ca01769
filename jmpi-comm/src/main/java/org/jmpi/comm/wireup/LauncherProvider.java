package org.jmpi.comm.wireup;

import java.util.concurrent.CompletableFuture;
import org.jmpi.comm.control.SpawnOrder;

/**
 * Starts processes for ranks that have no launcher: those of a lone program, and threads of a test. Found by
 * {@link java.util.ServiceLoader}.
 */
public interface LauncherProvider {
    /**
     * Has processes started by a launcher of their own, which ends them when this process ends.
     *
     * @param order says what they run
     * @return is completed when they have ended, by one line that says why
     * @throws org.jmpi.comm.error.CommException of class SPAWN if the launcher does not start
     */
    CompletableFuture<String> spawn(SpawnOrder order);
}
