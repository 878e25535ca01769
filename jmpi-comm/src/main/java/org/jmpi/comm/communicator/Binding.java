package org.jmpi.comm.communicator;

import org.jmpi.comm.error.CommException;
import org.jmpi.comm.operation.MessageOperation;
import org.jmpi.comm.operation.Operation;

/**
 * Makes the statuses and exceptions of a language binding. A binding has one, without state.
 *
 * @param <S> the binding's status (MPI-4.1 section 3.2.5)
 */
public interface Binding<S> {
    /**
     * {@return the status of an operation}
     *
     * @param done the operation, whose fields are valid during this call only; null if there was none
     * @param index its index in the array of requests that the program gave, or {@link Operation#UNDEFINED}
     */
    S status(MessageOperation done, int index);

    /**
     * {@return an array for statuses}
     *
     * @param length the number of statuses
     */
    S[] statuses(int length);

    /**
     * {@return the exception of a failed call, unless the communicator's error handler ends the job}
     *
     * @param comm the communicator; null if the call has none
     * @param failure why it failed
     */
    RuntimeException raised(Communicator comm, CommException failure);

    /**
     * {@return the exception of a call that completes several requests of which some have failed}
     *
     * @param failure the exception of the first that has failed, made by {@link #raised}
     * @param statuses the statuses of those that are complete, by their index; null for each of the others
     */
    default RuntimeException withStatuses(RuntimeException failure, S[] statuses) {
        return failure;
    }
}
