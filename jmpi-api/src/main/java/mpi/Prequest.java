package mpi;

import java.util.function.Supplier;
import org.jmpi.comm.context.CommContext;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/** An operation that may be started again and again (MPI-4.1 section 3.9). Between two starts it is inactive, not void. */
public class Prequest extends Request {
    private final Supplier<org.jmpi.comm.request.Request> operation;
    private boolean freed;

    Prequest(CommContext context, Supplier<org.jmpi.comm.request.Request> operation) {
        super(context);
        this.operation = operation;
    }

    /**
     * Starts the operation with what its buffer holds now.
     *
     * @throws MPIException of class ERR_REQUEST if it is under way or has been freed
     */
    public void Start() throws MPIException {
        if (freed) throw raised(new CommException(ErrorClass.REQUEST, "persistent request has been freed"));
        if (isActive()) throw raised(new CommException(ErrorClass.REQUEST, "persistent request is under way"));
        try {
            start(operation.get());
        } catch (CommException e) {
            throw raised(e);
        }
    }

    /**
     * Starts several operations, in the order of the array.
     *
     * @throws MPIException of class ERR_REQUEST if the array or one of its elements is null, or as {@link #Start} does
     */
    public static void Startall(Prequest[] array_of_request) throws MPIException {
        if (array_of_request == null)
            throw Ranks.raised(new CommException(ErrorClass.REQUEST, "array of requests is null"));
        for (int i = 0; i < array_of_request.length; i++) {
            if (array_of_request[i] == null)
                throw Ranks.raised(new CommException(ErrorClass.REQUEST, "request is null: index=" + i));
            array_of_request[i].Start();
        }
    }

    @Override
    public boolean Is_null() {
        return freed;
    }

    /** Lets go of the request; an operation under way completes by itself. */
    @Override
    public void Free() throws MPIException {
        if (isActive()) super.Free();
        freed = true;
    }
}
