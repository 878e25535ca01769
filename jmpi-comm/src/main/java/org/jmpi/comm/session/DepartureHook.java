package org.jmpi.comm.session;

import java.util.List;

/**
 * The shutdown hook of a process that is one rank. It leaves after the program's shutdown hooks, also without
 * MPI.Finalize: messages that were sent still arrive.
 */
final class DepartureHook {
    private final RankWorld world;
    private final RankJob job;
    private final Thread hook = new Thread(this::depart, "jmpi-depart");

    DepartureHook(RankWorld world, RankJob job) {
        this.world = world;
        this.job = job;
        Shutdown.runs(hook);
    }

    void withdraw() {
        Shutdown.withdraw(hook);
    }

    private void depart() {
        long end = System.nanoTime() + world.config().hookNanos();
        Shutdown.awaitHooks(List.of(world), world.config().hookNanos());
        try {
            world.departWithJvm(Math.min(world.config().lingerNanos(), end - System.nanoTime()));
        } finally {
            job.leave();
        }
    }
}
