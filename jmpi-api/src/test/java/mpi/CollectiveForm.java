package mpi;

import java.util.function.Supplier;

/** The ways to run a collective operation. */
enum CollectiveForm {
    /** The call returns when the operation is done. */
    BLOCKING {
        @Override
        Intracomm of(Intracomm comm) {
            return comm;
        }

        @Override
        void run(Runnable blocking, Supplier<Request> started, Supplier<Prequest> prepared) {
            blocking.run();
        }
    },
    /** One call starts the operation, another one completes it. */
    NONBLOCKING {
        @Override
        Intracomm of(Intracomm comm) {
            return new NonblockingView(comm);
        }

        @Override
        void run(Runnable blocking, Supplier<Request> started, Supplier<Prequest> prepared) {
            started.get().Wait();
        }
    },
    /** The operation is prepared once, then started and completed twice. */
    PERSISTENT {
        @Override
        Intracomm of(Intracomm comm) {
            return new PersistentView(comm);
        }

        @Override
        void run(Runnable blocking, Supplier<Request> started, Supplier<Prequest> prepared) {
            PersistentView.twice(prepared.get());
        }
    };

    /** Returns a communicator whose blocking operations are run in this way. */
    abstract Intracomm of(Intracomm comm);

    /** Runs an operation in this way, by one of the calls for it. */
    abstract void run(Runnable blocking, Supplier<Request> started, Supplier<Prequest> prepared);
}
