package org.jmpi.comm.observe;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A method of a remote object, from its start to its return. */
@Name("org.jmpi.Execution")
@Label("Remote Method Execution")
@Description("Method of an object of this rank, from its start to its return")
@StackTrace(false)
final class ExecutionEvent extends MpiEvent {
    @Label("Method")
    String call;

    @Label("Caller")
    @Description("World rank of the rank that waits for the answer; -1 if the call is one-way or of this rank")
    int peer;

    @Label("Weight")
    @Description("Number of executions that this event stands for")
    int weight;

    /** When the execution began, in ns. */
    transient long began;
}
