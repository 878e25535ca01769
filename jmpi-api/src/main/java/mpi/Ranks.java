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

    private static volatile boolean finalized;

    private Ranks() {}

    static void init() {
        if (World.ranksShareClasses()) {
            checkAgain(World.ofThread());
            return;
        }
        if (own != null) throw failure("MPI.Init has been called already");
        World ofThread = World.ofThread();
        own = ofThread != null ? ofThread : World.init();
        finalized = false;
    }

    /** A rank that is a thread of {@code Jmpi.run} has its world from the start: Init only may not follow Finalize. */
    private static void checkAgain(World world) {
        if (world.isFinished()) throw failure("MPI.Init after MPI.Finalize");
    }

    static void finish() {
        World world = current();
        world.finish();
        if (world != own) return;
        finalized = true;
        own = null;
    }

    static boolean isInitialized() {
        return World.current(own) != null || finalized;
    }

    /**
     * Returns the world of the caller.
     *
     * @throws MPIException of class ERR_OTHER if there is none
     */
    static World current() {
        World world = World.current(own);
        if (world != null && !world.isFinished()) return world;
        boolean over = world != null || finalized;
        throw new MPIException(failure(over ? "MPI.Finalize has been called" : "MPI.Init has not been called"));
    }

    private static CommException failure(String message) {
        return new CommException(ErrorClass.OTHER, message);
    }

    /** A communicator that exists in every world, and so means the caller's. */
    static final class Everywhere extends Intracomm {
        private final Function<World, CommContext> part;

        Everywhere(Function<World, CommContext> part) {
            this.part = part;
        }

        @Override
        CommContext context() {
            return part.apply(current());
        }
    }
}
