package mpi;

/** The ways to run a collective operation. */
enum CollectiveForm {
    /** The call returns when the operation is done. */
    BLOCKING {
        @Override
        Intracomm of(Intracomm comm) {
            return comm;
        }
    },
    /** One call starts the operation, another one completes it. */
    NONBLOCKING {
        @Override
        Intracomm of(Intracomm comm) {
            return new NonblockingView(comm);
        }
    },
    /** The operation is prepared once, then started and completed twice. */
    PERSISTENT {
        @Override
        Intracomm of(Intracomm comm) {
            return new PersistentView(comm);
        }
    };

    /** Returns a communicator whose blocking operations are run in this way. */
    abstract Intracomm of(Intracomm comm);
}
