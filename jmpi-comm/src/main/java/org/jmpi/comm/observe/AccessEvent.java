package org.jmpi.comm.observe;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** An access to a window, from the start to the end of the call. */
@Name("org.jmpi.Access")
@Label("Window Access")
@Description("Access to a window, from the start to the end of the call; it is complete when its epoch ends")
@StackTrace(false)
final class AccessEvent extends MpiEvent {
    @Label("Call")
    String call;

    @Label("Target")
    @Description("World rank of the target")
    int peer;

    @Label("Window")
    @Description("Number of the window")
    int context;

    @Label("Data Size")
    @DataAmount
    long bytes;

    @Label("Path")
    @Description("direct: this rank reaches the memory; frames: the target's process accesses it")
    String path;

    @Label("Weight")
    @Description("Number of accesses that this event stands for")
    int weight;
}
