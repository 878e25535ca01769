package org.jmpi;

import org.jmpi.comm.communicator.Binding;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.operation.MessageOperation;

/**
 * The status of an operation that is done.
 *
 * @param envelope of its message
 * @param index of its request among those of a call
 * @param cancelled whether it was cancelled before it was matched
 */
record Outcome(Envelope envelope, int index, boolean cancelled) {
    /** Makes outcomes and exceptions. */
    static final Binding<Outcome> BINDING = new Binding<>() {
        @Override
        public Outcome status(MessageOperation done, int index) {
            return done == null
                    ? new Outcome(new Envelope(Communicator.ANY_SOURCE, Communicator.ANY_TAG, 0), index, false)
                    : new Outcome(envelope(done), index, done.isCancelled());
        }

        @Override
        public Outcome[] statuses(int length) {
            return new Outcome[length];
        }

        @Override
        public MpiException raised(Communicator comm, CommException failure) {
            return MpiException.raised(comm, failure);
        }
    };

    private static Envelope envelope(MessageOperation done) {
        return new Envelope(done.source(), done.tag(), done.elements());
    }
}
