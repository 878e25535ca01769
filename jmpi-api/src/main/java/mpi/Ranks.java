package mpi;

import java.util.function.Function;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.session.RankWorld;
import org.jmpi.world.CurrentWorld;

/** The world of the caller, for the classes of this package, and the exceptions that their calls throw. */
final class Ranks {
    private Ranks() {}

    /**
     * Returns the world of the caller.
     *
     * @throws MPIException of class ERR_OTHER if there is none
     */
    static RankWorld current() {
        try {
            return CurrentWorld.get();
        } catch (CommException e) {
            throw new MPIException(e);
        }
    }

    /**
     * Returns the exception for a failed call that belongs to no communicator, unless the world's error handler ends
     * the job (MPI-4.1 section 9.3).
     */
    static MPIException raised(CommException failure) {
        return raised(null, failure);
    }

    /**
     * Returns the exception for a failed call, unless the communicator's error handler ends the job.
     *
     * @param comm null for none
     */
    static MPIException raised(Communicator comm, CommException failure) {
        return CurrentWorld.raised(comm, new MPIException(failure));
    }

    /** A communicator that exists in every world, and so means the caller's. */
    static final class Everywhere extends Intracomm {
        private final Function<RankWorld, Communicator> ofWorld;

        Everywhere(Function<RankWorld, Communicator> ofWorld) {
            super(null);
            this.ofWorld = ofWorld;
        }

        @Override
        Communicator core() {
            return ofWorld.apply(current());
        }

        @Override
        public boolean Is_null() {
            return false;
        }
    }
}
