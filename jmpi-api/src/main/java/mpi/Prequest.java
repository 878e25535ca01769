package mpi;

import org.jmpi.comm.communicator.PersistentHandle;

/**
 * An operation that may be started again and again (MPI-4.1 section 3.9). Between two starts it is inactive, not null.
 *
 * <pre>{@code
 * double[] values = new double[1000];
 * int rank = MPI.COMM_WORLD.Rank();
 * if (rank < 2) {
 *     Prequest step = rank == 0
 *             ? MPI.COMM_WORLD.Send_init(values, 0, 1000, MPI.DOUBLE, 1, 7)
 *             : MPI.COMM_WORLD.Recv_init(values, 0, 1000, MPI.DOUBLE, 0, 7);
 *     for (int i = 0; i < 100; i++) {
 *         step.Start();
 *         step.Wait();
 *     }
 *     step.Free();
 * }
 * }</pre>
 */
public class Prequest extends Request {
    private final PersistentHandle handle;

    Prequest(PersistentHandle handle) {
        super(handle);
        this.handle = handle;
    }

    /**
     * Starts the operation with what its buffer holds now.
     *
     * @throws MPIException of class ERR_REQUEST if it is under way or has been freed
     */
    public void Start() throws MPIException {
        handle.start(Names.MPIJAVA);
    }

    /**
     * Starts several operations, in the order of the array.
     *
     * @param array_of_request requests that are not under way
     * @throws MPIException of class ERR_REQUEST, before any is started, if the array or one of its elements is null, is
     *     under way or has been freed; or as {@link #Start} does
     */
    public static void Startall(Prequest[] array_of_request) throws MPIException {
        PersistentHandle[] handles = array_of_request == null ? null : new PersistentHandle[array_of_request.length];
        for (int i = 0; array_of_request != null && i < handles.length; i++)
            if (array_of_request[i] != null) handles[i] = array_of_request[i].handle;
        PersistentHandle.startAll(handles, Names.MPIJAVA);
    }
}
