package org.jmpi.comm.simulation;

import java.util.ArrayList;
import java.util.List;
import org.jmpi.comm.communicator.Binding;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.operation.MessageOperation;

/**
 * What a program learns of an operation that is complete.
 *
 * @param source of the message
 * @param tag of the message
 * @param elements of the message
 * @param cancelled whether the operation was given up
 * @param index of the operation, among those that were waited for
 */
record Status(int source, int tag, int elements, boolean cancelled, int index) {
    static final Binding<Status> BINDING = new StatusBinding();

    /** Keeps each status that is made. */
    static final class Recorder extends StatusBinding {
        private final List<Status> statuses = new ArrayList<>();

        @Override
        public Status status(MessageOperation done, int index) {
            Status status = super.status(done, index);
            statuses.add(status);
            return status;
        }

        List<Status> statuses() {
            return statuses;
        }
    }

    private static class StatusBinding implements Binding<Status> {
        @Override
        public Status status(MessageOperation done, int index) {
            if (done == null) throw new AssertionError("no operation was under way");
            return new Status(done.source(), done.tag(), done.elements(), done.isCancelled(), index);
        }

        @Override
        public Status[] statuses(int length) {
            return new Status[length];
        }

        @Override
        public RuntimeException raised(Communicator comm, CommException failure) {
            return failure;
        }
    }
}
