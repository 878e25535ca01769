package org.jmpi.comm.observe;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jmpi.comm.operation.RecvRequest;

/** A point-to-point message that a rank has received, from the start of the call to the completion of the operation. */
@Name("org.jmpi.Receive")
@Label("Receive")
@Description("Point-to-point message received, from the start of the call to the completion of the operation")
@StackTrace(false)
final class ReceiveEvent extends OperationEvent {
    @Label("Call")
    String call;

    @Label("Sender")
    @Description("World rank of the sender")
    int peer;

    @Label("Tag")
    @Description("Tag of the message")
    int tag;

    @Label("Message Size")
    @DataAmount
    long bytes;

    @Label("Context")
    @Description("Number of the communicator's messages")
    int context;

    @Label("Blocking")
    @Description("Whether the call itself completes the operation")
    boolean blocking;

    @Label("Unexpected")
    @Description("Whether the message came before the receive")
    boolean unexpected;

    @Label("Weight")
    @Description("Number of messages that this event stands for")
    int weight;

    /** The operation. */
    transient RecvRequest receive;

    /** Whether the operation is one of the program, and under way. */
    transient boolean isStarted;

    @Override
    void complete(FlightRecorderEvents recorder) {
        recorder.complete(this);
    }
}
