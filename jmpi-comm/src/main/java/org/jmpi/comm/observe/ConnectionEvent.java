package org.jmpi.comm.observe;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A call that connects this rank with processes of another world, or disconnects it. */
@Name("org.jmpi.Connection")
@Label("Connection of Worlds")
@Description(
        "Call that connects with processes of another world, or disconnects: Spawn, Accept, Connect, Join, Disconnect")
final class ConnectionEvent extends MpiEvent {
    @Label("Call")
    @Description("Init in a world that was spawned")
    String call;

    @Label("Context")
    @Description("Number of the messages of both groups; -1 if the call has failed")
    int context;

    @Label("Processes")
    @Description("Number of processes of the other group; 0 if there is none")
    int size;
}
