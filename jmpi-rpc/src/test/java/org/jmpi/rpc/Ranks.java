package org.jmpi.rpc;

import java.time.Duration;
import org.jmpi.Jmpi;

/** Runs ranks that have an object space. */
final class Ranks {
    private static final Duration LIMIT = Duration.ofSeconds(55);

    private Ranks() {}

    /** What a rank does. */
    @FunctionalInterface
    interface Body {
        void run(ObjectSpace space) throws Exception;
    }

    /** Runs a body at each rank, over a transport; the other ranks take calls until all are at the end. */
    static void run(String transport, int ranks, Body body) {
        Jmpi.call(ranks, LIMIT, transport, () -> {
            body.run(ObjectSpace.open());
            Jmpi.world().barrier();
            return null;
        });
    }

    /** Runs a body at rank 0 alone. */
    static void first(String transport, int ranks, Body body) {
        run(transport, ranks, space -> {
            if (space.rank() == 0) body.run(space);
        });
    }
}
