package org.jmpi.comm.check;

import org.jmpi.comm.coll.Peers;
import org.jmpi.comm.coll.Signature;

/** Looks for what a program does wrong, and costs time for it. */
public final class ProgramChecks implements Checks {
    /** Makes the checks of one rank. */
    public ProgramChecks() {}

    @Override
    public void collective(Peers peers, String call, Signature signature) {
        CollectiveCall.of(call, signature).compare(peers);
    }
}
