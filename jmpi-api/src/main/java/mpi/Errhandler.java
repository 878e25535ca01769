package mpi;

import java.util.function.Function;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.object.ErrorHandler;

/**
 * The reaction of a communicator to a failed call (MPI-4.1 section 9.3): {@link MPI#ERRORS_RETURN} throws an
 * {@link MPIException}, {@link MPI#ERRORS_ARE_FATAL} and {@link MPI#ERRORS_ABORT} show it with its stack and end the
 * job. A program makes others
 * of functions ({@link Comm#Create_errhandler}).
 *
 * <pre>{@code
 * MPI.COMM_WORLD.Errhandler_set(MPI.ERRORS_RETURN);
 * try {
 *     MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, MPI.COMM_WORLD.Size(), 7);
 * } catch (MPIException e) {
 *     System.out.println(e.getMessage()); // no rank has that number
 * }
 * }</pre>
 */
public class Errhandler {
    private final String name;
    private ErrorHandler core;

    /** The kind of object whose calls it reacts to. */
    private final Class<?> kind;

    /** @param core null for {@link MPI#ERRHANDLER_NULL} */
    Errhandler(String name, ErrorHandler core) {
        this.name = name;
        this.core = core;
        this.kind = Object.class;
    }

    private <T> Errhandler(Class<T> kind, Errhandler_function<T> function, Function<Object, T> binding) {
        this.name = "error handler of a program";
        this.kind = kind;
        this.core = new OfProgram<>(this, function, binding);
    }

    /** A further handle of a reaction whose own one has been freed. */
    private Errhandler(OfProgram<?> core) {
        this.name = core.errhandler.name;
        this.kind = core.errhandler.kind;
        this.core = core;
    }

    /**
     * A program's function as the core calls it.
     *
     * @param binding returns the object by which the program knows one of the core
     */
    private record OfProgram<T>(Errhandler errhandler, Errhandler_function<T> function, Function<Object, T> binding)
            implements ErrorHandler {
        @Override
        public void handle(Object object, Exception failure, AbortableJob job) {
            function.Call(
                    binding.apply(object), failure instanceof MPIException known ? known : new MPIException(failure));
        }
    }

    /**
     * Makes an error handler of a function.
     *
     * @throws CommException of class ARG if the function is null
     */
    static <T> Errhandler create(Class<T> kind, Errhandler_function<T> function, Function<Object, T> binding) {
        if (function == null) throw new CommException(ErrorClass.ARG, "function of the error handler is null");
        return new Errhandler(kind, function, binding);
    }

    /**
     * Returns what an argument stands for.
     *
     * @throws CommException of class ARG if it is null; ERRHANDLER if it has been freed, or was made for another kind
     *     of object
     */
    static ErrorHandler core(Errhandler errhandler, Class<?> kind) {
        if (errhandler == null) throw new CommException(ErrorClass.ARG, "error handler is null");
        if (!errhandler.kind.isAssignableFrom(kind))
            throw new CommException(
                    ErrorClass.ERRHANDLER,
                    "error handler is for objects of class " + errhandler.kind.getSimpleName() + ", not "
                            + kind.getSimpleName());
        return errhandler.usable();
    }

    private ErrorHandler usable() {
        if (core == null)
            throw new CommException(
                    ErrorClass.ERRHANDLER,
                    this == MPI.ERRHANDLER_NULL
                            ? "error handler is MPI.ERRHANDLER_NULL"
                            : "error handler has been freed");
        return core;
    }

    /** Returns the object by which the program knows a reaction. */
    static Errhandler of(ErrorHandler core) {
        if (core instanceof OfProgram<?> ofProgram)
            return ofProgram.errhandler.core == null ? new Errhandler(ofProgram) : ofProgram.errhandler;
        if (core == ErrorHandler.ABORT) return MPI.ERRORS_ABORT;
        return core == ErrorHandler.ARE_FATAL ? MPI.ERRORS_ARE_FATAL : MPI.ERRORS_RETURN;
    }

    /**
     * Frees this object. Communicators that have it as their error handler keep it.
     *
     * @throws MPIException of class ERR_ERRHANDLER if it is one of the constants of {@link MPI}, or has been freed
     */
    public void Free() throws MPIException {
        try {
            if (!(usable() instanceof OfProgram))
                throw new CommException(ErrorClass.ERRHANDLER, "MPI." + name + " can't be freed");
        } catch (CommException e) {
            throw Ranks.raised(e);
        }
        core = null;
    }

    /** {@return whether this is {@link MPI#ERRHANDLER_NULL} or has been freed} */
    public boolean Is_null() {
        return core == null;
    }

    @Override
    public String toString() {
        return name;
    }
}
