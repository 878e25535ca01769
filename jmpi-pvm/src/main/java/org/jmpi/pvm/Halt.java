package org.jmpi.pvm;

import org.jmpi.comm.error.CommException;
import org.jmpi.comm.session.RankWorld;

/** The end of a process by pvm_halt. */
final class Halt {
    private Halt() {}

    /** Ends this process, in good order if it is a world of its own. */
    static void end(RankWorld world) {
        try {
            if (world.size() > 1) world.abort(0, "pvm_halt");
            if (!world.isFinished()) world.finish();
        } catch (CommException e) {
            // The others end, too.
        }
        Runtime.getRuntime().exit(0);
    }
}
