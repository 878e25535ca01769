package org.jmpi.comm.observe;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A change of the state of a peer. */
@Name("org.jmpi.PeerState")
@Label("Peer State")
@Description("Another rank is suspected, has failed or has departed")
@StackTrace(false)
final class PeerStateEvent extends MpiEvent {
    @Label("Peer")
    @Description("World rank of the other rank")
    int peer;

    @Label("State")
    String state;
}
