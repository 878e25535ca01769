package mpi;

import java.util.ArrayList;
import java.util.List;
import org.jmpi.comm.communicator.Communicator;
import org.jmpi.comm.communicator.Process;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.request.AnyOf;

/**
 * An operation under way (MPI-4.1 section 3.7).
 *
 * <p>A request is void once a call has told that it is complete, or after {@link #Free}; null and {@link MPI#REQUEST_NULL}
 * count as void wherever requests are given in an array.
 */
public class Request {
    private final Communicator context;
    private org.jmpi.comm.request.Request pending;
    private boolean cancelRequested;

    /** Creates a void request. */
    Request(Communicator context) {
        this.context = context;
    }

    Request(Communicator context, org.jmpi.comm.request.Request started) {
        this.context = context;
        this.pending = started;
    }

    /** For classes compiled against MPJ Express or mpiJava 1.2, which may call it; see src/build/Bridges.java. */
    void finalize$bridge() throws MPIException {
        // Empty, so that the JVM takes no request for one to be finalized.
    }

    Process process() {
        return context.process();
    }

    /** Returns the exception for a failed call, unless the communicator's error handler ends the job. */
    MPIException raised(CommException failure) {
        return context == null ? Ranks.raised(failure) : Ranks.raised(context, failure);
    }

    void start(org.jmpi.comm.request.Request started) {
        pending = started;
        cancelRequested = false;
    }

    boolean isActive() {
        return pending != null;
    }

    /**
     * Waits until the operation is complete; the request is then void. A void request is complete at once.
     *
     * @return what is known of the message, if it was a receive
     * @throws MPIException of class ERR_TRUNCATE if a message was longer than its receive; ERR_TYPE if it was of another
     *     type; ERR_PROC_FAILED if a peer has failed; ERR_OTHER if the peer has ended
     */
    public Status Wait() throws MPIException {
        if (pending == null) return new Status();
        try {
            process().engine().await(pending);
            return conclude();
        } catch (CommException e) {
            throw raised(e);
        }
    }

    /**
     * {@return null if the operation is not complete yet, else what {@link #Wait} returns}
     *
     * @throws MPIException as {@link #Wait} does
     */
    public Status Test() throws MPIException {
        if (pending == null) return new Status();
        try {
            return process().engine().test(pending) ? conclude() : null;
        } catch (CommException e) {
            throw raised(e);
        }
    }

    /** {@return whether the request is void} */
    public boolean Is_null() {
        return pending == null;
    }

    /**
     * Asks for the operation to be given up, and returns at once; {@link #Wait} still has to be called, and
     * {@link Status#Test_cancelled} then tells. A message that was matched before is delivered.
     *
     * @throws MPIException of class ERR_REQUEST if the request is void, or that of a collective operation
     */
    public void Cancel() throws MPIException {
        checkActive();
        cancelRequested = true;
        try {
            process().cancel(pending);
        } catch (CommException e) {
            throw raised(e);
        }
    }

    /**
     * Lets go of the request, whose operation completes by itself.
     *
     * @throws MPIException of class ERR_REQUEST if the request is void, or that of a collective operation
     */
    public void Free() throws MPIException {
        checkActive();
        try {
            process().detach(pending);
        } catch (CommException e) {
            throw raised(e);
        }
        pending = null;
    }

    private void checkActive() {
        if (pending == null) throw raised(new CommException(ErrorClass.REQUEST, "request is null or inactive"));
    }

    /** Voids a request that is done, also if it failed. */
    private Status conclude() {
        org.jmpi.comm.request.Request done = pending;
        pending = null;
        process().conclude(done);
        Status status = Status.of(done);
        // A thread that is still cancelling may look at the request once more.
        if (!cancelRequested) process().recycle(done);
        return status;
    }

    /**
     * Waits until one of the requests is complete.
     *
     * @param array_of_request requests, among which may be void ones and null
     * @return its status, whose index is its place; {@link MPI#UNDEFINED} if all requests are void
     * @throws MPIException as {@link #Wait} does; of class ERR_REQUEST if the array is null
     */
    public static Status Waitany(Request[] array_of_request) throws MPIException {
        if (!await(array_of_request)) return new Status();
        return firstDone(array_of_request);
    }

    /**
     * {@return what {@link #Waitany} returns if one of the requests is complete or all are void, else null}
     *
     * @param array_of_request requests, among which may be void ones and null
     * @throws MPIException as {@link #Waitany} does
     */
    public static Status Testany(Request[] array_of_request) throws MPIException {
        if (active(array_of_request).isEmpty()) return new Status();
        progress(array_of_request);
        return firstDone(array_of_request);
    }

    /**
     * Waits until all requests are complete. If some fail, the others complete before the first failure is thrown; it has those
     * of other causes as suppressed ones.
     *
     * @param array_of_request requests, among which may be void ones and null
     * @return their statuses, in the order of the requests
     * @throws MPIException as {@link #Wait} does; of class ERR_REQUEST if the array is null
     */
    public static Status[] Waitall(Request[] array_of_request) throws MPIException {
        checkArray(array_of_request);
        Status[] statuses = new Status[array_of_request.length];
        MPIException failure = null;
        for (int i = 0; i < statuses.length; i++) {
            try {
                statuses[i] = (array_of_request[i] == null ? new Status() : array_of_request[i].Wait()).at(i);
            } catch (MPIException e) {
                if (failure == null) failure = e;
                else if (e.getCause() == null || e.getCause() != failure.getCause()) failure.addSuppressed(e);
            }
        }
        if (failure != null) throw failure;
        return statuses;
    }

    /**
     * {@return what {@link #Waitall} returns if all requests are complete; else null, and no request is changed}
     *
     * @param array_of_request requests, among which may be void ones and null
     * @throws MPIException as {@link #Waitall} does
     */
    public static Status[] Testall(Request[] array_of_request) throws MPIException {
        progress(array_of_request);
        for (Request request : array_of_request)
            if (request != null && request.isActive() && !request.pending.isDone()) return null;
        return Waitall(array_of_request);
    }

    /**
     * Waits until at least one of the requests is complete.
     *
     * @param array_of_request requests, among which may be void ones and null
     * @return the statuses of all that are, each with its place; none if all requests are void
     * @throws MPIException as {@link #Wait} does; of class ERR_REQUEST if the array is null
     */
    public static Status[] Waitsome(Request[] array_of_request) throws MPIException {
        await(array_of_request);
        return allDone(array_of_request);
    }

    /**
     * {@return the statuses of all requests that are complete, each with its place: perhaps none}
     *
     * @param array_of_request requests, among which may be void ones and null
     * @throws MPIException as {@link #Waitsome} does
     */
    public static Status[] Testsome(Request[] array_of_request) throws MPIException {
        progress(array_of_request);
        return allDone(array_of_request);
    }

    private static Status firstDone(Request[] requests) {
        for (int i = 0; i < requests.length; i++)
            if (isDone(requests[i])) return requests[i].Wait().at(i);
        return null;
    }

    private static Status[] allDone(Request[] requests) {
        List<Status> statuses = new ArrayList<>();
        for (int i = 0; i < requests.length; i++)
            if (isDone(requests[i])) statuses.add(requests[i].Wait().at(i));
        return statuses.toArray(new Status[0]);
    }

    private static boolean isDone(Request request) {
        return request != null && request.isActive() && request.pending.isDone();
    }

    /** Waits until one request is done; returns false if all are void. */
    private static boolean await(Request[] requests) {
        List<Request> active = active(requests);
        if (active.isEmpty()) return false;
        List<org.jmpi.comm.request.Request> pending = new ArrayList<>(active.size());
        for (Request request : active) pending.add(request.pending);
        try {
            active.get(0).process().engine().await(new AnyOf(pending));
        } catch (CommException e) {
            throw active.get(0).raised(e);
        }
        return true;
    }

    /** Moves what can be moved, once. */
    private static void progress(Request[] requests) {
        for (Request request : active(requests)) {
            if (request.pending.isDone()) continue;
            try {
                request.process().engine().test(request.pending);
            } catch (CommException e) {
                throw request.raised(e);
            }
            return;
        }
    }

    private static List<Request> active(Request[] requests) {
        checkArray(requests);
        List<Request> active = new ArrayList<>(requests.length);
        for (Request request : requests) if (request != null && request.isActive()) active.add(request);
        return active;
    }

    static void checkArray(Request[] requests) {
        if (requests == null) throw Ranks.raised(new CommException(ErrorClass.REQUEST, "array of requests is null"));
    }
}
