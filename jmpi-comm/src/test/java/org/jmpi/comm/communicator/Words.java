package org.jmpi.comm.communicator;

import org.jmpi.comm.error.CommException;
import org.jmpi.comm.operation.MessageOperation;

/** A binding whose statuses are words: source, tag, elements and place. */
public final class Words implements Binding<String> {
    public static final Words BINDING = new Words();

    /** The exception of a failed call. */
    public static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1;

        /** The statuses of the requests that are complete. */
        transient String[] statuses;

        Failure(CommException cause) {
            super(cause.errorClass() + ": " + cause.getMessage());
        }
    }

    @Override
    public String status(MessageOperation done, int index) {
        if (done == null) return "none at " + index;
        return done.isCancelled()
                ? "cancelled at " + index
                : done.elements() + " from " + done.source() + " by " + done.tag() + " at " + index;
    }

    @Override
    public String[] statuses(int length) {
        return new String[length];
    }

    @Override
    public RuntimeException raised(Communicator comm, CommException failure) {
        return new Failure(failure);
    }

    @Override
    public RuntimeException withStatuses(RuntimeException failure, String[] statuses) {
        ((Failure) failure).statuses = statuses;
        return failure;
    }
}
