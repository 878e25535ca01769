package org.jmpi.comm.communicator;

import java.util.function.Supplier;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.operation.Operation;

/**
 * A program's handle of an operation that it may start again and again (MPI-4.1 section 3.9). Between two starts the
 * request is inactive, not null.
 */
public final class PersistentHandle extends RequestHandle {
    private final Supplier<Operation> operation;
    private boolean freed;

    /** @param operation starts the operation */
    PersistentHandle(Communicator comm, Supplier<Operation> operation) {
        super(comm, null);
        this.operation = operation;
        comm.process().events().handleMade(this, "persistent request");
    }

    @Override
    public boolean isNull() {
        return freed;
    }

    /**
     * Starts the operation with what its buffer holds now.
     *
     * @param binding makes the exception, of class REQUEST if the request is under way or has been freed
     */
    public void start(Binding<?> binding) {
        checkStartable(binding);
        try {
            activate(operation.get());
        } catch (CommException e) {
            throw binding.raised(communicator(), e);
        }
    }

    /**
     * Starts several operations, in the order of the array; none if one of them can't be started.
     *
     * @param requests the requests
     * @param binding makes the exception, of class REQUEST if the array or one of its elements is null, is under way or
     *     has been freed
     */
    public static void startAll(PersistentHandle[] requests, Binding<?> binding) {
        RequestArray.check(requests, binding);
        for (int i = 0; i < requests.length; i++) {
            if (requests[i] == null)
                throw binding.raised(null, new CommException(ErrorClass.REQUEST, "request is null: index=" + i));
            requests[i].checkStartable(binding);
        }
        for (PersistentHandle request : requests) request.start(binding);
    }

    private void checkStartable(Binding<?> binding) {
        checkNotFreed(binding);
        if (isActive()) throw refused(binding, "persistent request is under way");
    }

    private void checkNotFreed(Binding<?> binding) {
        if (freed) throw refused(binding, "persistent request has been freed");
    }

    /** Frees the request; an operation under way completes by itself. */
    @Override
    public void free(Binding<?> binding) {
        checkNotFreed(binding);
        if (isActive()) super.free(binding);
        freed = true;
        communicator().process().events().handleFreed(this);
    }
}
