package mpi;

import java.util.function.Supplier;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;

/** An operation that may be started again and again (MPI-4.1 section 3.9). Between two starts it is inactive, not void. */
public class Prequest extends Request {
    private final Supplier<org.jmpi.comm.request.Request> operation;
    private boolean freed;

    Prequest(Communicator context, Supplier<org.jmpi.comm.request.Request> operation) {
        super(context);
        this.operation = operation;
        process().events().handleMade(this, "persistent request");
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
     * @param array_of_request requests that are not under way
     * @throws MPIException of class ERR_REQUEST, before any is started, if the array or one of its elements is null, is under
     *     way or has been freed; or as {@link #Start} does
     */
    public static void Startall(Prequest[] array_of_request) throws MPIException {
        checkArray(array_of_request);
        for (int i = 0; i < array_of_request.length; i++) {
            if (array_of_request[i] == null)
                throw Ranks.raised(new CommException(ErrorClass.REQUEST, "request is null: index=" + i));
            array_of_request[i].checkNotFreed();
            array_of_request[i].checkNotUnderWay();
        }
        for (Prequest request : array_of_request) request.Start();
    }

    private void checkNotFreed() {
        if (freed) throw raised(new CommException(ErrorClass.REQUEST, "persistent request has been freed"));
    }

    private void checkNotUnderWay() {
        if (isActive()) throw raised(new CommException(ErrorClass.REQUEST, "persistent request is under way"));
    }

    @Override
    public boolean Is_null() {
        return freed;
    }

    /**
     * Lets go of the request; an operation under way completes by itself.
     *
     * @throws MPIException of class ERR_REQUEST if it has been freed
     */
    @Override
    public void Free() throws MPIException {
        checkNotFreed();
        if (isActive()) super.Free();
        freed = true;
        process().events().handleFreed(this);
    }
}
