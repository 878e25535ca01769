package org.jmpi;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jmpi.comm.communicator.RequestArray;
import org.jmpi.comm.communicator.RequestHandle;
import org.jmpi.comm.error.CommException;

/**
 * An operation under way, and its result (MPI-4.1 section 3.7). One thread at a time uses a future.
 *
 * <pre>{@code
 * Communicator world = Jmpi.world();
 * int next = (world.rank() + 1) % world.size();
 * MpiFuture<Void> sent = world.sendAsync("from rank " + world.rank(), next);
 * MpiFuture<String> received = world.receiveAsync(String.class, Communicator.ANY_SOURCE);
 * // ... compute ...
 * System.out.println(received.join());
 * sent.join();
 * }</pre>
 *
 * @param <T> the result's type
 */
public final class MpiFuture<T> implements Future<T> {
    private static final long LOOK_NANOS = 20_000;

    private final RequestHandle request;
    private final Function<Envelope, T> result;
    private final boolean isCollective;
    private boolean done;
    private boolean cancelled;
    private T value;
    private RuntimeException failure;

    /** @param result makes the result of what is known of the message */
    MpiFuture(RequestHandle request, Function<Envelope, T> result) {
        this(request, result, false);
    }

    private MpiFuture(RequestHandle request, Function<Envelope, T> result, boolean isCollective) {
        this.request = request;
        this.result = result;
        this.isCollective = isCollective;
    }

    /** Returns the future of a collective operation. */
    static <T> MpiFuture<T> ofCollective(RequestHandle request, Supplier<T> result) {
        return new MpiFuture<>(request, message -> result.get(), true);
    }

    /**
     * Waits until the operation is complete.
     *
     * @return its result
     * @throws MpiException why the operation failed
     * @throws CancellationException if it was cancelled
     */
    public T join() {
        if (!done) complete(false);
        if (cancelled) throw new CancellationException("the operation was cancelled before it was matched");
        if (failure != null) throw failure;
        return value;
    }

    /** {@return whether the operation is complete} Moves messages, so that a loop of calls comes to an end. */
    @Override
    public boolean isDone() {
        if (!done) complete(true);
        return done;
    }

    /** Completes the future, if the operation is complete or may be waited for. */
    private void complete(boolean now) {
        try {
            Outcome outcome = now ? request.test(Outcome.BINDING) : request.await(Outcome.BINDING);
            if (outcome != null) complete(outcome);
        } catch (RuntimeException e) {
            // A receive from any source, one of which has failed, stays under way.
            if (!request.isNull()) throw e;
            fail(e);
        }
    }

    private void complete(Outcome outcome) {
        cancelled = outcome.cancelled();
        try {
            if (!cancelled) value = result.apply(outcome.envelope());
            done = true;
        } catch (CommException e) {
            fail(MpiException.raised(null, e));
        }
    }

    private void fail(RuntimeException cause) {
        failure = cause;
        done = true;
    }

    /**
     * Does the same as {@link #join}, in the manner of {@link Future}. The thread can't be interrupted.
     *
     * @throws ExecutionException if the operation failed; its cause is what {@link #join} throws
     */
    @Override
    public T get() throws ExecutionException {
        try {
            return join();
        } catch (CancellationException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new ExecutionException(e);
        }
    }

    @Override
    public T get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        long start = System.nanoTime();
        while (!isDone()) {
            if (System.nanoTime() - start >= unit.toNanos(timeout))
                throw new TimeoutException("the operation is not complete after " + timeout + " "
                        + unit.toString().toLowerCase());
            LockSupport.parkNanos(LOOK_NANOS);
            if (Thread.interrupted()) throw new InterruptedException("interrupted in MpiFuture.get");
        }
        return get();
    }

    /**
     * Asks for the operation to be given up, and waits until it is complete. A message that was matched before is
     * delivered.
     *
     * @param mayInterruptIfRunning not used
     * @return whether the operation was given up: never that of a collective operation, which goes on
     */
    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        if (isDone() || isCollective) return false;
        request.cancel(Outcome.BINDING);
        complete(false);
        return cancelled;
    }

    /** {@return whether the operation was cancelled before it was matched} */
    @Override
    public boolean isCancelled() {
        return cancelled;
    }

    /**
     * Returns a future of the JDK that gets the same result or failure. A thread of an executor waits for it, as the
     * caller's rank.
     *
     * @param executor runs the wait
     * @return the future; this one must not be used any more
     */
    public CompletableFuture<T> toCompletableFuture(Executor executor) {
        return CompletableFuture.supplyAsync(this::join, Jmpi.bind(executor));
    }

    /**
     * Waits until one of several operations is complete, successful or not.
     *
     * @param <F> their type
     * @param futures at least one
     * @return the first that is complete, in the order of the list
     * @throws IllegalArgumentException if the list is empty
     */
    public static <F extends MpiFuture<?>> F any(List<F> futures) {
        if (futures.isEmpty()) throw new IllegalArgumentException("no future to wait for: the list is empty");
        for (F future : futures) if (future.isDone()) return future;
        return futures.get(awaitAny(List.copyOf(futures)));
    }

    /** Returns the index of a future that has become complete. */
    private static int awaitAny(List<MpiFuture<?>> futures) {
        RequestHandle[] requests =
                futures.stream().map(future -> future.request).toArray(RequestHandle[]::new);
        try {
            Outcome outcome = new RequestArray<>(requests, Outcome.BINDING).awaitAny();
            futures.get(outcome.index()).complete(outcome);
            return outcome.index();
        } catch (RuntimeException e) {
            // The one that has failed is the only one whose request is null: none was complete before.
            for (int i = 0; i < requests.length; i++)
                if (requests[i].isNull()) {
                    futures.get(i).fail(e);
                    return i;
                }
            throw e;
        }
    }

    /**
     * Waits until all operations are complete. If some fail, the others complete before the first failure is thrown; it
     * has the others as suppressed ones.
     *
     * @param futures any number
     * @throws MpiException why the first one failed
     */
    public static void all(Collection<? extends MpiFuture<?>> futures) {
        RuntimeException first = null;
        for (MpiFuture<?> future : futures)
            try {
                future.join();
            } catch (RuntimeException e) {
                if (first == null) first = e;
                else if (first != e) first.addSuppressed(e);
            }
        if (first != null) throw first;
    }
}
