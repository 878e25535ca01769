package org.jmpi.comm.progress;

import org.jmpi.comm.operation.ProbeRequest;

/** Looks for messages without taking them (MPI-4.1 section 3.8). */
final class Probes {
    private final Inbox inbox;
    private final PeerTable table;

    Probes(Inbox inbox, PeerTable table) {
        this.inbox = inbox;
        this.table = table;
    }

    /** Looks for a message once; the probe is then done or not. */
    void look(ProbeRequest probe) {
        start(probe, false);
    }

    /** Starts a probe, which is done when there is a message for it. */
    void start(ProbeRequest probe) {
        start(probe, true);
    }

    private void start(ProbeRequest probe, boolean stay) {
        // A peer that was gone before the look has nothing more to come.
        PeerConnection missing = table.missing(probe.peer(), probe.context());
        boolean isRevoked;
        boolean found;
        inbox.lock.lock();
        try {
            found = inbox.answer(probe);
            // Inbox.revoke fails those posted before.
            isRevoked = inbox.isRevoked(probe.context());
            if (!found && stay && !isRevoked) {
                inbox.postProbe(probe);
                // Inbox.abandon fails those posted before.
                missing = table.missing(probe.peer(), probe.context());
                if (missing != null && !inbox.withdraw(probe)) missing = null;
            }
        } finally {
            inbox.lock.unlock();
        }
        if (found) {
            probe.complete();
        } else if (isRevoked) {
            probe.fail(Inbox.revocation());
        } else if (missing != null) {
            table.blame(missing, missing.gone);
            probe.fail(missing.gone);
        }
    }
}
