package org.jmpi.comm.observe;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jmpi.comm.operation.SendRequest;

/** A point-to-point message that a rank has sent, from the start of the call to the completion of the operation. */
@Name("org.jmpi.Send")
@Label("Send")
@Description("Point-to-point message sent, from the start of the call to the completion of the operation")
@StackTrace(false)
final class SendEvent extends OperationEvent {
    @Label("Call")
    String call;

    @Label("Receiver")
    @Description("World rank of the receiver")
    int peer;

    @Label("Tag")
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

    @Label("Transport")
    String transport;

    @Label("Protocol")
    @Description("eager: sent without asking the receiver; rendezvous: announced first")
    String protocol;

    @Label("Weight")
    @Description("Number of messages that this event stands for")
    int weight;

    /** The operation. */
    transient SendRequest send;

    /** Whether the operation is under way and will be recorded. */
    transient boolean isRecorded;

    @Override
    void complete(FlightRecorderEvents recorder) {
        recorder.complete(this);
    }

    /** The operation completes by itself, at an unknown time. */
    @Override
    void release(FlightRecorderEvents recorder) {
        recorder.complete(this);
    }
}
