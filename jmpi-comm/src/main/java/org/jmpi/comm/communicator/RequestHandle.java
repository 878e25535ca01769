package org.jmpi.comm.communicator;

import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.operation.Operation;

/**
 * A program's handle of an operation under way (MPI-4.1 section 3.7.3). It is active until a call has returned the
 * operation's status or the program has freed it, and inactive afterwards. An inactive request is complete, with the
 * status of no operation.
 */
public class RequestHandle {
    private final Communicator comm;
    private Operation operation;
    private boolean cancelled;

    /** Makes a request that has no operation, ever. */
    public RequestHandle() {
        this(null, null);
    }

    /**
     * Makes the request of an operation.
     *
     * @param comm the communicator; null if there is no operation, ever
     * @param operation the operation under way, or null
     */
    public RequestHandle(Communicator comm, Operation operation) {
        this.comm = comm;
        this.operation = operation;
    }

    /** {@return whether the request is null: the program can only find it complete} */
    public boolean isNull() {
        return operation == null;
    }

    /** Makes the request active again. */
    final void activate(Operation started) {
        operation = started;
        cancelled = false;
    }

    final boolean isActive() {
        return operation != null;
    }

    /** Returns whether the operation is under way and done, but its status has not been returned. */
    final boolean isDone() {
        return operation != null && operation.isDone();
    }

    /** Returns the operation under way, or null. */
    final Operation operation() {
        return operation;
    }

    final Communicator communicator() {
        return comm;
    }

    /**
     * Waits until the operation is complete.
     *
     * @param <S> the binding's status
     * @param binding makes the status
     * @return the status
     */
    public final <S> S await(Binding<S> binding) {
        return await(binding, Operation.UNDEFINED, "Wait");
    }

    /**
     * Does the same as {@link #await(Binding)}, for a request that has an index in an array.
     *
     * @param call the call that waits
     */
    final <S> S await(Binding<S> binding, int index, String call) {
        if (operation == null) return binding.status(null, index);
        try {
            comm.process().engine().await(operation, call);
            return conclude(binding, index);
        } catch (CommException e) {
            throw binding.raised(comm, e);
        }
    }

    /**
     * {@return the status if the operation is complete, else null}
     *
     * @param <S> the binding's status
     * @param binding makes the status
     */
    public final <S> S test(Binding<S> binding) {
        if (operation == null) return binding.status(null, Operation.UNDEFINED);
        try {
            return comm.process().engine().test(operation) ? conclude(binding, Operation.UNDEFINED) : null;
        } catch (CommException e) {
            throw binding.raised(comm, e);
        }
    }

    /** Makes a request whose operation is done inactive, also if the operation has failed. */
    private <S> S conclude(Binding<S> binding, int index) {
        Process process = comm.process();
        Operation done = operation;
        operation = null;
        process.conclude(done);
        S status = binding.status(done.message(), index);
        // A thread that is still cancelling may look at the operation once more.
        if (!cancelled) done.recycle();
        return status;
    }

    /**
     * Asks for the operation to be given up; returns at once. The program still completes the request. A message that
     * was matched before is delivered.
     *
     * @param binding makes the exception
     */
    public final void cancel(Binding<?> binding) {
        checkActive(binding);
        cancelled = true;
        try {
            comm.process().cancel(operation);
        } catch (CommException e) {
            throw binding.raised(comm, e);
        }
    }

    /**
     * Frees the request, whose operation completes by itself.
     *
     * @param binding makes the exception
     */
    public void free(Binding<?> binding) {
        checkActive(binding);
        try {
            comm.process().detach(operation);
        } catch (CommException e) {
            throw binding.raised(comm, e);
        }
        operation = null;
    }

    private void checkActive(Binding<?> binding) {
        if (operation == null) throw refused(binding, "request is null or inactive");
    }

    final RuntimeException refused(Binding<?> binding, String why) {
        return binding.raised(comm, new CommException(ErrorClass.REQUEST, why));
    }
}
