package org.jmpi.comm.observe;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A collective operation, from the start of the call to the end of the operation at this rank. */
@Name("org.jmpi.Collective")
@Label("Collective Operation")
@Description("Collective operation, from the start of the call to the end of the operation at this rank")
final class CollectiveEvent extends OperationEvent {
    @Label("Call")
    @Description("Call that the operation is, or is part of")
    String call;

    @Label("Operation")
    String operation;

    @Label("Algorithm")
    String algorithm;

    @Label("Context")
    @Description("Number of the communicator's collective messages")
    int context;

    @Label("Number")
    @Description("Which of the communicator's collective operations; the same at every rank")
    long number;

    @Label("Root")
    @Description("World rank of the root; -1 if there is none")
    int root;

    @Label("Data Size")
    @Description("What each rank gives; 0 if ranks may give different amounts")
    @DataAmount
    long bytes;

    @Label("Communicator Size")
    @Description("Number of ranks that take part")
    int size;

    @Label("Blocking")
    @Description("Whether the call itself completes the operation")
    boolean blocking;

    @Label("Weight")
    @Description("Number of operations that this event stands for")
    int weight;

    /** When the operation began, in ns. */
    transient long began;

    /** Whether the operation is under way. */
    transient boolean isStarted;

    @Override
    void complete(FlightRecorderEvents recorder) {
        recorder.complete(this);
    }
}
