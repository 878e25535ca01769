package org.jmpi.comm.observe;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A wait of the program in a point-to-point call, or for an operation that it has started before. */
@Name("org.jmpi.Wait")
@Label("Wait")
@Description("Wait in a point-to-point call, or for an operation that was started before")
final class WaitEvent extends MpiEvent {
    @Label("Call")
    String call;

    @Label("Awaited Rank")
    @Description("World rank of the rank that is waited for; -1 if there are several")
    int peer;

    @Label("Lock")
    @Description("Number of the lock that the awaited rank gives; empty if the wait is for no lock")
    String lock;

    @Label("Context")
    @Description("Number of the communicator's messages; odd for collective operations; -1 if there are several")
    int context;

    @Label("Weight")
    @Description("Number of waits that this event stands for")
    int weight;

    /** When the wait began, in ns. */
    transient long began;
}
