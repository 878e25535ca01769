package org.jmpi.comm.observe;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A communicator or a window that is revoked. */
@Name("org.jmpi.Revocation")
@Label("Revocation")
@Description("Communicator or window that is revoked, as this rank learns it")
@StackTrace(false)
final class RevocationEvent extends MpiEvent {
    @Label("Origin")
    @Description("World rank of the rank that has called Revoke, or that has told this one")
    int peer;

    @Label("Context")
    @Description("Number of the communicator's messages")
    int context;
}
