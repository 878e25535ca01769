package mpi;

import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.Dialect;
import org.jmpi.comm.error.CommException;

/**
 * Names the classes of this package to typed calls and tests. A program converts without it:
 *
 * <pre>{@code
 * Communicator typed = MPI.COMM_WORLD.typed();
 * Intracomm same = Intracomm.of(typed);
 * }</pre>
 */
@SuppressWarnings("exports") // the core is open to bindings alone
public final class MpiJava implements Dialect {
    /** Creates the provider, for {@link java.util.ServiceLoader}. */
    public MpiJava() {
        // Nothing to set.
    }

    @Override
    public Class<?> communicatorClass() {
        return Intracomm.class;
    }

    @Override
    public Object wrap(Communicator core) {
        return Comm.wrap(core);
    }

    @Override
    public Communicator unwrap(Object comm) {
        return Comm.core((Comm) comm);
    }

    @Override
    public Exception raise(CommException failure) {
        return new MPIException(failure);
    }
}
