package mpi;

import java.util.function.Function;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.PendingCommunicator;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/**
 * A communicator that is being made (MPI-4.1 section 7.4.2).
 *
 * <pre>{@code
 * Crequest<? extends Intracomm> request = MPI.COMM_WORLD.Idup();
 * // ... compute ...
 * request.Wait();
 * Intracomm copy = request.Newcomm();
 * }</pre>
 *
 * @param <C> the class of the communicator
 */
public class Crequest<C extends Comm> extends Request {
    private final PendingCommunicator pending;
    private final Function<Communicator, C> binding;
    private C made;

    Crequest(PendingCommunicator pending, Function<Communicator, C> binding) {
        super(pending.request());
        this.pending = pending;
        this.binding = binding;
    }

    /**
     * {@return the new communicator}
     *
     * @throws MPIException of class ERR_REQUEST while the request is not null: complete it before
     */
    public synchronized C Newcomm() throws MPIException {
        if (made != null) return made;
        Communicator core = Is_null() ? pending.made() : null;
        if (core == null)
            throw Ranks.raised(new CommException(
                    ErrorClass.REQUEST,
                    Is_null()
                            ? "the communicator could not be made: its request has failed"
                            : "the communicator is being made: complete the request by Wait or Test before"));
        made = binding.apply(core);
        return made;
    }
}
