package org.jmpi.comm.object;

/** The reaction of an object to a failed call (MPI-4.1 section 9.3). */
@FunctionalInterface
public interface ErrorHandler {
    /** The failed call throws. */
    ErrorHandler RETURN = (object, failure, job) -> {};

    /** The job ends, and the exception is shown with its stack. */
    ErrorHandler ARE_FATAL = (object, failure, job) -> end(failure, job);

    /** The same, as MPI.Abort ends all ranks of the job, too. */
    ErrorHandler ABORT = (object, failure, job) -> end(failure, job);

    /** {@return whether it is one of these, which fit objects of every kind} */
    default boolean isPredefined() {
        return this == RETURN || this == ARE_FATAL || this == ABORT;
    }

    private static void end(Exception failure, AbortableJob job) {
        try {
            job.endJob(failure);
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    /**
     * Reacts to a failure. If it returns, the failed call throws the exception; if it throws, the call throws that.
     *
     * @param object whose call has failed
     * @param failure what the call is about to throw
     * @param job the job that this process is in
     */
    void handle(Object object, Exception failure, AbortableJob job);

    /** The job, for handlers that end it. */
    interface AbortableJob {
        /**
         * Ends all ranks. May return or throw if ranks are threads of a test.
         *
         * @param failure is shown with its stack
         */
        void endJob(Throwable failure);
    }
}
