package org.jmpi;

import java.util.function.Function;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.error.CommException;

/** A communicator of the core, and the exceptions of calls on it. */
abstract class CoreCalls {
    private final Communicator core;

    CoreCalls(Communicator core) {
        this.core = core;
    }

    /**
     * Returns the communicator of the core.
     *
     * @throws CommException of class COMM if it is closed
     */
    Communicator core() {
        return core;
    }

    /** Does what checks by itself whether the communicator is usable. */
    final <R> R call(Function<Communicator, R> call) {
        try {
            return call.apply(core());
        } catch (CommException e) {
            throw raised(e);
        }
    }

    /** Does what the communicator has to be usable for. */
    final <R> R ask(Function<Communicator, R> question) {
        return call(known -> {
            known.checkUsable();
            return question.apply(known);
        });
    }

    /** Returns the exception of a failed call, unless the error handler ends the job. */
    final MpiException raised(CommException failure) {
        return MpiException.raised(core, failure);
    }
}
