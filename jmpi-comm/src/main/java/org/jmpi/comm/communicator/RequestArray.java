package org.jmpi.comm.communicator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jmpi.comm.error.CommException;
import org.jmpi.comm.error.ErrorClass;
import org.jmpi.comm.operation.AnyOf;
import org.jmpi.comm.operation.Operation;

/**
 * Requests that a program completes together (MPI-4.1 section 3.7.5). Null and requests that are not active are
 * complete wherever all have to be, and left out wherever one or some have to be.
 *
 * @param <S> the binding's status
 */
public final class RequestArray<S> {
    private static final String WAITALL = "Waitall";
    private static final String WAITANY = "Waitany";
    private static final String WAITSOME = "Waitsome";

    private final RequestHandle[] requests;
    private final Binding<S> binding;

    /**
     * @param requests among which may be null
     * @param binding makes statuses and exceptions: of class REQUEST if the array is null
     */
    public RequestArray(RequestHandle[] requests, Binding<S> binding) {
        check(requests, binding);
        this.requests = requests;
        this.binding = binding;
    }

    static void check(RequestHandle[] requests, Binding<?> binding) {
        if (requests == null)
            throw binding.raised(null, new CommException(ErrorClass.REQUEST, "array of requests is null"));
    }

    /**
     * {@return the status of one request that is complete, after a wait for it; that of no operation if none is active}
     */
    public S awaitAny() {
        return awaitOne(WAITANY) ? anyDone() : binding.status(null, Operation.UNDEFINED);
    }

    /** {@return the result of {@link #awaitAny} if it need not wait, else null} */
    public S testAny() {
        if (active().isEmpty()) return binding.status(null, Operation.UNDEFINED);
        progress();
        return anyDone();
    }

    /**
     * {@return the statuses of all requests, after a wait for them} If some fail, the others complete before the first
     * failure is thrown; it has those of other causes as suppressed ones, and the statuses of the others.
     */
    public S[] awaitAll() {
        S[] statuses = binding.statuses(requests.length);
        RuntimeException failure = null;
        for (int i = 0; i < statuses.length; i++) {
            try {
                statuses[i] = requests[i] == null ? binding.status(null, i) : requests[i].await(binding, i, WAITALL);
            } catch (RuntimeException e) {
                failure = joined(failure, e);
            }
        }
        if (failure != null) throw binding.withStatuses(failure, statuses);
        return statuses;
    }

    private static RuntimeException joined(RuntimeException first, RuntimeException later) {
        if (first == null) return later;
        if (later != first && (later.getCause() == null || later.getCause() != first.getCause()))
            first.addSuppressed(later);
        return first;
    }

    /** {@return the result of {@link #awaitAll} if all requests are complete; else null, and no request is changed} */
    public S[] testAll() {
        progress();
        for (RequestHandle request : requests)
            if (request != null && request.isActive() && !request.isDone()) return null;
        return awaitAll();
    }

    /** {@return the statuses of all requests that are complete, after a wait for one; none if no request is active} */
    public S[] awaitSome() {
        awaitOne(WAITSOME);
        return allDone();
    }

    /** {@return the statuses of all requests that are complete: perhaps none} */
    public S[] testSome() {
        progress();
        return allDone();
    }

    private S anyDone() {
        for (int i = 0; i < requests.length; i++) if (isDone(i)) return requests[i].await(binding, i, WAITANY);
        return null;
    }

    /** Completes all requests that are done before the first failure is thrown, as {@link #awaitAll} does. */
    private S[] allDone() {
        S[] statuses = binding.statuses(requests.length);
        RuntimeException failure = null;
        for (int i = 0; i < requests.length; i++) {
            try {
                if (isDone(i)) statuses[i] = requests[i].await(binding, i, WAITSOME);
            } catch (RuntimeException e) {
                failure = joined(failure, e);
            }
        }
        if (failure != null) throw binding.withStatuses(failure, statuses);
        return withoutNulls(statuses);
    }

    private static <S> S[] withoutNulls(S[] statuses) {
        int count = 0;
        for (S status : statuses) if (status != null) statuses[count++] = status;
        return Arrays.copyOf(statuses, count);
    }

    private boolean isDone(int index) {
        return requests[index] != null && requests[index].isDone();
    }

    /** Waits until one request is done; returns false if none is active. */
    private boolean awaitOne(String call) {
        List<RequestHandle> active = active();
        if (active.isEmpty()) return false;
        Communicator comm = active.get(0).communicator();
        try {
            comm.process().engine().await(anyOf(active), call);
        } catch (CommException e) {
            throw binding.raised(comm, e);
        }
        return true;
    }

    /** Moves what can be moved, once. */
    private void progress() {
        List<RequestHandle> active = active();
        active.removeIf(RequestHandle::isDone);
        if (active.isEmpty()) return;
        Communicator comm = active.get(0).communicator();
        try {
            comm.process().engine().test(anyOf(active));
        } catch (CommException e) {
            throw binding.raised(comm, e);
        }
    }

    private static AnyOf anyOf(List<RequestHandle> active) {
        List<Operation> operations = new ArrayList<>(active.size());
        for (RequestHandle request : active) operations.add(request.operation());
        return new AnyOf(operations);
    }

    private List<RequestHandle> active() {
        List<RequestHandle> active = new ArrayList<>(requests.length);
        for (RequestHandle request : requests) if (request != null && request.isActive()) active.add(request);
        return active;
    }
}
