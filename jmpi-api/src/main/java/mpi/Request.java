package mpi;

import org.jmpi.comm.communicator.RequestArray;
import org.jmpi.comm.communicator.RequestHandle;

/**
 * An operation under way (MPI-4.1 section 3.7).
 *
 * <p>A request is null once a call has returned that it is complete, or after {@link #Free}. In an array of requests,
 * null and {@link MPI#REQUEST_NULL} are null requests, too.
 *
 * <pre>{@code
 * int rank = MPI.COMM_WORLD.Rank();
 * int size = MPI.COMM_WORLD.Size();
 * int[] sent = {rank};
 * int[] received = new int[1];
 * Request send = MPI.COMM_WORLD.Isend(sent, 0, 1, MPI.INT, (rank + 1) % size, 7);
 * Request receive = MPI.COMM_WORLD.Irecv(received, 0, 1, MPI.INT, (rank + size - 1) % size, 7);
 * // ... compute ...
 * Request.Waitall(new Request[] {send, receive});
 * }</pre>
 */
public class Request {
    private final RequestHandle handle;

    Request(RequestHandle handle) {
        this.handle = handle;
    }

    /** For classes compiled against MPJ Express or mpiJava 1.2, which may call it; see src/build/Bridges.java. */
    void finalize$bridge() throws MPIException {
        // Empty, so that the JVM takes no request for one to be finalized.
    }

    /**
     * Waits until the operation is complete; the request is then null. A null request is complete at once.
     *
     * @return what is known of the message, if it was a receive
     * @throws MPIException of class ERR_TRUNCATE if a message was longer than its receive; ERR_TYPE if it was of
     *     another type; ERR_PROC_FAILED if a peer has failed; ERR_OTHER if the peer has ended
     */
    public Status Wait() throws MPIException {
        return handle.await(Names.MPIJAVA);
    }

    /**
     * {@return null if the operation is not complete yet, else what {@link #Wait} returns}
     *
     * @throws MPIException as {@link #Wait} does
     */
    public Status Test() throws MPIException {
        return handle.test(Names.MPIJAVA);
    }

    /** {@return whether the request is null} */
    public boolean Is_null() {
        return handle.isNull();
    }

    /**
     * Asks for the operation to be given up, and returns at once; {@link #Wait} still has to be called, and
     * {@link Status#Test_cancelled} then returns whether it was cancelled. A message that was matched before is
     * delivered.
     *
     * @throws MPIException of class ERR_REQUEST if the request is null, or that of a collective operation
     */
    public void Cancel() throws MPIException {
        handle.cancel(Names.MPIJAVA);
    }

    /**
     * Frees the request, whose operation completes by itself.
     *
     * @throws MPIException of class ERR_REQUEST if the request is null, or that of a collective operation under way
     */
    public void Free() throws MPIException {
        handle.free(Names.MPIJAVA);
    }

    /**
     * Waits until one of the requests is complete.
     *
     * @param array_of_request requests; some may be null
     * @return its status, whose index is that in the array; {@link MPI#UNDEFINED} if all requests are null
     * @throws MPIException as {@link #Wait} does; of class ERR_REQUEST if the array is null
     */
    public static Status Waitany(Request[] array_of_request) throws MPIException {
        return array(array_of_request).awaitAny();
    }

    /**
     * {@return the result of {@link #Waitany} if one of the requests is complete or all are null, else null}
     *
     * @param array_of_request requests; some may be null
     * @throws MPIException as {@link #Waitany} does
     */
    public static Status Testany(Request[] array_of_request) throws MPIException {
        return array(array_of_request).testAny();
    }

    /**
     * Waits until all requests are complete. If some fail, the others complete before the first failure is thrown; it
     * has those of other causes as suppressed ones, and {@link MPIException#Get_statuses the statuses} of the others.
     *
     * @param array_of_request requests; some may be null
     * @return their statuses, in the order of the requests
     * @throws MPIException as {@link #Wait} does; of class ERR_REQUEST if the array is null
     */
    public static Status[] Waitall(Request[] array_of_request) throws MPIException {
        return array(array_of_request).awaitAll();
    }

    /**
     * {@return the result of {@link #Waitall} if all requests are complete; else null, and no request is changed}
     *
     * @param array_of_request requests; some may be null
     * @throws MPIException as {@link #Waitall} does
     */
    public static Status[] Testall(Request[] array_of_request) throws MPIException {
        return array(array_of_request).testAll();
    }

    /**
     * Waits until at least one of the requests is complete.
     *
     * @param array_of_request requests; some may be null
     * @return the statuses of all that are, each with its index; none if all requests are null
     * @throws MPIException as {@link #Wait} does; of class ERR_REQUEST if the array is null
     */
    public static Status[] Waitsome(Request[] array_of_request) throws MPIException {
        return array(array_of_request).awaitSome();
    }

    /**
     * {@return the statuses of all requests that are complete, each with its index: perhaps none}
     *
     * @param array_of_request requests; some may be null
     * @throws MPIException as {@link #Waitsome} does
     */
    public static Status[] Testsome(Request[] array_of_request) throws MPIException {
        return array(array_of_request).testSome();
    }

    private static RequestArray<Status> array(Request[] requests) {
        RequestHandle[] handles = requests == null ? null : new RequestHandle[requests.length];
        for (int i = 0; requests != null && i < handles.length; i++)
            if (requests[i] != null) handles[i] = requests[i].handle;
        return new RequestArray<>(handles, Names.MPIJAVA);
    }
}
