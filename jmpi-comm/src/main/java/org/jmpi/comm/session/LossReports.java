package org.jmpi.comm.session;

import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.progress.PeerListener;

/** Reports the losses of a rank's peers to its job, and delays the failures that follow from them. */
final class LossReports implements PeerListener {
    private final RankWorld world;
    private final RankJob job;

    /** Holds the calls that fail when the world ends. */
    private final FailureDelay ending;

    LossReports(RankWorld world, RankJob job, FailureDelay ending) {
        this.world = world;
        this.job = job;
        this.ending = ending;
    }

    @Override
    public void onPeerGone(int peer, CommException cause) {
        // A shutdown hook learns of it by an exception, which does not change how the job ends.
        if (Shutdown.hasBegun()) ending.begin();
        // The failure of another world is for the error handlers.
        else if (peer >= world.size()) job.note(cause.getMessage());
        else if (world.config().continues()) job.note(cause.getMessage());
        else job.peerGone(peer, cause.getMessage());
    }

    @Override
    public void onAbort(int origin, int code, String message) {
        job.aborted(origin, code, message);
    }

    @Override
    public int[] senders(int context) {
        Communicator comm = world.process().communicator(context);
        return comm == null ? null : comm.senders();
    }

    @Override
    public void beforeFailure() {
        ending.await();
        job.beforeFailure();
        Shutdown.hold(world.mainThread());
    }
}
