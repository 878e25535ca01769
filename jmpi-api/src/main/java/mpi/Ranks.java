package mpi;

import java.util.function.Function;
import org.jmpi.comm.bootstrap.World;
import org.jmpi.comm.context.CommContext;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/** Which rank a call of this class's program belongs to. */
final class Ranks {
    /** The world of this JVM, or of this class loader: null before Init and while ranks are threads that share classes. */
    private static volatile World own;

    private Ranks() {}

    /** A rank that is a thread of {@code Jmpi.run} has its world from the start. */
    static void init() {
        World world = World.current(own);
        boolean fromTheStart = World.ranksShareClasses();
        if (world != null && !world.isFinished() && !fromTheStart) throw failure("MPI.Init has been called already");
        if (world == null) {
            World ofThread = World.ofThread();
            own = ofThread != null ? ofThread : World.init();
            world = own;
        }
        if (world.isFinished()) world.renew();
        world.mainThread(Thread.currentThread());
    }

    static void finish() {
        current().finish();
    }

    static boolean isInitialized() {
        return World.current(own) != null;
    }

    /**
     * Returns the world of the caller.
     *
     * @throws MPIException of class ERR_OTHER if there is none
     */
    static World current() {
        World world = World.current(own);
        if (world != null && !world.isFinished()) return world;
        throw new MPIException(
                failure(world != null ? "MPI.Finalize has been called" : "MPI.Init has not been called"));
    }

    /**
     * Returns the exception for a failed call that belongs to no communicator, unless the world's error handler ends the job
     * (MPI-4.1 section 9.3).
     */
    static MPIException raised(CommException failure) {
        World world = World.current(own);
        return raised(world == null || world.isFinished() ? null : world.worldContext(), failure);
    }

    /**
     * Returns the exception for a failed call, unless the communicator's error handler ends the job.
     *
     * @param comm null for none
     */
    static MPIException raised(CommContext comm, CommException failure) {
        MPIException exception = new MPIException(failure);
        if (comm == null || !comm.errorsAreFatal()) return exception;
        try {
            current().endJob(exception);
        } catch (CommException e) {
            exception.addSuppressed(e);
        }
        return exception;
    }

    private static CommException failure(String message) {
        return new CommException(ErrorClass.OTHER, message);
    }

    /** A communicator that exists in every world, and so means the caller's. */
    static final class Everywhere extends Intracomm {
        private final Function<World, CommContext> part;

        Everywhere(Function<World, CommContext> part) {
            super(null);
            this.part = part;
        }

        @Override
        CommContext context() {
            return part.apply(current());
        }

        @Override
        public boolean Is_null() {
            return false;
        }

        @Override
        public void Free() throws MPIException {
            throw raised(new CommException(ErrorClass.COMM, "MPI.COMM_WORLD and MPI.COMM_SELF can't be freed"));
        }
    }
}
