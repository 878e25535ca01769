package org.jmpi.comm.observe;

/** An event that stays with its operation, and is used again with it. */
abstract class OperationEvent extends MpiEvent {
    /** The program completes the operation. */
    abstract void complete(FlightRecorderEvents recorder);

    /** The program frees the request of the operation. */
    void release(FlightRecorderEvents recorder) {}
}
