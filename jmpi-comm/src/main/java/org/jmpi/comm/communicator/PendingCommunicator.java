package org.jmpi.comm.communicator;

/** A communicator that is being made while the program computes. */
public interface PendingCommunicator {
    /** {@return the request, which the program completes} */
    RequestHandle request();

    /** {@return the communicator; null while it is being made, and after a failure} */
    Communicator made();
}
